package bmc

import (
	"context"
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/petri"
)

// Decide decides f, one of EF p, AG p, EG p and AF p, where p has no path operators, or such a p alone, in the initial marking of net. In a dead marking a path ends or
// does not count, as paths says. The witness, if there is one, has been replayed by the firing rule of net.
//
// A limit, that of ctx included, leaves the verdict unknown, with the reason; Stopped is the cause if ctx ended. The error says that f is of another kind, that a place has no
// bound (UnboundedError), that options contradict each other, or what is wrong with an external solver. Cost: the unrolling takes, for each step, clauses in
// proportion to the arcs and to the bits of the places, and paths without a loop as many bits for each pair of steps.
func Decide(ctx context.Context, net *petri.Net, f *syntax.Formula, paths syntax.Paths, o Options) (*Result, error) {
	t, err := newTask(f)
	if err != nil {
		return nil, err
	}
	if !t.path.Temporal() {
		r := &Result{Length: -1, Verdict: engine.Verdict{Result: engine.Fails, Bound: engine.Complete}}
		if engine.Eval(net, t.path, net.Initial()) {
			r.Result = engine.Holds
		}
		return r, nil
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Together && t.path.Op == syntax.EG {
		return nil, fmt.Errorf("steps of several transitions do not decide %v: the markings within a step are not looked at", f)
	}
	l, err := newLayout(net, o.Tokens)
	if err != nil {
		return nil, err
	}
	l.together, l.rising = o.Together, t.path.Op == syntax.EF && !o.Together && l.concurrent()
	l.risingFirst = l.rising && (o.Start == 0 || o.Algorithm != Refined && o.Algorithm != None) // a path that is there is found sooner among all of them
	s := newSearch(ctx, l, t, o)
	s.excess = l.excess
	if err := s.run(paths); err != nil {
		return nil, err
	}
	if s.found == nil {
		return s.r, nil
	}
	w := &engine.Witness{Formula: t.path, Start: net.Initial(), Steps: s.fired(s.found.steps), Loop: engine.NoLoop}
	if s.found.loop >= 0 {
		w.Loop = s.found.loop
	}
	if err := w.Check(net, paths); err != nil {
		return nil, fmt.Errorf("bmc: a path that is none: %w", err)
	}
	s.r.Witness = w
	return s.r, nil
}

// DecideCircuit decides f, one of EF p, AG p, EG p and AF p, where p has no path operators, on the runs of c: EF p says that some run has a step after which p holds,
// EG p that p holds all the time on some infinite run. Places of f are signals, see circuit.Circuit.Names. The trace, if there is one, has been replayed.
//
// Limits and errors are those of Decide; Tokens and Together have no meaning here and are errors. For EF and AG only what p and the constraints of c depend on is unrolled. Cost: the
// unrolling takes three clauses for each gate and step at most, and mostly far fewer.
func DecideCircuit(ctx context.Context, c *circuit.Circuit, f *syntax.Formula, o Options) (*Result, error) {
	t, err := newTask(f)
	if err != nil {
		return nil, err
	}
	if !t.path.Temporal() {
		return nil, fmt.Errorf("bounded model checking of a circuit decides EF p, AG p, EG p and AF p; found %v", f)
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Together || o.Tokens > 0 {
		return nil, errors.New("bounded model checking: a circuit has no transitions and no tokens; expected neither steps of several transitions nor a bound of tokens")
	}
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("bounded model checking: circuit %s: %w", c.Name, err)
	}
	k, err := newCone(ctx, c, t.path, t.path.Op == syntax.EG)
	s := newSearch(ctx, k, t, o)
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
	if err := trace.Check(c, s.goal); err != nil {
		return nil, fmt.Errorf("bmc: a trace that is none: %w", err)
	}
	s.r.Trace = trace
	return s.r, nil
}
