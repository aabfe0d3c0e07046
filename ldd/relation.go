package ldd

import (
	"cmp"
	"fmt"
	"slices"

	"brim/dd"
)

// Relations: events that shift values, as chains of steps.

// A Step is the effect of an event on the variable of one level: where its value is Least at least, it changes by
// Delta. A value never gets below 0, so Least counts as −Delta if it is less.
type Step struct{ Level, Least, Delta int }

// A rel is the number of a link, or same, the end of all chains, where nothing happens.
type rel = uint32

const (
	same   rel = 0
	closes     = ^rel(0) // stands for a chain in results: the set is not yet closed below, see saturator.start
)

// A link is a step and the chain of the steps below it.
type link struct {
	level, least, delta int
	next                rel
}

// A Relation is a list of events over the variables of a forest. It belongs to the forest.
type Relation struct {
	f      *Forest
	links  []link
	known  map[link]rel
	events []rel
	moves  [][]rel // by top level: the different events that change something
	// From value generic[k] on the events with top k depend on differences of values alone; deepest[k] is the most that
	// one of them takes.
	generic, deepest []int

	ops                                                 *dd.Ops
	opFire, opList, opExtend, opDisabled, opDisabledAll dd.Op

	cells []position // of lists that are being worked on
	deep  int        // calls of extend under way
}

// NewRelation returns a relation without events.
func (f *Forest) NewRelation() *Relation {
	const one = dd.NodeA | dd.NodeResult
	ops := f.s.NewOps()
	return &Relation{
		f: f, links: make([]link, 1), known: map[link]rel{}, moves: make([][]rel, f.levels+1),
		generic: make([]int, f.levels+1), deepest: make([]int, f.levels+1),
		ops: ops, opFire: ops.New("fire", one), opList: ops.New("fire at all values", one),
		opExtend: ops.New("extend", one|dd.NodeB), opDisabled: ops.New("disabled", one),
		opDisabledAll: ops.New("disabled at all values", one),
	}
}

// Add adds an event with these steps, at most one for each level. All events are added before the relation is used.
func (r *Relation) Add(steps ...Step) {
	steps = slices.Clone(steps)
	slices.SortFunc(steps, func(a, b Step) int { return cmp.Compare(a.Level, b.Level) })
	e, moves := same, false
	for i, s := range steps {
		if s.Level < 1 || s.Level > r.f.levels || i > 0 && s.Level == steps[i-1].Level {
			panic(fmt.Sprintf("ldd: Add: a step of level %d, expected different ones from 1 to %d", s.Level,
				r.f.levels))
		}
		l := link{level: s.Level, least: max(s.Least, -s.Delta, 0), delta: s.Delta, next: e}
		if max(l.least, l.delta) > MaxValue {
			panic(fmt.Sprintf("ldd: Add: step %+v beyond value %d", s, MaxValue))
		}
		n, ok := r.known[l]
		if !ok {
			n = rel(len(r.links))
			r.links = append(r.links, l)
			r.known[l] = n
		}
		e, moves = n, moves || s.Delta != 0
	}
	r.events = append(r.events, e)
	if k := r.links[e].level; moves && !slices.Contains(r.moves[k], e) {
		r.moves[k] = append(r.moves[k], e)
		l := &r.links[e]
		r.deepest[k] = max(r.deepest[k], -l.delta)
		r.generic[k] = max(r.generic[k], l.least-max(0, -l.delta))
	}
}

// Dead returns the tuples of a in which no event is enabled.
func (r *Relation) Dead(a Set) Set {
	s := r.f.s
	defer s.Release(s.Mark())
	n := a.root.Node()
	at := s.Push(n)
	for _, e := range r.events {
		n = r.disabled(e, n)
		s.Put(at, n)
	}
	return r.f.set(n)
}

// disabled returns the tuples of n in which e is disabled.
func (r *Relation) disabled(e rel, n node) node {
	if n == empty || e == same {
		return empty
	}
	f, s := r.f, r.f.s
	if res, ok := s.Lookup(r.opDisabled, n, e); ok {
		return res
	}
	mark := s.Push(n)
	k, l, whole := s.Level(n), r.links[e], e
	v, cell := f.split(n)
	start := len(r.cells)
	if l.level == k {
		for e = l.next; cell != empty && v < l.least; {
			r.cells = append(r.cells, position{cell, v})
			distance, next := f.rest(cell)
			v, cell = v+distance, next
		}
	}
	at := s.Push(r.disabledAll(e, cell))
	s.Put(at, f.raise(s.At(at), v))
	for len(r.cells) > start { // those below l.least stay
		c := r.cells[len(r.cells)-1]
		r.cells = r.cells[:len(r.cells)-1]
		rest, first := empty, 0
		if s.At(at) != empty {
			first, rest = f.split(s.At(at))
		}
		s.Put(at, f.raise(f.link(k, f.follows(c.cell), rest, first-c.value), c.value))
	}
	res := s.At(at)
	s.Remember(r.opDisabled, n, whole, res)
	s.Release(mark)
	return res
}

// disabledAll returns the list that begins with cell, which the work stack keeps, with the tuples of what follows in
// which e is disabled. Its values count from that of cell on.
func (r *Relation) disabledAll(e rel, cell node) node {
	f, s := r.f, r.f.s
	if cell == empty || e == same {
		return empty
	}
	start := len(r.cells)
	list, above := empty, 0
	for cell != empty {
		known, ok := s.Lookup(r.opDisabledAll, cell, e)
		if ok {
			list = known
			break
		}
		r.cells = append(r.cells, position{cell, above})
		above, cell = f.rest(cell)
	}
	at := s.Push(list)
	for len(r.cells) > start {
		x := r.cells[len(r.cells)-1]
		r.cells = r.cells[:len(r.cells)-1]
		d := s.Push(r.disabled(e, f.follows(x.cell)))
		if above > 0 {
			s.Put(at, f.raise(s.At(at), above-1))
		}
		s.Put(at, f.cons(s.Level(x.cell), s.At(d), s.At(at)))
		s.Release(d)
		s.Remember(r.opDisabledAll, x.cell, e, s.At(at))
		above = x.value
	}
	list = s.At(at)
	s.Release(at)
	return list
}
