package mdd

import (
	"runtime"

	"brim/dd"
)

// enabling is a forest's part in questions about where events are enabled.
type enabling struct {
	opEnabled, opDisabled, opDead dd.Op

	guards map[*Relation]*deadGuards
	marks  uint32 // given out so far
}

func (e *enabling) init(s *dd.Store) {
	e.opEnabled = s.NewOp(dd.NodeA | dd.NodeResult)
	e.opDisabled = s.NewOp(dd.NodeA | dd.NodeResult)
	e.opDead = s.NewOp(dd.NodeA | dd.NodeResult)
	e.guards = map[*Relation]*deadGuards{}
}

// Enabled returns the tuples of s in which the event of the given number, counted from 0, is enabled.
// Cost: O(nodes of s on and above the levels of the event's steps).
func (r *Relation) Enabled(event int, s Set) Set {
	r.check("Enabled", s)
	enabled := r.f.set(r.f.enabled(r.event("Enabled", event), s.node()))
	runtime.KeepAlive(s) // a Map's function may collect
	return enabled
}

// enabled returns the tuples of n in which e is enabled.
func (f *Forest) enabled(e rel, n node) node { return f.part(e, n, true) }

// part returns the tuples of n in which e is enabled or, if on is false, those in which it is not.
func (f *Forest) part(e rel, n node, on bool) node {
	op, never := f.enab.opEnabled, empty // never: what is left of n where e is never enabled
	if !on {
		op, never = f.enab.opDisabled, n
	}
	switch {
	case n == empty || e == identity && !on:
		return empty
	case e == identity:
		return n
	}
	s := f.s
	k, top := s.Level(n), f.rel.level(e)
	if k < top { // skipped: the value is 0
		if g, ok := f.rel.gate(e, 0); ok {
			return f.partBelow(g, n, on)
		}
		return never
	}
	if r, ok := s.Lookup(op, n, e); ok {
		return r
	}
	mark := s.Mark()
	s.Push(n)
	first, arcs := s.First(n), s.Arcs(n)
	p := s.Grow(len(arcs))
	same := true
	for i, c := range arcs {
		d := empty
		if k > top {
			d = f.part(e, c, on)
		} else if g, ok := f.rel.gate(e, first+i); ok {
			d = f.partBelow(g, c, on)
		} else if !on {
			d = c
		}
		same = same && d == c
		s.Put(p+i, d)
	}
	r := n
	if !same {
		r = f.make(k, first, p)
	}
	s.Remember(op, n, e, r)
	s.Release(mark)
	return r
}

// partBelow is part for the gate's chains: the tuples of n in which one of them is enabled, or none.
func (f *Forest) partBelow(g gate, n node, on bool) node {
	r := f.part(g.next, n, on)
	if len(g.others) == 0 {
		return r
	}
	s := f.s
	mark := s.Mark()
	s.Push(n)
	p := s.Push(r)
	for _, next := range g.others {
		if on {
			s.Put(p, f.union(s.At(p), f.part(next, n, true)))
		} else {
			s.Put(p, f.part(next, s.At(p), false))
		}
	}
	r = s.At(p)
	s.Release(mark)
	return r
}
