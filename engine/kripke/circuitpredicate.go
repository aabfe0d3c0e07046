package kripke

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/petri"
)

// Predicate returns a function that reports whether f, over the signals of the circuit (circuit.Circuit.Names), holds
// in a state. Cost: the gates that f depends on. The error names a signal that depends on inputs, by its gates if not
// by its values: such a one has no value in a state.
func (x *Circuit) Predicate(f *syntax.Formula) (Predicate, error) {
	signals := x.signals
	values := make([]uint64, x.c.Variables())
	var used []circuit.Lit
	holds, err := NewPredicate(f, func(f *syntax.Formula) (Predicate, error) {
		switch f.Op {
		case syntax.Deadlock:
			return func(State) bool { return false }, nil
		case syntax.Enabled:
			return nil, fmt.Errorf("%v: the steps of circuit %s have no names", f, x.c.Name)
		}
		for _, t := range f.Terms {
			l := signals[t.Place.Index].Lit
			if x.moving[l.Var()] {
				return nil, fmt.Errorf("%v: signal %s of circuit %s depends on inputs; engines that look at single "+
					"states need signals that depend on latches only",
					f, t.Place.Name, x.c.Name)
			}
			used = append(used, l)
		}
		return x.comparison(f, signals, values), nil
	})
	if err != nil {
		return nil, err
	}
	g := x.cone(used)
	return func(s State) bool {
		x.stand(values, s, g)
		return holds(s)
	}, nil
}

// comparison returns the predicate of a comparison, given the values of its signals.
func (x *Circuit) comparison(f *syntax.Formula, signals []circuit.Signal, values []uint64) Predicate {
	if len(f.Terms) == 1 {
		t := f.Terms[0]
		no, yes := f.Rel.Holds(0, f.Const), f.Rel.Holds(t.Weight, f.Const)
		l := signals[t.Place.Index].Lit
		return func(State) bool {
			if word(values, l)&1 == 1 {
				return yes
			}
			return no
		}
	}
	m := make(petri.Marking, len(signals)) // of a net whose places are the signals
	return func(State) bool {
		for _, t := range f.Terms {
			m[t.Place.Index] = int64(word(values, signals[t.Place.Index].Lit) & 1)
		}
		return engine.Eval(nil, f, m)
	}
}
