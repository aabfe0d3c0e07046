package model

import (
	"slices"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/engine/system"
)

// The tuples of a system as single states.

// systemStates are the single tuples of a system, for engines that look at states one by one and for the replay of
// runs. A word of a state holds the values of two variables.
type systemStates struct {
	*system.System
	initial []kripke.State
}

// PackedTuple returns values as a state.
func PackedTuple(values []int) kripke.State {
	s := make(kripke.State, (len(values)+1)/2)
	for i, v := range values {
		s[i/2] |= uint64(v) << (i % 2 * 32)
	}
	return s
}

// value returns the value of a variable in a state.
func value(s kripke.State, variable int) int64 {
	return int64(s[variable/2] >> (variable % 2 * 32) & (1<<32 - 1))
}

// statesOf returns the states of a system that starts in the tuple with the given values of its variables.
func statesOf(s *system.System, values []int) *systemStates {
	return &systemStates{System: s, initial: []kripke.State{PackedTuple(values)}}
}

// startsAt returns the structure in which to replay a path. A system may start in more tuples than can be listed, so
// the structure starts where the path does, if the system may start there.
func (m *Model) startsAt(p *kripke.Path) (kripke.Structure, error) {
	if m.System == nil {
		return m.States()
	}
	_, first := m.System.Starts()
	x := statesOf(m.System, first)
	if len(p.States) > 0 && len(p.States[0]) == x.Words() {
		if values := x.values(p.States[0]); m.System.StartsIn(values) {
			return statesOf(m.System, values), nil
		}
	}
	return x, nil
}

func (x *systemStates) values(s kripke.State) []int {
	values := make([]int, len(x.Variables()))
	for i := range values {
		values[i] = int(value(s, i))
	}
	return values
}

// Words returns the number of words of a state.
func (x *systemStates) Words() int { return (len(x.Variables()) + 1) / 2 }

// Initial returns the one initial state.
func (x *systemStates) Initial() []kripke.State { return x.initial }

// Labels returns the names of the events.
func (x *systemStates) Labels() []string { return x.Events() }

// Format writes a state for people.
func (x *systemStates) Format(s kripke.State) string { return x.System.Format(x.values(s)) }

// number returns what a formula finds at an index.
func (x *systemStates) number(s kripke.State, index int) int64 {
	variable, of := x.Numbered(index)
	v := value(s, variable)
	if of != nil {
		return of[v]
	}
	return v
}

// Successors lists the states that events lead to.
func (x *systemStates) Successors(s kripke.State, out *kripke.Successors) error {
	out.Reset(len(s))
	return x.System.Successors(x.values(s), func(event int, to []int) { copy(out.Add(event, s), PackedTuple(to)) })
}

// Predicate returns a function that reports whether f holds in a state.
func (x *systemStates) Predicate(f *syntax.Formula) (kripke.Predicate, error) {
	var out kripke.Successors
	return kripke.NewPredicate(f, func(f *syntax.Formula) (kripke.Predicate, error) {
		switch f.Op {
		case syntax.Deadlock:
			return func(s kripke.State) bool { return x.Successors(s, &out) == nil && out.Len() == 0 }, nil
		case syntax.Enabled:
			return func(s kripke.State) bool {
				if x.Successors(s, &out) != nil {
					return true // the error is that of an event which leads to a value that is too large
				}
				for i := range out.Len() {
					if slices.ContainsFunc(f.Transitions, func(t syntax.Ref) bool { return t.Index == out.Label(i) }) {
						return true
					}
				}
				return false
			}, nil
		}
		return func(s kripke.State) bool { return kripke.Compares(f, func(i int) int64 { return x.number(s, i) }) }, nil
	})
}
