package explicit

import (
	"context"
	"fmt"

	"brim/ctl/syntax"

	"brim/engine/kripke"
)

// This file makes of what a local search has found few states that suffice to see it.

// An Excerpt is a part of a state space that decides a formula in its first state: where a path shows something the
// path is there, and where all successors matter they all are.
type Excerpt struct {
	Holds  bool
	States []ExcerptState
}

// An ExcerptState is a state of an excerpt with what the decision rests on of its transitions.
type ExcerptState struct {
	State    kripke.State
	From     int   // an earlier state that leads here; of no meaning for the first
	Label    int   // of the transition from there
	Next     []int // successors of use, without duplicates
	Complete bool  // Next is all successors
}

// A claim is that a formula in existential form holds in a state, or that it does not.
type claim struct {
	f     *syntax.Formula
	state int
	holds bool
}

// An excerpter collects the states that claims rest on.
//
// Why a claim about a path operator is true: E(f U g) and EG f by the next state on the path that was found, EX f by
// one successor. Their negations by all successors, where the same is claimed, unless the state decides. The searches
// have found these reasons in an order without circles, where a circle would be wrong: for E(f U g) along the path, for
// !EG f in the order in which the search left the states.
type excerpter struct {
	*Local
	*Excerpt
	most   int
	todo   []claim
	known  map[claim]bool
	number map[int]int // of states in the excerpt
	whole  map[int]bool
}

// Excerpt decides f, a formula of CTL, in a state as Holds does, but without simplifying it. It returns at most so many
// states that decide each operator of f as the search did, or a *kripke.LimitError. The errors are those of Holds.
// The search is good for one excerpt.
func (l *Local) Excerpt(ctx context.Context, f *syntax.Formula, start kripke.State, most int) (*Excerpt, error) {
	f = syntax.Existential(f)
	l.chosen = map[*syntax.Formula]map[int]int{}
	s, _ := l.table.Add(start)
	is, err := l.holds(ctx, f, s)
	if err != nil {
		return nil, err
	}
	x := &excerpter{
		Local: l, Excerpt: &Excerpt{Holds: is}, most: most, known: map[claim]bool{}, number: map[int]int{},
		whole: map[int]bool{},
	}
	x.add(s, 0, 0)
	x.want(claim{f, s, is})
	for i := 0; len(x.todo) > 0; i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(x.States) > most {
			return nil, &kripke.LimitError{Kind: "state", Max: int64(most)}
		}
		c := x.todo[0]
		x.todo = x.todo[1:]
		if err := x.reason(c); err != nil {
			return nil, err
		}
	}
	return x.Excerpt, nil
}

// add adds a state that is reached from another one, and returns its number in the excerpt.
func (x *excerpter) add(s, from, label int) int {
	n, known := x.number[s]
	if !known {
		n = len(x.States)
		x.number[s] = n
		x.States = append(x.States, ExcerptState{State: x.table.State(s), From: from, Label: label})
	}
	return n
}

// want has a claim justified.
func (x *excerpter) want(c claim) {
	for c.f.Op == syntax.Not {
		c.f, c.holds = c.f.Args[0], !c.holds
	}
	if c.f.Temporal() && !x.known[c] {
		x.known[c] = true
		x.todo = append(x.todo, c)
	}
}

// value returns what the search has found of f in s.
func (x *excerpter) value(f *syntax.Formula, s int) (mark, error) {
	of := func(is bool) mark {
		if is {
			return holds
		}
		return fails
	}
	switch {
	case !f.Temporal():
		is, err := x.holds(context.Background(), f, s) // without a search
		return of(is), err
	case f.Op == syntax.Not:
		m, err := x.value(f.Args[0], s)
		switch m {
		case holds:
			m = fails
		case fails:
			m = holds
		}
		return m, err
	case f.Op == syntax.And || f.Op == syntax.Or:
		result := of(f.Op == syntax.And)
		for _, g := range f.Args {
			switch m, err := x.value(g, s); {
			case err != nil:
				return open, err
			case m == of(f.Op == syntax.Or):
				return m, nil
			case m != result:
				result = open
			}
		}
		return result, nil
	}
	if m := *x.mark(f, s); m == holds || m == fails {
		return m, nil
	}
	return open, nil
}

// is reports whether f is known to have the value in s.
func (x *excerpter) is(value bool, f *syntax.Formula, s int) bool {
	m, err := x.value(f, s)
	return err == nil && (value && m == holds || !value && m == fails)
}

// reason adds the states and claims that justify a claim.
func (x *excerpter) reason(c claim) error {
	f, s := c.f, c.state
	last := f.Args[len(f.Args)-1]
	switch f.Op {
	case syntax.And, syntax.Or:
		if c.holds == (f.Op == syntax.And) {
			for _, g := range f.Args {
				x.want(claim{g, s, c.holds})
			}
			return nil
		}
		for _, temporal := range []bool{false, true} {
			for _, g := range f.Args {
				if g.Temporal() == temporal && x.is(c.holds, g, s) {
					x.want(claim{g, s, c.holds})
					return nil
				}
			}
		}
		return fmt.Errorf("explicit: no operand decides %v", f)
	case syntax.EX:
		return x.after(c, claim{f: last, holds: c.holds}, -1)
	case syntax.EU:
		if x.is(true, last, s) {
			x.want(claim{last, s, true})
			return nil
		}
		if !c.holds {
			x.want(claim{last, s, false})
		}
		if first := f.Args[0]; c.holds {
			x.want(claim{first, s, true})
		} else if x.is(false, first, s) {
			x.want(claim{first, s, false})
			return nil
		}
	case syntax.EG:
		if !c.holds && x.is(false, last, s) {
			x.want(claim{last, s, false})
			return nil
		}
		if c.holds {
			x.want(claim{last, s, true})
		}
	}
	next := -1
	if to, ok := x.chosen[f][s]; ok {
		next = to
	}
	return x.after(c, claim{f: f, holds: c.holds}, next)
}

// after justifies a claim by another one about a successor if it is that a formula holds, else about all of them. A
// successor can be given; −1 stands for any that has it.
func (x *excerpter) after(c, other claim, next int) error {
	n := x.number[c.state]
	if x.whole[c.state] && !c.holds {
		for _, to := range x.States[n].Next {
			other.state, _ = x.table.Find(x.States[to].State)
			x.want(other)
		}
		return nil
	}
	if err := x.structure.Successors(x.table.State(c.state), &x.out); err != nil {
		return err
	}
	for i := range x.out.Len() {
		to, known := x.table.Find(x.out.State(i))
		if c.holds && (!known || next >= 0 && to != next || next < 0 && !x.is(true, other.f, to)) {
			continue
		}
		k := x.add(to, n, x.out.Label(i))
		x.link(n, k)
		other.state = to
		x.want(other)
		if c.holds {
			return nil
		}
	}
	if c.holds && x.out.Len() > 0 {
		return fmt.Errorf("explicit: no successor shows %v", c.f)
	}
	x.whole[c.state], x.States[n].Complete = true, true
	return nil
}

// link notes that one state of the excerpt leads to another.
func (x *excerpter) link(from, to int) {
	next := &x.States[from].Next
	for _, k := range *next {
		if k == to {
			return
		}
	}
	*next = append(*next, to)
}
