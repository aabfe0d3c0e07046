package edd

import "brim/dd"

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

// minNode returns the minimum of ⟨0, a⟩ and ⟨d, b⟩, whose least value is 0.
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
	op, x := f.opFarMin, a
	if d <= dd.MaxOperand {
		op = f.opMin.With(int(d))
	} else {
		x = f.packed(edge{d, a})
		s.Push(x)
	}
	if r, ok := s.Lookup(op, x, b); ok {
		s.Release(mark)
		return r
	}
	va, vb := f.view(a, k, pa), f.view(b, k, pb)
	lo, end := min(va.first, vb.first), max(va.end(), vb.end())
	p := s.Grow(2 * (end - lo))
	for v := lo; v < end; v++ {
		eb := vb.at(v)
		if eb.n != empty {
			eb.v = f.sum(eb.v, d)
		}
		e := f.min(va.at(v), eb)
		s.Put(p+2*(v-lo), e.n)
		s.Put(p+2*(v-lo)+1, e.v)
	}
	r := f.make(k, lo, p).n
	s.Remember(op, x, b, r)
	s.Release(mark)
	return r
}

// A view shows a node as one of a level, also where that level is skipped.
type view struct {
	first int
	words []uint32 // pairs of child and value
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
		return view{f.s.First(n), f.s.Arcs(n)}
	}
	return view{0, f.s.Words(p, 2)}
}

func (w view) end() int { return w.first + len(w.words)/2 }

// len returns the number of local values.
func (w view) len() int { return len(w.words) / 2 }

// edge returns the edge at index i.
func (w view) edge(i int) edge { return edge{w.words[2*i+1], w.words[2*i]} }

// at returns the edge at local value v.
func (w view) at(v int) edge {
	if i := v - w.first; i >= 0 && 2*i < len(w.words) {
		return w.edge(i)
	}
	return nowhere
}
