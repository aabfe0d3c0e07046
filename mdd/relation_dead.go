package mdd

import (
	"math"
	"runtime"

	"brim/dd"
)

// Deadlocks: the tuples of a set in which no event is enabled.

// Dead returns the tuples of s in which no event is enabled. An event counts as enabled also where
// it leads back to the same tuple.
//
// Bottom-up, it takes from each child the tuples in which an event of its parent's level is enabled; the set of all
// enabled tuples is never built.
func (r *Relation) Dead(s Set) Set {
	r.check("Dead", s)
	f := r.f
	defer f.s.Release(f.s.Mark())
	if len(r.byTop[0]) > 0 { // the identity is enabled everywhere
		return f.Empty()
	}
	if r.guards == nil {
		r.guards = f.deadGuards(r)
	}
	g := r.guards
	g.memo = deadMemo{} // a limit may have left one that is not finished
	n := f.set(g.dead(s.node(), f.levels))
	g.memo = deadMemo{}
	runtime.KeepAlive(r)
	return n
}

// deadGuards are the guards of a relation.
type deadGuards struct {
	*guards
	mark uint32 // the number of these events in the computed table
	memo deadMemo
}

// deadGuards returns the guards of the events that r has now.
func (f *Forest) deadGuards(r *Relation) *deadGuards {
	if f.marks == math.MaxUint32 {
		f.s.Exceed(&LimitError{Kind: "operations", At: math.MaxUint32 + 1, Max: math.MaxUint32})
	}
	f.marks++
	return &deadGuards{guards: newGuards(r.rel, r.byTop), mark: f.marks}
}

// A deadMemo has the results of below for the arcs seen so far, by child and class of gates. Parents of one level
// mostly differ in arcs that lead to the same children at values with the same gates, where this memo saves a lookup
// for the child and one for each gate. It holds no node, so the next collection ends it.
type deadMemo struct {
	names       dd.Numbering
	results     []node
	collections int
}

// dead returns the tuples of n, a set over levels 1…k, in which no event with top ≤ k is enabled.
func (g *deadGuards) dead(n node, k int) node {
	if n == empty {
		return n
	}
	f, s := g.f, g.f.s
	top := max(s.Level(n), g.wake[k]) // above it no event is enabled
	if top == 0 {
		return n
	}
	op := f.opDead.With(top)
	if r, ok := s.Lookup(op, n, g.mark); ok {
		return r
	}
	mark := s.Mark()
	w := f.view(n, top, s.Push(n))
	p := s.Grow(len(w.arcs))
	same := s.Level(n) == top
	for i, c := range w.arcs {
		if c != empty {
			d := g.below(c, top, w.values.At(i))
			same = same && d == c
			s.Put(p+i, d)
		}
	}
	r := n
	if !same {
		r = f.makeAt(top, w.values, p)
	}
	s.Remember(op, n, g.mark, r)
	s.Release(mark)
	return r
}

// below returns the tuples of c, the child at local value v of level k, in which no event with top ≤ k is enabled.
func (g *deadGuards) below(c node, k, v int) node {
	gates, class := g.class(k, v)
	m := &g.memo
	if now := g.f.s.Collections(); m.names.Len() == 0 || m.collections != now {
		*m = deadMemo{names: dd.NewNumbering(), collections: now}
	}
	number, isNew := m.names.Number(uint64(class)<<32 | uint64(c))
	if !isNew {
		return m.results[number]
	}
	m.results = append(m.results, empty)
	before := m.collections
	d := g.shut(c, k, gates)
	if m.collections == before && g.f.s.Collections() == before {
		m.results[number] = d
	}
	return d
}

// shut computes below: the dead tuples of the child, less those in which one of the gates is open.
func (g *deadGuards) shut(c node, k int, gates []gate) node {
	for _, gate := range gates {
		if gate.next == identity { // enabled whatever is below
			return empty
		}
	}
	s := g.f.s
	mark := s.Mark()
	p := s.Push(g.dead(c, k-1)) // a gate may call a function of a Map, which may collect
	for _, gate := range gates {
		s.Put(p, g.rel.where(gate.next, s.At(p), false))
	}
	d := s.At(p)
	s.Release(mark)
	return d
}
