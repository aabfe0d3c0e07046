package mdd

import (
	"runtime"

	"brim/dd"
)

// One step of all events at once, inside a given set.

// A stepper makes one step of a relation, inside a set or anywhere, with all events in one recursion: the levels above
// an event's top are walked once for all events, and what lies outside of the set is never built.
type stepper struct {
	f       *Forest
	rel     *relations
	ops     *dd.Ops
	events  [][]rel // by top level
	wake    []int   // the highest level ≤ k with an event that is enabled at local value 0, 0 if there is none
	opStep  dd.Op
	opStuck dd.Op // 0 until used
}

// anything stands for the set of all tuples, on any level: the constraint of a step that may lead anywhere. It is a
// flag in the sense of package dd.
const anything node = 2

// child returns the child at local value v of constraint c, whose arcs are w.
func child(c node, w *view, v int) node {
	if c == anything {
		return c
	}
	return w.at(v)
}

// ImageWithin returns the tuples of within that one event leads to from a tuple of s.
func (r *Relation) ImageWithin(s, within Set) Set {
	r.check("ImageWithin", s)
	r.check("ImageWithin", within)
	defer r.f.s.Release(r.f.s.Mark())
	image := r.f.set(r.oneStep(s.node(), within.node()))
	runtime.KeepAlive(s)
	runtime.KeepAlive(within)
	runtime.KeepAlive(r)
	return image
}

// oneStep returns the part inside c of the image of n.
func (r *Relation) oneStep(n, c node) node {
	if r.step == nil {
		r.step = newStepper(r)
	}
	if r.rel.opWithin == nil {
		r.rel.opWithin = r.rel.ops.NewWide("image within", dd.NodeA|dd.NodeB|dd.NodeResult)
	}
	mark := r.f.s.Mark()
	r.f.s.Push(n)
	r.f.s.Push(c)
	image := r.step.all(n, c, r.f.levels)
	if len(r.byTop[0]) > 0 { // the identity is among the events
		p := r.f.s.Push(image)
		image = r.f.union(r.f.s.At(p), r.rel.imageWithin(identity, n, c))
	}
	r.f.s.Release(mark)
	return image
}

// PreImageWithin returns the tuples of within from which one event leads to a tuple of s. It needs an inverse, see
// Inverse.
func (r *Relation) PreImageWithin(s, within Set) Set {
	r.check("PreImageWithin", s)
	r.check("PreImageWithin", within)
	return r.Inverse().ImageWithin(s, within)
}

func newStepper(r *Relation) *stepper {
	f := r.f
	p := &stepper{f: f, rel: r.rel, ops: f.s.NewOps(), events: r.byTop, wake: make([]int, f.levels+1)}
	p.opStep = p.ops.New("step", dd.NodeA|dd.NodeB|dd.NodeResult)
	for k := 1; k <= f.levels; k++ {
		p.wake[k] = p.wake[k-1]
		for _, e := range r.byTop[k] {
			r.rel.eachArrow(e, 0, func(int, rel) { p.wake[k] = k })
		}
	}
	return p
}

// all returns the part inside c of the images of n under the events with top ≤ k, all sets over levels 1…k.
func (p *stepper) all(n, c node, k int) node {
	if n == empty || c == empty {
		return empty
	}
	f, s := p.f, p.f.s
	top := max(s.Level(n), p.wake[k])
	if top == 0 {
		return empty
	}
	if c = f.below(c, top); c == empty {
		return empty
	}
	op := p.opStep.With(top)
	if r, ok := s.Lookup(op, n, c); ok {
		return r
	}
	mark := s.Mark()
	pn, pc := s.Push(n), s.Push(c)
	w, wc := f.view(n, top, pn), f.view(c, top, pc)
	fr := newFrameFor(f, w.values, 0, 0) // events may lead far away from here
	for i, a := range w.arcs {
		v := w.values.At(i)
		if t := p.all(a, child(c, &wc, v), top-1); t != empty {
			fr.merge(f, v, t)
		}
		if a == empty {
			continue
		}
		for _, e := range p.events[top] {
			p.rel.eachArrow(e, v, func(to int, next rel) {
				if within := child(c, &wc, to); !fr.has(to, within) {
					if t := p.rel.imageWithin(next, a, within); t != empty {
						fr.merge(f, to, t)
					}
				}
			})
		}
	}
	r := fr.finish(f, top)
	s.Remember(op, n, c, r)
	s.Release(mark)
	return r
}

// imageWithin returns the part inside c of the image of n under e.
func (r *relations) imageWithin(e rel, n, c node) node {
	if n == empty || c == empty {
		return empty
	}
	switch {
	case e != identity:
	case c == anything:
		return n
	default:
		return r.f.intersect(n, c)
	}
	f, s := r.f, r.f.s
	low := max(s.Level(n), r.level(e))
	if c = f.below(c, low); c == empty {
		return empty
	}
	op := r.opWithin.With(e)
	if res, ok := s.Lookup(op, n, c); ok {
		return res
	}
	mark := s.Mark()
	pn, pc := s.Push(n), s.Push(c)
	w, wc := f.view(n, low, pn), f.view(c, low, pc)
	fr := newFrameFor(f, w.values, len(w.arcs), r.deltaAt(e, low))
	for i, a := range w.arcs {
		if a == empty {
			continue
		}
		v := w.values.At(i)
		if low > r.level(e) {
			if t := r.imageWithin(e, a, child(c, &wc, v)); t != empty {
				fr.merge(f, v, t)
			}
			continue
		}
		r.eachArrow(e, v, func(to int, next rel) {
			if t := r.imageWithin(next, a, child(c, &wc, to)); t != empty {
				fr.merge(f, to, t)
			}
		})
	}
	res := fr.finish(f, low)
	s.Remember(op, n, c, res)
	s.Release(mark)
	return res
}

// below returns the part of c, a set or anything, whose values on the levels above k are 0, as a set over levels 1…k.
func (f *Forest) below(c node, k int) node {
	for f.s.Level(c) > k {
		c = f.s.Child(c, 0)
	}
	return c
}
