package mdd

import (
	"iter"
	"runtime"
	"slices"
)

// All ranges over the tuples of a in lexicographic order, the value of the top level first. The value on level
// k is at index k−1, as in Tuple. Each slice is the caller's own.
//
// The forest may be used meanwhile, as the iteration keeps a alive, but not be closed. A tuple costs O(levels).
func (a Set) All() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if a.use("All"); !a.IsEmpty() {
			w := walker{f: a.f, values: make([]int, a.f.levels), yield: yield}
			w.walk(a.node())
		}
		runtime.KeepAlive(a)
	}
}

// Pick returns the first tuple in the order of All; ok is false for the empty set. Cost: O(levels).
func (a Set) Pick() (values []int, ok bool) {
	a.use("Pick")
	for values := range a.All() {
		return values, true
	}
	return nil, false
}

// A walker lists the tuples below a node.
type walker struct {
	f      *Forest
	values []int // 0 on the levels not decided yet
	yield  func([]int) bool
}

// walk lists the tuples of n, which is not empty, and reports whether to go on.
func (w *walker) walk(n node) bool {
	if n == unit {
		if !w.yield(slices.Clone(w.values)) {
			return false
		}
		w.f.use("All")
		return true
	}
	s := w.f.s
	k, first := s.Level(n), s.First(n)
	for i, c := range s.Arcs(n) {
		if c != empty {
			w.values[k-1] = first + i
			if !w.walk(c) {
				return false
			}
		}
	}
	w.values[k-1] = 0
	return true
}
