package mdd

import (
	"runtime"

	"brim/dd"
)

// The tuples of a set from which no event leads into another set: what a preimage leaves over.

// StuckWithin returns the tuples of s from which no event leads to a tuple of within: s.Minus(r.PreImageWithin(within,
// s)). Events need no inverse.
//
// It takes from each part of s the tuples that the next event leads on, so the other events have ever less to look at,
// and none where nothing is left. The preimage is never built. Greatest fixed points ask for it: where each tuple of z
// has a successor in z, StuckWithin(z, z) finds no other diagram than the empty one, where a preimage builds z anew.
func (r *Relation) StuckWithin(s, within Set) Set {
	r.check("StuckWithin", s)
	r.check("StuckWithin", within)
	f := r.f
	defer f.s.Release(f.s.Mark())
	if r.step == nil {
		r.step = newStepper(r)
	}
	if r.step.opStuck == 0 {
		r.step.opStuck = r.step.ops.New("stuck of all", dd.NodeA|dd.NodeB|dd.NodeResult)
	}
	if r.rel.opStuck == nil {
		r.rel.opStuck = r.rel.ops.NewWide("stuck", dd.NodeA|dd.NodeB|dd.NodeResult)
	}
	n := s.node()
	if len(r.byTop[0]) > 0 { // the identity is among the events
		n = f.minus(n, within.node())
	}
	f.s.Push(n)
	stuck := f.set(r.step.stuck(n, within.node(), f.levels))
	runtime.KeepAlive(s) // a Map's function may collect
	runtime.KeepAlive(within)
	runtime.KeepAlive(r)
	return stuck
}

// stuck returns the tuples of n from which no event with top ≤ k leads into c, all sets over levels 1…k.
func (p *stepper) stuck(n, c node, k int) node {
	if n == empty || c == empty {
		return n
	}
	f, s := p.f, p.f.s
	top := max(s.Level(n), p.wake[k])
	if top == 0 {
		return n
	}
	if c = f.below(c, top); c == empty {
		return n
	}
	op := p.opStuck.With(top)
	if r, ok := s.Lookup(op, n, c); ok {
		return r
	}
	mark := s.Mark()
	pn, pc := s.Push(n), s.Push(c)
	w, wc := f.view(n, top, pn), f.view(c, top, pc)
	at := s.Grow(len(w.arcs))
	same := true
	for i, a := range w.arcs {
		if a == empty {
			continue
		}
		v := w.values.At(i)
		left := p.stuck(a, wc.at(v), top-1)
		s.Put(at+i, left)
		for _, e := range p.events[top] {
			if left == empty {
				break
			}
			p.rel.eachArrow(e, v, func(to int, next rel) {
				left = p.rel.stuck(next, left, wc.at(to))
				s.Put(at+i, left)
			})
		}
		same = same && left == a
	}
	r := n
	if !same {
		r = f.makeAt(top, w.values, at)
	}
	s.Remember(op, n, c, r)
	s.Release(mark)
	return r
}

// stuck returns the tuples of n from which e does not lead into c.
func (r *relations) stuck(e rel, n, c node) node {
	f, s := r.f, r.f.s
	switch {
	case n == empty || c == empty:
		return n
	case e == identity:
		return f.minus(n, c)
	}
	top := max(s.Level(n), r.level(e))
	if c = f.below(c, top); c == empty {
		return n
	}
	op := r.opStuck.With(e)
	if res, ok := s.Lookup(op, n, c); ok {
		return res
	}
	mark := s.Mark()
	pn, pc := s.Push(n), s.Push(c)
	w, wc := f.view(n, top, pn), f.view(c, top, pc)
	at := s.Grow(len(w.arcs))
	same := true
	for i, a := range w.arcs {
		v := w.values.At(i)
		left := a
		if top > r.level(e) {
			left = r.stuck(e, a, wc.at(v))
			s.Put(at+i, left)
		} else if s.Put(at+i, left); a != empty {
			r.eachArrow(e, v, func(to int, next rel) {
				left = r.stuck(next, left, wc.at(to))
				s.Put(at+i, left)
			})
		}
		same = same && left == a
	}
	res := n
	if !same {
		res = f.makeAt(top, w.values, at)
	}
	s.Remember(op, n, c, res)
	s.Release(mark)
	return res
}
