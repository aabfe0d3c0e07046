package edd

import (
	"brim/dd"
	"brim/mdd"
)

// A Version is a way to keep a search within its bound. All versions give the same function.
type Version uint8

const (
	// Budgeted: the bound decreases along the path and is part of the key of each result; see Saturator.
	Budgeted Version = iota
	// Exact cuts every node that is made at the bound, by TruncateExact, as if it were the root. [YCL09]
	Exact
	// Approx drops every edge whose own value is beyond the bound, as TruncateApprox does, and cuts the root alone exactly. [YCL09]
	Approx
)

func (v Version) String() string { return [...]string{"budgeted", "exact", "approx"}[v] }

// A Saturator gives tuples their distances under one relation, up to a bound, by saturation.
//
// Budgeted saturation: what is left of the bound travels down with every call and is part of the key of its result. A child on an edge of value v gets
// b − v, and what an event leads to b − v − 1, so nothing beyond the bound is ever built. A function over levels 1…k is saturated for the budget b
// if it says ∞ beyond b, and no event with top ≤ k leads from a tuple to one whose distance is larger by more than one, unless that
// is beyond b. Invariant, as without bound: every child of a saturated node is saturated for its part of the budget. The minimum of two saturated functions is
// saturated.
//
// The two reference versions pass the bound on unchanged, so the same node is closed once for all paths to it, and build much that lies
// beyond the bound: FMS-100 within 30 steps takes them hundreds of times the nodes.
//
// Events fire first where the distance is least, so most distances are final when they are found.
type Saturator struct {
	f       *Forest
	s       *dd.Store
	r       *mdd.Relation
	version Version
	wake    []int // the highest level ≤ k with an event that is enabled at local value 0, 0 if there is none

	opSat, opRel       dd.Op // for budgets; see within and key
	opSatNot, opRelNot dd.Op // the same with a set that must not be entered
}

// NewSaturator returns a saturator for the events of r, which may get no more of them. It belongs to the forest of sets that f was made for.
func (f *Forest) NewSaturator(r *mdd.Relation, version Version) *Saturator {
	z := &Saturator{f: f, s: f.s, r: r, version: version, wake: make([]int, f.levels+1)}
	z.opSat, z.opRel = f.s.NewOp(dd.NodeA|dd.NodeResult), f.s.NewOp(dd.NodeA|dd.NodeResult)
	const all = dd.NodeA | dd.NodeB | dd.NodeResult
	z.opSatNot, z.opRelNot = f.s.NewOp(all), f.s.NewOp(all)
	for k := 1; k <= f.levels; k++ {
		z.wake[k] = z.wake[k-1]
		if len(r.Hops(k, 0)) > 0 {
			z.wake[k] = k
		}
	}
	return z
}

// Bounded returns the least distances up to bound: for each tuple the minimum over all s of start(s) plus the number of steps from s to it, where that is
// at most bound, and ∞ elsewhere.
//
// Start may be the result for a smaller bound, which continues it. Time is not bounded by the operands' sizes: run it under Guard. It
// panics if bound < 0. [YCL09]
func (z *Saturator) Bounded(start Func, bound int) Func {
	z.check("Bounded", start)
	b := distance("Bounded", bound)
	e := z.within(start.edge(), z.f.levels, b)
	return z.f.function(z.f.cut(e, b))
}

func (z *Saturator) check(who string, g Func) {
	if g.f != z.f {
		panic("edd: " + who + ": a function of another forest")
	}
}

// within returns the closure of e, over levels 1…k, for the budget b.
func (z *Saturator) within(e edge, k int, b uint32) edge {
	if e.n == empty || e.v > b {
		return nowhere
	}
	return edge{e.v, z.saturate(e.n, k, z.left(b, e.v))}
}

// left returns what an edge of value v, or a step of cost v, leaves of the budget b ≥ v.
func (z *Saturator) left(b, v uint32) uint32 {
	if z.version == Budgeted {
		return b - v
	}
	return b
}

// finish makes the edge to the node of level k that the frame stands for.
func (z *Saturator) finish(k int, b uint32, fr *frame) edge {
	e := fr.finish(z.f, k)
	if z.version == Exact {
		return z.f.cut(e, b)
	}
	return e
}

// saturate returns the closure of n, a function over levels 1…k, for the budget b. Its least value is 0.
func (z *Saturator) saturate(n node, k int, b uint32) node {
	s := z.s
	if b == 0 {
		return z.f.cutNode(n, 0)
	}
	top := max(s.Level(n), z.wake[k]) // above it nothing can change
	if top == 0 {
		return n
	}
	op := z.opSat.With(top)
	if r, ok := s.Lookup(op, n, b); ok {
		return r
	}
	mark := s.Mark()
	w := z.f.view(n, top, z.f.hold(n))
	fr := newFrame(s, w.first, w.len())
	for i := range w.len() {
		if e := z.within(w.edge(i), top-1, b); e.n != empty {
			fr.set(w.first+i, e)
		}
	}
	z.close(top, b, &fr)
	r := z.finish(top, b, &fr).n
	s.Remember(op, n, b, r)
	if r != n {
		s.Remember(op, r, b, r)
	}
	s.Release(mark)
	return r
}

// close fires the events of level k within the budget until nothing changes, always where the distance is least.
func (z *Saturator) close(k int, b uint32, fr *frame) {
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
			if t := z.relProd(h.Next, e.n, k-1, z.left(b, e.v+1)); t.n != empty && t.v < b-e.v {
				t.v += e.v + 1
				fr.merge(z.f, v+int(h.Delta), t)
			}
		}
	}
}

// relProd returns the closure for the budget b of the image of n, a saturated function over levels 1…k, under c.
func (z *Saturator) relProd(c mdd.Chain, n node, k int, b uint32) edge {
	if c == mdd.Identity {
		if z.version == Budgeted {
			n = z.f.cutNode(n, b)
		}
		return edge{0, n}
	}
	e := z.step(c, n, b)
	if e.n != empty && z.wake[k] > max(z.s.Level(n), z.r.ChainLevel(c)) {
		e = z.within(e, k, b)
	}
	return e
}

// step returns the closure for the budget b of the image of n under c, on the levels of both.
func (z *Saturator) step(c mdd.Chain, n node, b uint32) edge {
	s := z.s
	cl := z.r.ChainLevel(c)
	k := max(s.Level(n), cl)
	op := z.opRel.With(int(c))
	if r, ok := s.Lookup(op, n, b); ok {
		return z.f.unpacked(r)
	}
	mark := s.Mark()
	w := z.f.view(n, k, z.f.hold(n))
	fr := newFrame(s, w.first, w.len())
	for i := range w.len() {
		e := w.edge(i)
		if e.n == empty || e.v > b {
			continue
		}
		if k > cl {
			if t := z.relProd(c, e.n, k-1, z.left(b, e.v)); t.n != empty && t.v <= b-e.v {
				t.v += e.v
				fr.set(w.first+i, t)
			}
			continue
		}
		z.r.EachHop(c, w.first+i, func(to int, next mdd.Chain) {
			if t := z.relProd(next, e.n, k-1, z.left(b, e.v)); t.n != empty && t.v <= b-e.v {
				t.v += e.v
				fr.merge(z.f, to, t)
			}
		})
	}
	z.close(k, b, &fr)
	e := z.finish(k, b, &fr)
	if e.n > unit {
		s.Remember(z.opSat.With(max(s.Level(e.n), z.wake[k])), e.n, z.left(b, e.v), e.n)
	}
	s.Remember(op, n, b, z.f.packed(e))
	s.Release(mark)
	return e
}
