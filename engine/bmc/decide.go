package bmc

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/petri"
	"brim/petri/structure"
)

// This file decides questions about one path operator, for nets and circuits.

// Decides returns nil if Decide decides the formula of a goal, and otherwise the error that says so.
func Decides(goal engine.Goal) error {
	return goal.Among("bmc", engine.State, engine.Reach, engine.Stay)
}

// Decide decides f, one of EF p, AG p, EG p and AF p, where p has no path operators, or such a p alone, in the initial
// marking of net. In a dead marking a path ends or does not count, as paths says. The witness, if there is one, has
// been replayed by the firing rule of net.
//
// A limit, that of ctx included, leaves the verdict unknown, with the reason; Stopped is the cause if ctx ended. The
// error says that f is of another kind, that a place has no bound (*structure.UnboundedPlaceError), that options
// contradict each other. Cost: the unrolling takes, for each step, clauses in
// proportion to the arcs and to the bits of the places, and paths without a loop as many bits for each pair of steps.
func Decide(ctx context.Context, net *petri.Net, f *syntax.Formula, paths syntax.Paths, o Options) (*Result, error) {
	goal := engine.GoalOf(f)
	if err := Decides(goal); err != nil {
		return nil, err
	}
	if goal.Kind == engine.State {
		r := &Result{Length: -1, Verdict: engine.Verdict{Bound: engine.Complete}}
		r.Result = engine.Decided(engine.Eval(net, goal.Path, net.Initial()))
		return r, nil
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Together && goal.Kind == engine.Stay {
		return nil, fmt.Errorf("steps of several transitions do not decide %v: the markings within a step are not "+
			"looked at", f)
	}
	facts := o.Facts
	if facts == nil {
		facts = structure.NewProfile(net)
	}
	l, err := newLayout(facts, o.Tokens)
	if err != nil {
		return nil, err
	}
	l.together, l.rising = o.Together, goal.Kind == engine.Reach && !o.Together && l.concurrent()
	// a path that is there is found sooner among all of them
	l.risingFirst = l.rising && (o.Start == 0 || o.Algorithm != Refined && o.Algorithm != None)
	s := newSearch(ctx, l, goal, o)
	s.excess = l.excess
	if err := s.run(paths); err != nil {
		return nil, err
	}
	if s.found == nil {
		return s.r, nil
	}
	w := &engine.Witness{Formula: goal.Path, Start: net.Initial(), Steps: s.fired(s.found.steps), Loop: s.found.loop}
	if err := w.Check(net, paths); err != nil {
		return nil, fmt.Errorf("bmc: a path that is none: %w", err)
	}
	s.r.Witness = w
	return s.r, nil
}

var errTokens = errors.New("bounded model checking: a circuit has no transitions and no tokens; " +
	"expected neither steps of several transitions nor a bound of tokens")

// DecideCircuit decides f, one of EF p, AG p, EG p and AF p, where p has no path operators, on the runs of c: EF p says
// that some run has a step after which p holds, EG p that p holds all the time on some infinite run. Places of f are
// signals, see circuit.Circuit.Names. The trace, if there is one, has been replayed.
//
// Limits and errors are those of Decide; Tokens and Together have no meaning here and are errors. For EF and AG only
// what p and the constraints of c depend on is unrolled. Cost: the unrolling takes three clauses for each gate and step
// at most, and mostly far fewer.
func DecideCircuit(ctx context.Context, c *circuit.Circuit, f *syntax.Formula, o Options) (*Result, error) {
	goal := engine.GoalOf(f)
	if err := goal.Among("bmc", engine.Reach, engine.Stay); err != nil {
		return nil, err
	}
	return decideCircuit(ctx, c, goal, goal.Kind == engine.Stay, o,
		func(trace *circuit.Trace) error { return trace.Check(c, goal.State()) })
}

// decideCircuit decides a goal on the paths of c, which go on for ever if runs. check replays what shows it.
func decideCircuit(
	ctx context.Context, c *circuit.Circuit, goal engine.Goal, runs bool, o Options, check func(*circuit.Trace) error,
) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Together || o.Tokens > 0 {
		return nil, errTokens
	}
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("bounded model checking: circuit %s: %w", c.Name, err)
	}
	if goal.Kind == engine.Reach {
		o.patience = cmp.Or(o.patience, circuitPatience)
	}
	k, err := newCone(ctx, c, goal.Path, runs)
	s := newSearch(ctx, k, goal, o)
	if err != nil {
		s.verdict(false, err)
		return s.r, nil
	}
	if err := s.run(syntax.Infinite); errors.Is(err, circuit.ErrNoStart) {
		return nil, fmt.Errorf("circuit %s: %w", c.Name, err)
	} else if err != nil {
		return nil, err
	}
	if s.found == nil {
		return s.r, nil
	}
	trace := k.trace(s.forward.state(0), s.forward.choices(s.found.steps))
	trace.Loop = s.found.loop
	if err := check(trace); err != nil {
		return nil, fmt.Errorf("bmc: a trace that is none: %w", err)
	}
	s.r.Trace = trace
	return s.r, nil
}
