package runs

import (
	"slices"

	"brim/ltl/automaton"
	"brim/mdd"
)

// The product of a state space and an automaton as a vector of sets, and what can be reached in it.

// A Vector has a set of markings for each state of an automaton: those that the state may be about to read.
type Vector []mdd.Set

// isEmpty reports whether all of its sets are.
func (v Vector) isEmpty() bool {
	return !slices.ContainsFunc(v, func(s mdd.Set) bool { return !s.IsEmpty() })
}

// A Product is a state space as an automaton reads it: a vector of sets, rather than sets with one more level. Guards
// are sets then, a step along an arc is an image of the part of a set where its guard holds, and arcs that lead from a
// state to itself are a closure inside their guards, which constrained saturation finds. [DKPT11]
//
// Dead markings have no steps here: see deadEnds.
type Product struct {
	Auto       *automaton.Automaton
	components []automaton.Component // in topological order
	within     []int                 // by state: the index of its component

	// Next has all steps. moves reaches the same markings, and may lack steps that change nothing.
	Next, Moves *mdd.Relation
	Init        mdd.Set
	All         mdd.Set // the markings that count: nothing else is looked at
	Open        mdd.Set // those of all that may have successors elsewhere
	Dead        mdd.Set // those of all without any
	Ends        bool    // whether runs may end in these: syntax.Maximal
	Joined      bool    // all of all can be reached from init inside all

	// Guard returns the part of a set in which a guard holds. If the set is all, it may keep what it finds.
	Guard func(g automaton.Guard, part mdd.Set) (mdd.Set, error)
	// recur is ctl.Checker.Recur; nil is not known.
	recur func(events []bool, part mdd.Set) bool
	// Near reports whether a run that is accepted is seen at once inside a vector; nil does not look.
	Near func(v Vector) bool

	// By state, once something has come there; see prepare.
	arcs  [][]passage // to other states and to itself
	stays []mdd.Set   // where an arc leads back to the state
	ready []bool
}

// A passage is an arc of the automaton with the markings in which its guard holds: of all, or for a state that no cycle
// goes through of those that were found to come there.
type passage struct {
	to    int
	marks uint64
	where mdd.Set
}

// Read sets what follows from the automaton.
func (x *Product) Read(a *automaton.Automaton) {
	x.Auto, x.components = a, a.Components()
	n := len(a.States)
	x.within, x.arcs, x.ready = make([]int, n), make([][]passage, n), make([]bool, n)
	x.stays = x.none()
	for i, c := range x.components {
		for _, q := range c.States {
			x.within[q] = i
		}
	}
}

// none returns a vector of empty sets.
func (x *Product) none() Vector {
	v := make(Vector, len(x.Auto.States))
	for q := range v {
		v[q] = x.All.Forest().Empty()
	}
	return v
}

// prepare finds where the guards of the arcs of a state hold, once. part is what has come to the state; more may come
// only if a cycle goes through it.
func (x *Product) prepare(q int, part mdd.Set) error {
	if x.ready[q] {
		return nil
	}
	c := x.components[x.within[q]]
	if !c.Trivial {
		part = x.All
	}
	arcs, stays := []passage(nil), part.Forest().Empty()
	for _, a := range x.Auto.States[q].Arcs {
		where, err := x.Guard(a.Guard, part)
		if err != nil {
			return err
		}
		if where.IsEmpty() {
			continue
		}
		arcs = append(arcs, passage{a.To, a.Marks, where})
		if a.To == q {
			stays = stays.Union(where)
		}
	}
	x.arcs[q], x.stays[q], x.ready[q] = arcs, stays, true
	return nil
}

// inside reports whether a passage from q does not leave its component.
func (x *Product) inside(q int, a passage) bool { return x.within[a.to] == x.within[q] }

// stay returns what comes inside a set to state q, where more has come, along arcs from it to itself.
func (x *Product) stay(q int, come, inside mdd.Set) mdd.Set {
	stays := inside.Intersect(x.stays[q])
	switch {
	case stays.IsEmpty() || come.IsEmpty():
		return come
	case x.Joined && stays.Equal(x.All) && !come.Intersect(x.Init).IsEmpty():
		return x.All
	}
	passed := x.Moves.SaturateWithin(come.Intersect(stays), stays)
	return come.Union(passed).Union(x.Next.ImageWithin(passed, inside.Minus(stays)))
}

// everywhere returns the vector that has all markings for each state.
func (x *Product) everywhere() Vector {
	v := make(Vector, len(x.Auto.States))
	for q := range v {
		v[q] = x.All
	}
	return v
}

// reach returns what comes to each state. It ends early, and reports so, where that is enough for a run that is
// accepted.
func (x *Product) reach() (r Vector, accepted bool, err error) {
	r = x.none()
	r[x.Auto.Initial] = x.Init
	all := x.everywhere()
	for i, c := range x.components {
		if accepted, err = x.spread(i, r, all); accepted || err != nil {
			return r, accepted, err
		}
		for _, q := range c.States {
			for _, a := range x.arcs[q] {
				if !x.inside(q, a) {
					r[a.to] = r[a.to].Union(x.step(r[q], a, x.All))
				}
			}
		}
	}
	return r, false, nil
}

// spread adds to r what comes along the arcs inside a component and inside the sets given. It reports whether something
// came to a state that accepts all.
func (x *Product) spread(component int, r, inside Vector) (accepted bool, err error) {
	states := x.components[component].States
	dirty := map[int]bool{}
	for _, q := range states {
		dirty[q] = !r[q].IsEmpty()
	}
	for again := true; again; {
		again = false
		for _, q := range states {
			if !dirty[q] {
				continue
			}
			dirty[q] = false
			if err := x.prepare(q, r[q]); err != nil {
				return false, err
			}
			if x.accepts(q) {
				return true, nil
			}
			r[q] = x.stay(q, r[q], inside[q])
			for _, a := range x.arcs[q] {
				if a.to == q || !x.inside(q, a) {
					continue
				}
				if larger := r[a.to].Union(x.step(r[q], a, inside[a.to])); !larger.Equal(r[a.to]) {
					r[a.to], dirty[a.to], again = larger, true, true
				}
			}
		}
	}
	return false, nil
}

// step returns what comes from a set along an arc into another one.
func (x *Product) step(set mdd.Set, a passage, inside mdd.Set) mdd.Set {
	return x.Next.ImageWithin(set.Intersect(a.where), inside)
}

// accepts reports whether all that comes to a state makes runs that are accepted: whatever follows, arcs with all marks
// lead back to it, and something follows, or runs may end.
func (x *Product) accepts(q int) bool {
	if !x.Ends && !(x.Dead.IsEmpty() && x.Open.IsEmpty()) {
		return false
	}
	if takesAll(x.Auto, q) {
		return true
	}
	where := x.All.Forest().Empty()
	for _, a := range x.arcs[q] {
		if a.to == q && a.marks == x.Auto.All() {
			where = where.Union(a.where)
		}
	}
	return x.Open.IsEmpty() && where.Equal(x.All)
}

// takesAll reports whether an arc with all marks, whatever comes, leads back to a state.
func takesAll(a *automaton.Automaton, q int) bool {
	return slices.ContainsFunc(a.States[q].Arcs, func(arc automaton.Arc) bool {
		return arc.To == q && arc.Marks == a.All() && arc.Guard.Always()
	})
}

// leaks reports whether something of r may step out of the markings that count.
func (x *Product) leaks(r Vector) bool {
	for q, arcs := range x.arcs {
		for _, a := range arcs {
			if !r[q].Intersect(a.where).Intersect(x.Open).IsEmpty() {
				return true
			}
		}
	}
	return false
}
