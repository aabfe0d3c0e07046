package edd

import (
	"iter"

	"brim/dd"
)

// Operations whose inner loops are not the time of a saturation see a node as a list of edges, and make one from such a
// list: they need not know how a node stores its edges.

// edges yields the edges of n that lead somewhere, values ascending, n seen as a node of level k ≥ level(n): its own,
// or the one edge at 0 of a level that is skipped. A root or the work stack has to hold n meanwhile.
func (f *Forest) edges(n node, k int) iter.Seq2[int, edge] {
	return func(yield func(int, edge) bool) {
		switch {
		case n == empty:
		case f.s.Level(n) < k:
			yield(0, edge{0, n})
		default:
			w := f.viewOf(n)
			for i := range w.len() {
				if e := w.edge(i); e.n != empty && !yield(w.values.At(i), e) {
					return
				}
			}
		}
	}
}

// edgeAt returns the edge at value v of n, seen as a node of level k ≥ level(n).
func (f *Forest) edgeAt(n node, k, v int) edge {
	switch {
	case n == empty:
		return nowhere
	case f.s.Level(n) == k:
		return f.viewOf(n).at(v)
	case v == 0:
		return edge{0, n}
	}
	return nowhere
}

// An edgeList is a node under construction: its edges with ascending values. They are on the work stack from position p
// on, where a collection finds their nodes; whatever lies above them has to be gone when an edge is added.
type edgeList struct {
	f    *Forest
	p    int
	n    int           // edges so far
	lo   int           // value of the first edge
	next int           // the value after the last edge
	far  *dd.ValueList // the values, where they are far apart; otherwise all of lo … next−1 are on the stack
}

// newEdges starts a node at the end of the work stack.
func (f *Forest) newEdges() edgeList { return edgeList{f: f, p: f.s.Mark()} }

// add appends the edge for value v, which is above all values so far. One that leads nowhere is left out.
func (l *edgeList) add(v int, e edge) {
	if e.n == empty {
		return
	}
	s := l.f.s
	if l.n == 0 {
		l.lo, l.next = v, v
	}
	l.n++
	if l.far == nil && dd.Sparse(l.n, v+1-l.lo) {
		l.far = l.f.spareLists.Spread(s, dd.From(l.lo), l.p, l.next-l.lo, 2)
	}
	if l.far != nil {
		s.Number(l.far, v)
	} else {
		s.Grow(2 * (v - l.next))
	}
	p := s.Grow(2)
	s.Put(p, e.n)
	s.Put(p+1, e.v)
	l.next = v + 1
}

// make returns the edge to the node of level k with these edges, and takes them off the work stack.
func (l *edgeList) make(k int) edge {
	if l.far == nil {
		return l.f.make(k, dd.From(l.lo), l.p)
	}
	values, _ := l.far.Sorted()
	e := l.f.make(k, values, l.p)
	l.f.spareLists.Put(l.far)
	return e
}
