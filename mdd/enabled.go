package mdd

import (
	"fmt"

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
	if event < 0 || event >= len(r.events) {
		panic(fmt.Sprintf("mdd: Enabled: event %d of %d", event, len(r.events)))
	}
	return r.f.set(r.f.enabled(r.events[event], s.node()))
}

func (r *Relation) check(who string, s Set) {
	if s.f != r.f {
		panic("mdd: " + who + ": set and relation of different forests")
	}
}

// enabled returns the tuples of n in which e is enabled.
func (f *Forest) enabled(e rel, n node) node {
	if n == empty || e == identity {
		return n
	}
	s := f.s
	k, top := s.Level(n), f.rel.level(e)
	if k < top { // skipped: the value is 0
		if g, ok := f.rel.gate(e, 0); ok {
			return f.enabledBelow(g, n)
		}
		return empty
	}
	if r, ok := s.Lookup(f.enab.opEnabled, n, e); ok {
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
			d = f.enabled(e, c)
		} else if g, ok := f.rel.gate(e, first+i); ok {
			d = f.enabledBelow(g, c)
		}
		same = same && d == c
		s.Put(p+i, d)
	}
	r := n
	if !same {
		r = f.make(k, first, p)
	}
	s.Remember(f.enab.opEnabled, n, e, r)
	s.Release(mark)
	return r
}

// enabledBelow returns the tuples of n in which one of the gate's chains is enabled.
func (f *Forest) enabledBelow(g gate, n node) node {
	r := f.enabled(g.next, n)
	if len(g.others) == 0 {
		return r
	}
	s := f.s
	mark := s.Mark()
	s.Push(n)
	p := s.Push(r)
	for _, next := range g.others {
		s.Put(p, f.union(s.At(p), f.enabled(next, n)))
	}
	r = s.At(p)
	s.Release(mark)
	return r
}

// disabled returns the tuples of n in which e is not enabled.
func (f *Forest) disabled(e rel, n node) node {
	if n == empty || e == identity {
		return empty
	}
	s := f.s
	k, top := s.Level(n), f.rel.level(e)
	if k < top { // skipped: the value is 0
		if g, ok := f.rel.gate(e, 0); ok {
			return f.disabledBelow(g, n)
		}
		return n
	}
	if r, ok := s.Lookup(f.enab.opDisabled, n, e); ok {
		return r
	}
	mark := s.Mark()
	s.Push(n)
	first, arcs := s.First(n), s.Arcs(n)
	p := s.Grow(len(arcs))
	same := true
	for i, c := range arcs {
		d := c
		if k > top {
			d = f.disabled(e, c)
		} else if g, ok := f.rel.gate(e, first+i); ok {
			d = f.disabledBelow(g, c)
		}
		same = same && d == c
		s.Put(p+i, d)
	}
	r := n
	if !same {
		r = f.make(k, first, p)
	}
	s.Remember(f.enab.opDisabled, n, e, r)
	s.Release(mark)
	return r
}

// disabledBelow returns the tuples of n in which none of the gate's chains is enabled.
func (f *Forest) disabledBelow(g gate, n node) node {
	n = f.disabled(g.next, n)
	for _, next := range g.others {
		n = f.disabled(next, n)
	}
	return n
}
