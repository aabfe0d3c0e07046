package ctl

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/mdd"
)

// A Modal computes bounds of CTL formulas on tuples that stand for many states each: a modal transition system [GHJ01].
//
//   - Surely leads from a tuple to one that stands for a successor of each of its states.
//   - Maybe leads from the tuples of a state to a tuple of each successor.
//
// Then a formula holds in all states of the tuples of Must, and in no state that a tuple outside of May stands for.
type Modal struct {
	Surely, Maybe *mdd.Relation
	// Universe is a set of tuples that neither relation leaves. The inverses of the relations must exist.
	Universe mdd.Set
	// Atom bounds a comparison or an enabled(…).
	Atom  func(f *syntax.Formula) Bounds
	Paths syntax.Paths

	known map[side]map[*syntax.Formula]mdd.Set
}

// Must returns the tuples in all of whose states f holds, as far as the relations tell.
//
// Time is not bounded by the formula's size: run it under the forest's Guard.
func (m *Modal) Must(f *syntax.Formula) mdd.Set { return m.bound(m.normal(f), must) }

// May returns the tuples that stand for a state in which f may hold.
func (m *Modal) May(f *syntax.Formula) mdd.Set { return m.bound(m.normal(f), may) }

// normal returns f, simplified, in existential form.
func (m *Modal) normal(f *syntax.Formula) *syntax.Formula {
	return syntax.Existential(syntax.Simplify(f, m.Paths))
}

// bound computes one bound of a formula in existential form, each once.
func (m *Modal) bound(f *syntax.Formula, s side) mdd.Set {
	if set, ok := m.known[s][f]; ok {
		return set
	}
	set := m.operate(f, s)
	if m.known == nil {
		m.known = map[side]map[*syntax.Formula]mdd.Set{must: {}, may: {}}
	}
	m.known[s][f] = set
	return set
}

// operate computes a bound of f from those of its operands.
func (m *Modal) operate(f *syntax.Formula, s side) mdd.Set {
	all, none, next := m.Universe, m.Universe.Forest().Empty(), m.steps(s)
	switch f.Op {
	case syntax.True:
		return all
	case syntax.False:
		return none
	case syntax.Deadlock:
		return m.dead(s)
	case syntax.Compare, syntax.Enabled:
		b := m.Atom(f)
		if s == must {
			return b.Must
		}
		return b.May
	case syntax.Not:
		return all.Minus(m.bound(f.Args[0], !s))
	case syntax.And:
		set := all
		for _, g := range f.Args {
			if set = set.Intersect(m.bound(g, s)); set.IsEmpty() {
				break
			}
		}
		return set
	case syntax.Or:
		set := none
		for _, g := range f.Args {
			set = set.Union(m.bound(g, s))
		}
		return set
	case syntax.EX:
		return next.PreImageWithin(m.bound(f.Args[0], s), all)
	case syntax.EU:
		goal := m.bound(f.Args[1], s)
		if goal.IsEmpty() {
			return goal
		}
		return next.Inverse().SaturateWithin(goal, m.bound(f.Args[0], s))
	case syntax.EG:
		ends := none
		if m.Paths == syntax.Maximal {
			ends = m.dead(s)
		}
		return always(next, m.bound(f.Args[0], s), ends)
	}
	panic(fmt.Sprintf("ctl: operator %v in existential form", f.Op))
}

// steps returns the relation by which EX is computed on a side.
func (m *Modal) steps(s side) *mdd.Relation {
	if s == must {
		return m.Surely
	}
	return m.Maybe
}

// Dead returns tuples whose states have no successors: if sure is true those all of whose states have none, else those
// that stand for a state without successors.
func (m *Modal) Dead(sure bool) mdd.Set { return m.dead(side(!sure)) }

// dead returns a bound of the set of states without successors.
func (m *Modal) dead(s side) mdd.Set { return m.steps(!s).Dead(m.Universe) }
