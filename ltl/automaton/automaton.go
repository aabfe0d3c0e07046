// Package automaton translates formulas of LTL to Büchi automata: transition-based generalised ones, by a tableau
// [Cou99], made small by simulation [SB00] and by minimal automata of obligations [DEK07], and classified as terminal,
// weak or strong. It knows neither nets nor how an automaton is used.
package automaton

import (
	"iter"

	"brim/ctl/syntax"
)

// MostProps and MostMarks are how many propositions and marks an automaton can have: bits of a word.
const (
	MostProps = 64
	MostMarks = 64
)

// An Automaton is a transition-based generalised Büchi automaton. It reads the states of a run one after the other,
// from position 0 on: an arc can be taken if its guard holds in the state at hand. It accepts a run if it can read all
// of it, for ever, and see each mark infinitely often on the way; without marks reading is enough.
//
// Invariant: guards are satisfiable, arcs of a state differ in guard, target or marks, states are reachable from
// Initial, and from each state some run is accepted. An automaton that accepts nothing has one state without arcs.
type Automaton struct {
	Props   []*syntax.Formula // state formulas without path operators, what guards speak of; at most MostProps
	States  []State
	Initial int
	Marks   int // how many; those of arcs are numbered from 0, at most MostMarks
}

// A State of an automaton has a number, its index.
type State struct {
	Arcs []Arc
}

// An Arc leads to another state, or to the same.
type Arc struct {
	Guard Guard
	To    int
	Marks uint64 // a bit for each mark
}

// A Guard is a disjunction of cubes. It is never empty.
type Guard []Cube

// A Cube is a conjunction of propositions and negated propositions, by the bits of their indices. Without any it is
// true.
type Cube struct{ True, False uint64 }

// Holds reports whether the cube holds where the propositions with the bits of values do, and no others.
func (c Cube) Holds(values uint64) bool { return values&c.True == c.True && values&c.False == 0 }

// Holds reports whether one of the cubes does.
func (g Guard) Holds(values uint64) bool {
	for _, c := range g {
		if c.Holds(values) {
			return true
		}
	}
	return false
}

// From yields the arcs of a state that can be taken where the propositions with the bits of values hold.
func (a *Automaton) From(state int, values uint64) iter.Seq[Arc] {
	return func(yield func(Arc) bool) {
		for _, arc := range a.States[state].Arcs {
			if arc.Guard.Holds(values) && !yield(arc) {
				return
			}
		}
	}
}

// All returns the marks that a run has to see: a bit for each.
func (a *Automaton) All() uint64 {
	if a.Marks == MostMarks {
		return ^uint64(0)
	}
	return 1<<a.Marks - 1
}
