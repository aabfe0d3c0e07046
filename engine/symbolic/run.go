package symbolic

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/ltl"
	"brim/ltl/automaton"
	"brim/mdd"
)

// Run decides a question of LTL: whether some run from the initial marking satisfies the goal. Here a is an automaton
// of the path formula of g, and c, a checker of s, says how paths are read. Unless o.None is set, Run also returns such
// a run as a lasso; where it finds none although the run exists, the Reason tells why.
//
// Where the space is not complete, a run found in it is certain, and the absence of runs is certain if no run that the
// automaton reads leaves the space. Limits, a done ctx and sums beyond 64 bits make the verdict Unknown, as for
// Verdict. An error is a fault of this program.
//
// Run calls the forest's Guard, so it cannot run under it.
func (s *Space) Run(ctx context.Context, c *ctl.Checker, g ltl.Goal, a *automaton.Automaton,
	o WitnessOptions) (v engine.Verdict, l *runs.Lasso, err error) {
	limits := o.Limits
	if o.Work > 0 && (limits.Work == 0 || o.Work < limits.Work) {
		limits.Work = o.Work
	}
	v.Bound = s.bound()
	var f runs.Finding
	var x *runs.Product
	if limit := s.Model.Forest.Guard(ctx, limits, func() {
		x = s.product(c, a)
		if o.BySets {
			f, err = x.Run()
		} else {
			f, err = s.accepted(c, x)
		}
	}); limit != nil {
		err = limit
	}
	if err != nil {
		v.Reason, v.Stopped = err.Error(), err
		return v, nil, nil
	}
	switch {
	case f.Some:
		v.Result = engine.Decided(g.Holds)
	case f.Leaks:
		v.Reason = "the part of the state space that was explored does not decide"
		return v, nil, nil
	default:
		v.Result = engine.Decided(!g.Holds)
		return v, nil, nil
	}
	if o.None {
		return v, nil, nil
	}
	if l, err = newRunTracer(newTracer(ctx, s, c, o), x).Lasso(f); errors.Is(err, runs.ErrNoWay) {
		return v, nil, fmt.Errorf("net %s: %w", s.Net.Name, err)
	} else if err != nil {
		v.Reason, v.Stopped = err.Error(), err
	}
	return v, l, nil
}

// accepted looks for a run that is accepted: near the initial marking first, and then by sets, where parts of them that
// may have such runs are looked at again.
func (s *Space) accepted(c *ctl.Checker, x *runs.Product) (f runs.Finding, err error) {
	if !s.Complete {
		return x.Run()
	}
	b, found := runs.NewBall(s.Net, x.Auto, c.Paths(), runs.Reader{Marking: s.Net.Initial(), State: x.Auto.Initial},
		nil)
	if found {
		return runs.Finding{Some: true, Component: -1, Around: b}, nil
	}
	x.Near = func(v runs.Vector) bool {
		q := slices.IndexFunc(v, func(s mdd.Set) bool { return !s.IsEmpty() })
		values, _ := v[q].Pick()
		inside := func(r runs.Reader) bool {
			values, ok := s.Model.Tuple(r.Marking)
			return ok && v[r.State].Contains(values...)
		}
		b, found = runs.NewBall(s.Net, x.Auto, c.Paths(), runs.Reader{Marking: s.Model.Marking(values), State: q},
			inside)
		return found
	}
	if f, err = x.Run(); found {
		f.Around = b
	}
	return f, err
}

// product returns the space as a reads it.
func (s *Space) product(c *ctl.Checker, a *automaton.Automaton) *runs.Product {
	return (&runs.Product{
		Next: s.Model.All, Moves: s.Model.Moves, Init: s.Model.Init, All: s.Reached, Open: s.Open, Joined: s.Complete,
	}).ReadBy(c, a)
}
