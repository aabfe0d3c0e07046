package mdd

import (
	"math/big"
	"runtime"

	"brim/dd"
)

// The number of tuples of a set: by a table in 128 bits, else by sums of long numbers.

// Count returns the number of tuples in a, exactly.
//
// Cost: one addition for each arc, of numbers as long as the result at worst. Memory is some 100 bytes a node where 128
// bits suffice; beyond, it follows the widest level times the length of its numbers, plus 4 bytes an arc.
func (a Set) Count() *big.Int {
	defer runtime.KeepAlive(a)
	return a.use("Count").count(a.node())
}

// count returns the number of ways from n, of a set or of a matrix, to Unit.
func (f *Forest) count(n node) *big.Int {
	if lo, hi, ok := newShortTally(f.s).of(n); ok {
		return fromLimbs([]uint64{lo, hi})
	}
	d := f.s.Traverse(n) // from the start: the work so far is little, as numbers grow and the rest costs more
	return fromLimbs(evaluateLong(tupleSums{d}, d.Root))
}

// tupleSums are the numbers of tuples of the nodes of a diagram, by code: each the sum of those of its children. An
// edge that skips levels counts as one tuple there, so it needs no factor.
type tupleSums struct{ *dd.Traversal }

func (s tupleSums) size() uint32 { return s.Codes() }

func (s tupleSums) terms(i uint32) []uint32 {
	_, kids := s.Arcs(i)
	return kids
}
