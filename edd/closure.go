package edd

import (
	"brim/dd"
	"brim/mdd"
)

// A closure is the algorithm of bounded saturation: it closes functions under the events of a relation within a budget,
// and outside of a set x that no event may enter. [YCL09]
//
// There are three for each Saturator. Where nothing is excluded, free is nil, every x is empty, and a result's key is
// the budget alone. Otherwise the excluded set travels down with the node, its part for the local value that an event
// leads to; where that part is empty, free takes over. Every x lies on the work stack or below what lies there. The
// third is constrained: x is the set that no event may leave, and where it is empty, no event may lead.
type closure struct {
	f       *Forest
	s       *dd.Store
	r       *mdd.Relation
	version Version
	costs   costs
	wake    []int // the highest level ≤ k with an event that is enabled at local value 0, 0 if there is none
	free    *closure

	constrained bool // x is what no event may leave, in place of what none may enter

	opSat dd.Op
	opRel *dd.WideOp // by chain
}

// key returns the key for the excluded set x and the budget b. If that is a node, it leaves n and the key on the work
// stack.
func (c *closure) key(n, x node, b uint32) uint32 {
	if c.free == nil {
		return b
	}
	c.s.Push(n)
	first := 0
	if x == empty {
		first, x = 1, unit
	}
	p := c.s.Grow(2)
	c.s.Put(p, x)
	c.s.Put(p+1, b)
	key := c.s.Make(c.f.levels+1, first, p)
	c.s.Push(key)
	return key
}

// below returns the part of x, a function that is 0 or ∞, where the levels above k are 0.
func (f *Forest) below(x node, k int) node {
	for f.s.Level(x) > k {
		x = f.viewOf(x).at(0).n
	}
	return x
}

// excluded returns x as a node of level k.
func (c *closure) excluded(x node, k int) view {
	if x == empty {
		return view{}
	}
	return c.f.view(x, k, c.f.hold(x))
}

// within returns the closure of e, over levels 1…k, for the budget b and outside of x.
func (c *closure) within(e edge, x node, k int, b uint32) edge {
	if e.n == empty || e.v > b {
		return nowhere
	}
	return edge{e.v, c.saturate(e.n, x, k, c.left(b, e.v))}
}

// left returns what an edge of value v, or a step of cost v, leaves of the budget b ≥ v.
func (c *closure) left(b, v uint32) uint32 {
	if c.version == Budgeted {
		return b - v
	}
	return b
}

// finish makes the edge to the node of level k that the frame stands for.
func (c *closure) finish(k int, b uint32, fr *frame) edge {
	e := fr.finish(c.f, k)
	if c.version == Exact {
		return c.f.cut(e, b)
	}
	return e
}

// saturate returns the closure of n, a function over levels 1…k, for the budget b and outside of x. Its least value is
// 0. The children are closed first, each for what its edge leaves of the budget; then close fires the events of the
// level until nothing changes.
func (c *closure) saturate(n, x node, k int, b uint32) node {
	s := c.s
	if b < c.costs.least {
		return c.f.cutNode(n, b)
	}
	top := max(s.Level(n), c.wake[k]) // above it nothing can change
	if top == 0 {
		return n
	}
	if c.free != nil {
		switch x = c.f.below(x, top); {
		case x == empty && c.constrained:
			return c.f.cutNode(n, b)
		case x == empty:
			return c.free.saturate(n, empty, k, b)
		}
	}
	mark := s.Mark()
	op, key := c.opSat.With(top), c.key(n, x, b)
	if r, ok := s.Lookup(op, n, key); ok {
		s.Release(mark)
		return r
	}
	w, wx := c.f.view(n, top, c.f.hold(n)), c.excluded(x, top)
	fr := newFrame(c.f, w.values, w.len())
	for i := range w.len() {
		if e := c.within(w.edge(i), wx.at(w.values.At(i)).n, top-1, b); e.n != empty {
			fr.set(i, e)
		}
	}
	c.close(top, b, wx, &fr)
	r := c.finish(top, b, &fr).n
	s.Remember(op, n, key, r)
	if r != n {
		s.Remember(op, r, key, r)
	}
	s.Release(mark)
	return r
}

// close fires the events of level k within the budget and outside of x until nothing changes, always where the distance
// is least.
func (c *closure) close(k int, b uint32, x view, fr *frame) {
	for {
		v, ok := fr.cheapest()
		if !ok {
			return
		}
		hops := c.r.Hops(k, v)
		c.f.use("Saturator") // a Map's function may do anything
		for i := range hops.Len() {
			h, e := hops.At(i), fr.get(v)
			cost := c.costs.of(h.Event)
			if cost > b-e.v {
				continue
			}
			to, d := v+int(h.Delta), e.v+cost
			if t := c.relProd(h.Next, e.n, x.at(to).n, k-1, c.left(b, d)); t.n != empty && t.v <= b-d {
				t.v += d
				fr.merge(c.f, to, t)
			}
		}
	}
}

// relProd returns the closure, for the budget b and outside of x, of the image under r of n, a closed function over
// levels 1…k, without x or, if c is constrained, in x. Where there is an x, n may be closed for another one.
func (c *closure) relProd(r mdd.Chain, n, x node, k int, b uint32) edge {
	if c.constrained && x == empty {
		return nowhere
	}
	if r == mdd.Identity {
		if c.version == Budgeted {
			n = c.f.cutNode(n, b)
		}
		if c.free == nil {
			return edge{0, n}
		}
		if c.constrained {
			return c.within(c.f.pointwise(sumOf, edge{0, n}, edge{0, x}), x, k, b)
		}
		return c.within(c.f.without(n, x), x, k, b)
	}
	low := max(c.s.Level(n), c.r.ChainLevel(r))
	e := c.step(r, n, c.f.below(x, low), b)
	if e.n != empty && c.wake[k] > low {
		e = c.within(e, x, k, b)
	}
	return e
}

// step is relProd on the levels of n and r, which is not the identity. It moves the edges of n by r, each with what its
// value leaves of the budget, and closes the result under the events of the level.
func (c *closure) step(r mdd.Chain, n, x node, b uint32) edge {
	s := c.s
	cl := c.r.ChainLevel(r)
	k := max(s.Level(n), cl)
	mark := s.Mark()
	op, key := c.opRel.With(r), c.key(n, x, b)
	if e, ok := s.Lookup(op, n, key); ok {
		s.Release(mark)
		return c.f.unpacked(e)
	}
	w, wx := c.f.view(n, k, c.f.hold(n)), c.excluded(x, k)
	fr := newFrame(c.f, w.values, w.len())
	for i := range w.len() {
		e, v := w.edge(i), w.values.At(i)
		if e.n == empty || e.v > b {
			continue
		}
		if k > cl {
			if t := c.relProd(r, e.n, wx.at(v).n, k-1, c.left(b, e.v)); t.n != empty && t.v <= b-e.v {
				t.v += e.v
				fr.set(i, t)
			}
			continue
		}
		c.r.EachHop(r, v, func(to int, next mdd.Chain) {
			c.f.use("Saturator")
			if t := c.relProd(next, e.n, wx.at(to).n, k-1, c.left(b, e.v)); t.n != empty && t.v <= b-e.v {
				t.v += e.v
				fr.merge(c.f, to, t)
			}
		})
	}
	c.close(k, b, wx, &fr)
	e := c.finish(k, b, &fr)
	// the other versions do not know for which budget e.n is closed
	if c.free == nil && c.version == Budgeted && e.n > unit {
		s.Remember(c.opSat.With(max(s.Level(e.n), c.wake[k])), e.n, b-e.v, e.n)
	}
	s.Remember(op, n, key, c.f.packed(e))
	s.Release(mark)
	return e
}

// without returns n without the tuples of x, a function that is 0 or ∞.
func (f *Forest) without(n, x node) edge {
	s := f.s
	k := s.Level(n)
	x = f.below(x, k)
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
		t := f.without(e.n, wx.at(w.values.At(i)).n)
		if t.n != empty {
			s.Put(p+2*i, t.n)
			s.Put(p+2*i+1, f.sum(t.v, e.v))
		}
	}
	e := f.make(k, w.values, p)
	s.Remember(f.opWithout, n, x, f.packed(e))
	s.Release(mark)
	return e
}
