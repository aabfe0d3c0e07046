package mdd

import "runtime"

// The tuples in which an event is enabled.

// Enabled returns the tuples of s in which the event of the given number, counted from 0, is enabled.
// Cost: O(nodes of s on and above the levels of the event's steps).
func (r *Relation) Enabled(event int, s Set) Set {
	r.check("Enabled", s)
	defer r.f.s.Release(r.f.s.Mark())
	enabled := r.f.set(r.rel.enabled(r.event("Enabled", event), s.node()))
	runtime.KeepAlive(s) // a Map's function may collect
	runtime.KeepAlive(r)
	return enabled
}

// enabled returns the tuples of n in which e is enabled.
func (r *relations) enabled(e rel, n node) node { return r.where(e, n, true) }

// where returns the tuples of n in which e is enabled or, if on is false, those in which it is disabled.
func (r *relations) where(e rel, n node, on bool) node {
	which, never := enabledPart, empty // never: the result where e is disabled for all of n
	if !on {
		which, never = disabledPart, n
	}
	switch {
	case n == empty || e == identity && !on:
		return empty
	case e == identity:
		return n
	}
	f, s, op := r.f, r.f.s, r.part(which)
	k, top := s.Level(n), r.level(e)
	if k < top { // skipped: the value is 0
		if g, ok := r.gate(e, 0); ok {
			return r.where(g.next, n, on)
		}
		return never
	}
	if res, ok := s.Lookup(op, n, e); ok {
		return res
	}
	mark := s.Mark()
	s.Push(n)
	values, arcs := s.Values(n), s.Arcs(n)
	p := s.Grow(len(arcs))
	same := true
	for i, c := range arcs {
		d := empty
		if k > top {
			d = r.where(e, c, on)
		} else if g, ok := r.gate(e, values.At(i)); ok {
			d = r.where(g.next, c, on)
		} else if !on {
			d = c
		}
		same = same && d == c
		s.Put(p+i, d)
	}
	res := n
	if !same {
		res = f.makeAt(k, values, p)
	}
	s.Remember(op, n, e, res)
	s.Release(mark)
	return res
}
