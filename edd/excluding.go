package edd

import "brim/mdd"

// Excluding returns the least distances up to bound of what is reached without ever entering the set out: for each tuple outside of it the
// minimum over all paths that meet out in their first tuple at most. Start may overlap out and keeps its values there.
//
// It is the step of compacting saturation: what earlier rounds have explored is excluded, and the tuples at their border are the start.
// The excluded set travels down with the node, its part for the local value that an event leads to; where that part is empty, the rest is plain
// bounded saturation. [DVB14]
func (z *Saturator) Excluding(start Func, out mdd.Set, bound int) Func {
	z.check("Excluding", start)
	b := distance("Excluding", bound)
	x := z.f.Zero(out)
	mark := z.s.Mark()
	z.s.Push(x.edge().n)
	g := z.f.function(z.f.cut(z.withinNot(start.edge(), x.edge().n, z.f.levels, b), b))
	z.s.Release(mark)
	return g
}

// pair returns a handle that stands for the excluded set x and the budget b.
func (z *Saturator) pair(x node, b uint32) node {
	first := 0
	if x == empty {
		first, x = 1, unit
	}
	p := z.s.Grow(2)
	z.s.Put(p, x)
	z.s.Put(p+1, b)
	return z.s.Make(z.f.levels+1, first, p)
}

// below returns the part of x, a set, where the levels above k are 0.
func (z *Saturator) below(x node, k int) node {
	for z.s.Level(x) > k {
		x = view{z.s.First(x), z.s.Arcs(x)}.at(0).n
	}
	return x
}

// withinNot returns the closure of e, over levels 1…k, for the budget b, where x is not entered.
func (z *Saturator) withinNot(e edge, x node, k int, b uint32) edge {
	if e.n == empty || e.v > b {
		return nowhere
	}
	return edge{e.v, z.saturateNot(e.n, x, k, z.left(b, e.v))}
}

// saturateNot is saturate, where no event leads into x. A handle of x lies on the work stack.
func (z *Saturator) saturateNot(n, x node, k int, b uint32) node {
	s := z.s
	if x == empty || b == 0 {
		return z.saturate(n, k, b)
	}
	top := max(s.Level(n), z.wake[k])
	if top == 0 {
		return n
	}
	if x = z.below(x, top); x == empty {
		return z.saturate(n, k, b)
	}
	mark := s.Mark()
	pn := z.f.hold(n)
	key := z.pair(x, b)
	s.Push(key)
	op := z.opSatNot.With(top)
	if r, ok := s.Lookup(op, n, key); ok {
		s.Release(mark)
		return r
	}
	w, wx := z.f.view(n, top, pn), z.f.view(x, top, z.f.hold(x))
	fr := newFrame(s, w.first, w.len())
	for i := range w.len() {
		if e := z.withinNot(w.edge(i), wx.at(w.first+i).n, top-1, b); e.n != empty {
			fr.set(w.first+i, e)
		}
	}
	z.closeNot(top, b, wx, &fr)
	r := z.finish(top, b, &fr).n
	s.Remember(op, n, key, r)
	if r != n {
		s.Remember(op, r, key, r)
	}
	s.Release(mark)
	return r
}

// closeNot is close, where x shows what is not entered.
func (z *Saturator) closeNot(k int, b uint32, x view, fr *frame) {
	for {
		v, ok := fr.cheapest()
		if !ok {
			return
		}
		for _, h := range z.r.Hops(k, v) {
			e := fr.get(v)
			if e.v >= b {
				break
			}
			to := v + int(h.Delta)
			if t := z.relProdNot(h.Next, e.n, x.at(to).n, k-1, z.left(b, e.v+1)); t.n != empty && t.v < b-e.v {
				t.v += e.v + 1
				fr.merge(z.f, to, t)
			}
		}
	}
}

// relProdNot returns the closure for the budget b, outside of x, of the image of n, a function over levels 1…k, under c, without x. N
// is closed, but maybe for another excluded set.
func (z *Saturator) relProdNot(c mdd.Chain, n, x node, k int, b uint32) edge {
	if c == mdd.Identity {
		mark := z.s.Mark()
		if z.version == Budgeted {
			n = z.f.cutNode(n, b)
		}
		e := z.f.without(n, x)
		z.f.hold(e.n)
		e = z.withinNot(e, x, k, b)
		z.s.Release(mark)
		return e
	}
	low := max(z.s.Level(n), z.r.ChainLevel(c))
	e := z.stepNot(c, n, z.below(x, low), b)
	if e.n != empty && z.wake[k] > low {
		mark := z.s.Mark()
		z.f.hold(e.n)
		e = z.withinNot(e, x, k, b)
		z.s.Release(mark)
	}
	return e
}

// stepNot is relProdNot on the levels of n and c, which is not the identity.
func (z *Saturator) stepNot(c mdd.Chain, n, x node, b uint32) edge {
	s := z.s
	cl := z.r.ChainLevel(c)
	k := max(s.Level(n), cl)
	mark := s.Mark()
	pn := z.f.hold(n)
	key := z.pair(x, b)
	s.Push(key)
	op := z.opRelNot.With(int(c))
	if r, ok := s.Lookup(op, n, key); ok {
		s.Release(mark)
		return z.f.unpacked(r)
	}
	w, wx := z.f.view(n, k, pn), z.f.view(x, k, z.f.hold(x))
	fr := newFrame(s, w.first, w.len())
	for i := range w.len() {
		e := w.edge(i)
		if e.n == empty || e.v > b {
			continue
		}
		if k > cl {
			if t := z.relProdNot(c, e.n, wx.at(w.first+i).n, k-1, z.left(b, e.v)); t.n != empty && t.v <= b-e.v {
				t.v += e.v
				fr.set(w.first+i, t)
			}
			continue
		}
		z.r.EachHop(c, w.first+i, func(to int, next mdd.Chain) {
			if t := z.relProdNot(next, e.n, wx.at(to).n, k-1, z.left(b, e.v)); t.n != empty && t.v <= b-e.v {
				t.v += e.v
				fr.merge(z.f, to, t)
			}
		})
	}
	z.closeNot(k, b, wx, &fr)
	e := z.finish(k, b, &fr)
	s.Remember(op, n, key, z.f.packed(e))
	s.Release(mark)
	return e
}

// without returns n without the tuples of x, a function that is 0 or ∞.
func (f *Forest) without(n, x node) edge {
	s := f.s
	k := s.Level(n)
	for s.Level(x) > k {
		x = view{s.First(x), s.Arcs(x)}.at(0).n
	}
	switch {
	case n == empty || x == empty:
		return edge{0, n}
	case k == 0: // both are unit
		return nowhere
	}
	if r, ok := s.Lookup(f.opWithout, n, x); ok {
		return f.unpacked(r)
	}
	mark := s.Mark()
	pn, px := f.hold(n), f.hold(x)
	w, wx := f.view(n, k, pn), f.view(x, k, px)
	p := s.Grow(len(w.words))
	for i := range w.len() {
		e := w.edge(i)
		if e.n == empty {
			continue
		}
		t := f.without(e.n, wx.at(w.first+i).n)
		if t.n != empty {
			s.Put(p+2*i, t.n)
			s.Put(p+2*i+1, t.v+e.v)
		}
	}
	e := f.make(k, w.first, p)
	s.Remember(f.opWithout, n, x, f.packed(e))
	s.Release(mark)
	return e
}
