package symbolic

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl"
	"brim/engine"
	"brim/ltl"
	"brim/ltl/automaton"
	"brim/mdd"
)

// Run decides a question of LTL: whether some run from the initial marking satisfies the goal, of whose path formula a
// is an automaton, in the reading of paths of c, a checker of s. Unless o.None says otherwise it also looks for such a
// run, if there is one; then the Reason tells why the lasso is nil.
//
// Where the space is not complete, a run that was found in it is certain, and that there is none is where no run that
// the automaton reads leads out of it. Limits, a done ctx and sums beyond 64 bits make the verdict Unknown, as those of
// Verdict do. An error is a fault of this program.
//
// Run calls the forest's Guard, so it cannot run under it.
func (s *Space) Run(ctx context.Context, c *ctl.Checker, g ltl.Goal, a *automaton.Automaton, o WitnessOptions) (v engine.Verdict, l *Lasso, err error) {
	limits := o.Limits
	if o.Work > 0 && (limits.Work == 0 || o.Work < limits.Work) {
		limits.Work = o.Work
	}
	v.Bound = s.bound()
	var f finding
	var x *product
	if limit := s.Model.Forest.Guard(ctx, limits, func() {
		x = s.product(c, a)
		if o.BySets {
			f, err = x.run()
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
	case f.some:
		v.Result = engine.Decided(g.Holds)
	case f.leaks:
		v.Reason = "the part of the state space that was explored does not decide"
		return v, nil, nil
	default:
		v.Result = engine.Decided(!g.Holds)
		return v, nil, nil
	}
	if o.None {
		return v, nil, nil
	}
	if l, err = newRunTracer(newTracer(ctx, s, c, o), x).lasso(f); errors.Is(err, errNoWay) {
		return v, nil, fmt.Errorf("net %s: %w", s.Net.Name, err)
	} else if err != nil {
		v.Reason, v.Stopped = err.Error(), err
	}
	return v, l, nil
}

// accepted looks for a run that is accepted: near the initial marking first, and then by sets, where parts of them that
// may have such runs are looked at again.
func (s *Space) accepted(c *ctl.Checker, x *product) (f finding, err error) {
	if !s.Complete {
		return x.run()
	}
	b, found := newBall(s.Net, x.auto, c.Paths(), reader{s.Net.Initial(), x.auto.Initial}, nil)
	if found {
		return finding{some: true, component: -1, around: b}, nil
	}
	x.near = func(v vector) bool {
		q := slices.IndexFunc(v, func(s mdd.Set) bool { return !s.IsEmpty() })
		values, _ := v[q].Pick()
		inside := func(r reader) bool {
			values, ok := s.Model.Tuple(r.m)
			return ok && v[r.q].Contains(values...)
		}
		b, found = newBall(s.Net, x.auto, c.Paths(), reader{s.Model.Marking(values), q}, inside)
		return found
	}
	if f, err = x.run(); found {
		f.around = b
	}
	return f, err
}

// product returns the space as a reads it.
func (s *Space) product(c *ctl.Checker, a *automaton.Automaton) *product {
	return (&product{
		next: s.Model.All, moves: s.Model.Moves, init: s.Model.Init, all: s.Reached, open: s.Open, joined: s.Complete,
	}).readBy(c, a)
}
