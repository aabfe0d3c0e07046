package mdd

import (
	"iter"
	"runtime"
	"slices"
)

// Loops over the tuples of a set, in lexicographic order.

// All ranges over the tuples of a in lexicographic order, the value of the top level first. The value on level
// k is at index k−1, as in Tuple. Each slice is the caller's own.
//
// The forest may be used meanwhile, as the iteration keeps a alive; it must not be closed, nor a
// released. A tuple costs O(levels).
func (a Set) All() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		a.each("All", func(values []int) bool { return yield(slices.Clone(values)) })
	}
}

// Each calls yield for each tuple of a, in the order of All, until that returns false. There is one slice for all
// tuples, which yield must not change or keep. It allocates nothing else, and a tuple costs no more than the nodes on
// which it differs from the one before; so
//
//	for values := range a.Each { … }
//
// is the fast way through a large set. What All allows inside the loop is allowed here.
func (a Set) Each(yield func(values []int) bool) { a.each("Each", yield) }

func (a Set) each(who string, yield func([]int) bool) {
	f := a.use(who)
	given(yield != nil, who, "function")
	if n := a.node(); n != empty {
		w := walker{a: a, f: f, who: who, values: make([]int, f.levels), yield: yield}
		w.walk(n)
	}
	runtime.KeepAlive(a)
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
	a      Set
	f      *Forest
	who    string
	values []int // 0 on the levels not decided yet
	yield  func([]int) bool
}

// walk lists the tuples of n, which is not empty, and reports whether to go on.
func (w *walker) walk(n node) bool {
	if n == unit {
		if !w.yield(w.values) {
			return false
		}
		w.a.use(w.who)
		return true
	}
	s := w.f.s
	k, values := s.Level(n), s.Values(n)
	for i, c := range s.Arcs(n) {
		if c != empty {
			w.values[k-1] = values.At(i)
			if !w.walk(c) {
				return false
			}
		}
	}
	w.values[k-1] = 0
	return true
}
