package edd

import (
	"iter"
	"runtime"
	"slices"
)

// All ranges over the tuples with a finite distance, with it: near ones first, and those of one distance in
// lexicographic order, the value of the top level first. The value on level k is at index k−1, as for At. Each slice is
// the caller's own.
//
// No list is made beforehand: for each distance it walks through the sub-diagrams that can contain
// it, and remembers those that turn out not to. So a tuple costs O(levels) where the distances below a node have no
// gaps, as those of bounded saturation rarely do. The forest may be used meanwhile, as the iteration keeps g alive; it
// must not be closed, nor g released.
func (g Func) All() iter.Seq2[int, []int] {
	return func(yield func(int, []int) bool) {
		e := g.edge("All")
		w := walker{g: g, f: g.f, values: make([]int, g.f.levels), barren: map[nodeAt]bool{}, yield: yield}
		for d := g.from(0); d < Infinity; d = g.from(d + 1) {
			w.distance = d
			if !w.walk(e.n, uint32(d)-e.v) {
				break
			}
		}
		runtime.KeepAlive(g)
	}
}

// A walker lists the tuples of one distance after the other.
type walker struct {
	g        Func
	f        *Forest
	values   []int // 0 on the levels not decided yet
	distance int   // of the tuples being listed
	listed   int
	barren   map[nodeAt]bool // nodes without a tuple at the distance
	yield    func(int, []int) bool
}

// walk lists the tuples to which n gives exactly d ≤ largest(n), and reports whether to go on.
func (w *walker) walk(n node, d uint32) bool {
	if n == unit { // d is 0
		w.listed++
		if !w.yield(w.distance, slices.Clone(w.values)) {
			return false
		}
		w.g.use("All")
		return true
	}
	if w.barren[nodeAt{n, d}] {
		return true
	}
	before := w.listed
	s := w.f.s
	k := s.Level(n)
	v := w.f.viewOf(n)
	for i := range v.len() {
		e := v.edge(i)
		if e.n == empty || e.v > d || d-e.v > w.f.largest(e.n) {
			continue
		}
		w.values[k-1] = v.values.At(i)
		if !w.walk(e.n, d-e.v) {
			return false
		}
	}
	w.values[k-1] = 0
	if w.listed == before {
		w.barren[nodeAt{n, d}] = true
	}
	return true
}
