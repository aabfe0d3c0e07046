package mdd

import "runtime"

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

// where returns the tuples of n in which e is enabled or, if on is false, those in which it is not.
func (r *relations) where(e rel, n node, on bool) node {
	which, never := enabledPart, empty // never: what is left of n where e is never enabled
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
			return r.whereBelow(g, n, on)
		}
		return never
	}
	if res, ok := s.Lookup(op, n, e); ok {
		return res
	}
	mark := s.Mark()
	s.Push(n)
	first, arcs := s.First(n), s.Arcs(n)
	p := s.Grow(len(arcs))
	same := true
	for i, c := range arcs {
		d := empty
		if k > top {
			d = r.where(e, c, on)
		} else if g, ok := r.gate(e, first+i); ok {
			d = r.whereBelow(g, c, on)
		} else if !on {
			d = c
		}
		same = same && d == c
		s.Put(p+i, d)
	}
	res := n
	if !same {
		res = f.make(k, first, p)
	}
	s.Remember(op, n, e, res)
	s.Release(mark)
	return res
}

// whereBelow is where for the gate's chains: the tuples of n in which one of them is enabled, or none.
func (r *relations) whereBelow(g gate, n node, on bool) node {
	res := r.where(g.next, n, on)
	if len(g.others) == 0 {
		return res
	}
	s := r.f.s
	mark := s.Mark()
	s.Push(n)
	p := s.Push(res)
	for _, next := range g.others {
		if on {
			s.Put(p, r.f.union(s.At(p), r.where(next, n, true)))
		} else {
			s.Put(p, r.where(next, s.At(p), false))
		}
	}
	res = s.At(p)
	s.Release(mark)
	return res
}
