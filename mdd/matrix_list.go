package mdd

import (
	"iter"
	"math/big"
	"runtime"
	"slices"
)

// The pairs of a matrix: membership, number, and a loop over all.

// Contains reports whether m leads from one tuple to the other. It panics where Tuple does. Cost: O(levels).
func (m Matrix) Contains(from, to []int) bool {
	f := m.use("Contains")
	f.checkTuple("Contains", from)
	f.checkTuple("Contains", to)
	n := m.node()
	for k := f.levels; k >= 1 && n != empty; k-- {
		v, w := from[k-1], to[k-1]
		switch row := f.rowAt(n, k, v); {
		case row == nowhere:
			n = empty
		case row != empty:
			n = f.s.Child(row, w+1)
		case v == w:
			n = f.restOf(n, k)
		default:
			n = empty
		}
	}
	runtime.KeepAlive(m)
	return n == unit
}

// Count returns the number of pairs of m, exactly. It panics where Domain does. Cost: that of Set.Count.
func (m Matrix) Count() *big.Int {
	f := m.bounded("Count")
	defer runtime.KeepAlive(m)
	return f.count(m.node())
}

// All ranges over the pairs of m, in the order of the value before and that after on the top level, then on those
// below. The slices are the caller's own. It panics where Domain does. A pair costs O(levels).
func (m Matrix) All() iter.Seq2[[]int, []int] {
	return func(yield func(from, to []int) bool) {
		f := m.bounded("Matrix.All")
		from, to := make([]int, f.levels), make([]int, f.levels)
		var walk func(n node) bool
		walk = func(n node) bool {
			switch n {
			case empty:
				return true
			case unit:
				if !yield(slices.Clone(from), slices.Clone(to)) {
					return false
				}
				f.use("Matrix.All")
				return true
			}
			k := f.variable(n)
			for at, row := range f.arcs(n, f.variableLevel(k)) {
				from[k-1] = at - 1
				for at, below := range f.arcs(row, f.rowLevel(k)) {
					to[k-1] = at - 1
					if !walk(below) {
						return false
					}
				}
			}
			return true
		}
		walk(m.node())
		runtime.KeepAlive(m)
	}
}
