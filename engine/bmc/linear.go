package bmc

import (
	"context"
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/ltl"
	"brim/petri"
	"brim/petri/structure"
)

// This file decides questions of LTL by lassos, for nets and circuits.

// DecideLTL decides a question of LTL in the initial marking of net by a lasso that satisfies goal.Path, or by a proof
// that there is none. A run that ends in a dead marking stays there or does not count, as paths says. The witness, if
// there is one, has been replayed by the firing rule of net, and its word has been evaluated.
//
// Options are those of Decide, but for three. Algorithm has no meaning. With Start, lassos of so many steps are looked
// for first, then longer ones, each time by half: what is found need not be shortest. With Together, independent
// transitions fire in one step, of which at most one changes what the formula looks at; a path formula that says X is
// an error then. Limits and other errors are those of Decide. Cost: as there; the path formula takes, for each step,
// clauses in proportion to its size, and the ends of lassos some in proportion to the bits of the places.
func DecideLTL(ctx context.Context, net *petri.Net, goal ltl.Goal, paths syntax.Paths, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	facts := o.Facts
	if facts == nil {
		facts = structure.NewProfile(net)
	}
	l, err := newLayout(facts, o.Tokens)
	if err != nil {
		return nil, err
	}
	l.idle, l.together = paths == syntax.Maximal, o.Together
	if o.Together {
		if l.visible, err = l.seen(goal.Path); err != nil {
			return nil, err
		}
	}
	s := newSearch(ctx, l, goalOf(goal), o)
	s.excess = l.excess
	if err := s.run(paths); err != nil {
		return nil, err
	}
	if s.found == nil {
		return s.r, nil
	}
	w := &engine.Witness{Formula: s.goal.Path.Pool().Make(syntax.E, s.goal.Path), Start: net.Initial(), Loop: 0}
	for i, transitions := range s.forward.choices(s.found.steps)[1:] {
		if i == s.found.loop {
			w.Loop = len(w.Steps)
		}
		w.Steps = append(w.Steps, transitions...)
	}
	if w.Loop == len(w.Steps) { // the last step is that of a dead marking
		w.Loop = engine.NoLoop
	}
	if err := w.Check(net, paths); err != nil {
		return nil, fmt.Errorf("bmc: a lasso that is none: %w", err)
	}
	s.r.Witness = w
	return s.r, nil
}

// DecideCircuitLTL decides a question of LTL on the runs of c, as DecideCircuit does. The trace, if there is one, has
// been replayed, and its word has been evaluated.
func DecideCircuitLTL(ctx context.Context, c *circuit.Circuit, goal ltl.Goal, o Options) (*Result, error) {
	return decideCircuit(ctx, c, goalOf(goal), true, o,
		func(trace *circuit.Trace) error { return trace.CheckLTL(c, goal.Path) })
}

// goalOf returns what a search looks for.
func goalOf(g ltl.Goal) engine.Goal {
	return engine.Goal{Formula: g.Question, Path: g.Path, Found: engine.Decided(g.Holds), Kind: engine.Other}
}

// seen lists the transitions that can change the value of a state formula in f, ascending. The error says that f has X,
// for which the number of steps matters.
func (l *layout) seen(f *syntax.Formula) ([]int, error) {
	changes := make([]bool, len(l.effects))
	change := func(place int) {
		for _, t := range l.changes[place] {
			changes[t] = true
		}
	}
	for g := range f.All() {
		switch g.Op {
		case syntax.X:
			return nil, errors.New("steps of several transitions do not decide a formula with X, which counts steps")
		case syntax.Compare:
			for _, t := range g.Terms {
				change(t.Place.Index)
			}
		case syntax.Enabled:
			for _, t := range g.Transitions {
				for _, e := range l.effects[t.Index] {
					change(e.Place)
				}
			}
		case syntax.Deadlock:
			for t := range changes {
				changes[t] = true
			}
		}
	}
	var list []int
	for t, may := range changes {
		if may {
			list = append(list, t)
		}
	}
	return list, nil
}
