package edd

import (
	"math"

	"brim/dd"
)

// The pointwise minimum, and nodes as all these recursions see them.

// Min returns the pointwise minimum of g and h. Cost: O(|g|·|h|·differences of edge values) in the worst case, often
// far less.
func (g Func) Min(h Func) Func {
	g.same("Min", h)
	defer g.f.s.Release(g.f.s.Mark())
	return g.f.function(g.f.min(g.edge("Min"), h.edge("Min")))
}

// min returns the pointwise minimum of a and b.
func (f *Forest) min(a, b edge) edge {
	switch {
	case a.n == empty:
		return b
	case b.n == empty:
		return a
	}
	if b.v < a.v || b.v == a.v && b.n < a.n {
		a, b = b, a
	}
	return edge{a.v, f.minNode(a.n, b.n, b.v-a.v)}
}

// minNode returns the minimum of ⟨0, a⟩ and ⟨d, b⟩, whose least value is 0. It goes along the values of both nodes and
// takes the minimum of the edges at each; the result depends on the difference d alone, which is part of its key.
func (f *Forest) minNode(a, b node, d uint32) node {
	if a == b || a == unit && b == unit {
		return a
	}
	s := f.s
	k := max(s.Level(a), s.Level(b))
	if k == 0 {
		return unit
	}
	mark := s.Mark()
	pa, pb := f.hold(a), f.hold(b)
	op, x := f.apart(f.opMin, f.opFarMin, a, d)
	if r, ok := s.Lookup(op, x, b); ok {
		s.Release(mark)
		return r
	}
	va, vb := f.view(a, k, pa), f.view(b, k, pb)
	edges := f.newEdges()
	for i, j := 0, 0; i < va.len() || j < vb.len(); {
		v := min(va.valueAt(i), vb.valueAt(j))
		ea, eb := nowhere, nowhere
		if va.valueAt(i) == v {
			ea = va.edge(i)
			i++
		}
		if vb.valueAt(j) == v {
			eb = vb.edge(j)
			j++
		}
		if eb.n != empty {
			eb.v = f.sum(eb.v, d)
		}
		edges.add(v, f.min(ea, eb))
	}
	r := edges.make(k).n
	s.Remember(op, x, b, r)
	s.Release(mark)
	return r
}

// A view shows a node as one of a level, also where that level is skipped.
type view struct {
	values dd.Values
	words  []uint32 // pairs of child and value
}

// hold puts the edge ⟨0, n⟩ on the work stack and returns its position, for view.
func (f *Forest) hold(n node) int {
	p := f.s.Grow(2)
	f.s.Put(p, n)
	return p
}

// view returns n, a function over levels 1…k, as a node of level k. Hold has returned p.
func (f *Forest) view(n node, k, p int) view {
	if f.s.Level(n) == k {
		return f.viewOf(n)
	}
	return view{words: f.s.Words(p, 2)}
}

// viewOf returns the view of n, which is no terminal, as a node of its level.
func (f *Forest) viewOf(n node) view { return view{f.s.Values(n), f.s.Arcs(n)} }

// len returns the number of local values.
func (w view) len() int { return len(w.words) / 2 }

// edge returns the edge at index i.
func (w view) edge(i int) edge { return edge{w.words[2*i+1], w.words[2*i]} }

// at returns the edge at local value v.
func (w view) at(v int) edge {
	if i := w.values.Index(v, w.len()); i >= 0 {
		return w.edge(i)
	}
	return nowhere
}

// valueAt returns the local value at index i, one above all if there is none.
func (w view) valueAt(i int) int {
	if i == w.len() {
		return math.MaxInt
	}
	return w.values.At(i)
}
