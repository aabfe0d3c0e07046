package mdd

import "runtime"

// The size of a diagram: its nodes, its arcs, and its nodes by level.

// Size returns the number of nodes of a's diagram, without terminals, and of its arcs, without those to the
// empty terminal. Cost: O(arcs).
func (a Set) Size() (nodes, arcs int) {
	nodes, arcs = a.use("Size").s.Size(a.node())
	runtime.KeepAlive(a)
	return nodes, arcs
}

// Nodes returns the number of nodes of a's diagram, without terminals. Cost: O(arcs).
func (a Set) Nodes() int {
	nodes, _ := a.Size()
	return nodes
}

// Arcs returns the number of arcs of a's diagram, without those to the empty terminal. Cost: O(arcs).
func (a Set) Arcs() int {
	_, arcs := a.Size()
	return arcs
}

// Widths returns the number of nodes of a's diagram on each level, level k at index k−1. Their sum is Nodes. Cost:
// O(arcs), and memory for the nodes alone.
func (a Set) Widths() []int {
	f := a.use("Widths")
	widths := f.s.Widths(a.node(), f.levels)
	runtime.KeepAlive(a)
	return widths
}

// Widths returns the number of nodes of sets that the forest has on each level, level k at index k−1, garbage included.
// It may be called from Limits.Progress to see where an operation makes nodes. Cost: O(nodes).
func (f *Forest) Widths() []int {
	f.use("Widths")
	return f.s.AllWidths(f.levels)
}
