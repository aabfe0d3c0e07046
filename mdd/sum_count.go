package mdd

import (
	"math/big"
	"runtime"
)

// Count returns the number of tuples in a, exactly.
//
// Cost: one addition for each arc, of numbers as long as the result at worst. Memory is some 100 bytes a node where 128
// bits suffice; beyond, it follows the widest level times the length of its numbers, plus 4 bytes an arc.
func (a Set) Count() *big.Int {
	defer runtime.KeepAlive(a)
	if lo, hi, ok := newShortTally(a.use("Count").s).of(a.node()); ok {
		return fromLimbs([]uint64{lo, hi})
	}
	d := a.traverse("Count") // from the start: what was done is little, as numbers grow and the rest costs more
	return fromLimbs(evaluateLong((*tupleSums)(d), d.Root))
}

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

// tupleSums are the numbers of tuples of the nodes of a diagram, by code: each the sum of those of its children. An
// edge that skips levels counts as one tuple there, so it needs no factor.
type tupleSums traversal

func (s *tupleSums) size() uint32 { return (*traversal)(s).Codes() }

func (s *tupleSums) terms(i uint32) []uint32 {
	_, kids := (*traversal)(s).Arcs(i)
	return kids
}
