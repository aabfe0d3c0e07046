package edd

import (
	"iter"

	"brim/dd"
)

// Operations whose inner loops do not dominate the time of a saturation see a node as a list of edges, and make one
// from such a list, whichever way a node stores its edges.

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

// An edgeList is a node under construction, see dd.ArcList.
type edgeList struct {
	dd.ArcList
	f *Forest
}

// newEdges starts a node at the end of the work stack.
func (f *Forest) newEdges() edgeList { return edgeList{f.s.NewArcs(), f} }

// add appends the edge for value v, which is above all values so far. One that leads nowhere is left out.
func (l *edgeList) add(v int, e edge) { l.Add(v, e.n, e.v) }

// make returns the edge to the node of level k with these edges, and takes them off the work stack.
func (l *edgeList) make(k int) edge {
	return l.f.make(k, l.Values(), l.Start())
}
