package edd

import "runtime"

// Widths returns the number of nodes of g's diagram on each level, level k at index k−1. Their sum is Nodes. Cost:
// O(edges), and memory for the nodes alone.
func (g Func) Widths() []int {
	f := g.use("Widths")
	widths := f.s.Widths(g.edge("Widths").n, f.levels)
	runtime.KeepAlive(g)
	return widths
}
