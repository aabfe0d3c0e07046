package symbolic

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl"
	"brim/ltl/automaton"
	"brim/mdd"
	"brim/petri"
)

// A Lasso is a run: the steps from the initial marking, the last of which leads back to the marking before step Loop,
// or engine.NoLoop if it ends in a dead marking.
type Lasso struct {
	Steps []int
	Loop  int
	to    []petri.Marking // after each step, of a system whose events may lead to several tuples; nil of a net
}

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
	b, found := newBall(s, x.auto, c.Paths(), reader{s.Net.Initial(), x.auto.Initial}, nil)
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
		b, found = newBall(s, x.auto, c.Paths(), reader{s.Model.Marking(values), q}, inside)
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

// readBy completes a product: the automaton reads it, and the checker, which is one of the markings that count, says
// where propositions hold.
func (x *product) readBy(c *ctl.Checker, a *automaton.Automaton) *product {
	x.dead, x.ends, x.recur = c.Dead(), c.Paths() == syntax.Maximal, c.Recur
	props := make([]*syntax.Formula, len(a.Props))
	for i, f := range a.Props {
		props[i] = syntax.Existential(syntax.Simplify(f, c.Paths()))
	}
	x.guard = func(g automaton.Guard, part mdd.Set) (mdd.Set, error) {
		whole := part.Equal(x.all)
		return guarded(g, part, func(p int, yes bool, set mdd.Set) (mdd.Set, error) {
			held := func() (mdd.Set, error) { return c.Within(set, props[p]) }
			if whole {
				held = func() (mdd.Set, error) { return c.Must(props[p]) } // which the checker keeps
			}
			with, err := held()
			switch {
			case err != nil:
				return set, err
			case yes:
				return set.Intersect(with), nil
			}
			return set.Minus(with), nil
		})
	}
	x.read(a)
	return x
}

// guarded returns the part of a set in which a guard holds; holds returns the part of one in which a proposition does,
// or its negation if yes is false.
func guarded(g automaton.Guard, part mdd.Set, holds func(p int, yes bool, set mdd.Set) (mdd.Set, error)) (mdd.Set, error) {
	some := part.Forest().Empty()
	for _, cube := range g {
		set := part
		for p := range automaton.MostProps {
			if bit := uint64(1) << p; (cube.True|cube.False)&bit != 0 && !set.IsEmpty() {
				var err error
				if set, err = holds(p, cube.True&bit != 0, set); err != nil {
					return set, err
				}
			}
		}
		some = some.Union(set)
	}
	return some, nil
}

// A finding is what is known of the runs that an automaton accepts.
type finding struct {
	some  bool // there is one
	leaks bool // else: there may be one that leaves the markings that count

	reached   vector // what comes to each state of the automaton
	goal      vector // what shows that there is one, by state: nil if each run through these markings is accepted
	component int    // that it stays in for ever, −1 if it ends in a dead marking
	around    *ball  // that has such a run, nil if none is known; in front of it lies goal if that is not nil
}

// run looks for a run that is accepted.
func (x *product) run() (f finding, err error) {
	r, accepted, err := x.reach()
	if accepted || err != nil {
		return finding{some: accepted, reached: r, component: -1}, err
	}
	ends, err := x.deadEnds(r)
	if err != nil || !ends.isEmpty() {
		return finding{some: true, reached: r, goal: ends, component: -1}, err
	}
	for i, c := range x.components {
		if !c.Accepting {
			continue
		}
		if v := x.cycles(i, x.only(i, r)); !v.isEmpty() {
			return finding{some: true, reached: r, goal: v, component: i}, nil
		}
	}
	return finding{leaks: x.leaks(r), reached: r}, nil
}
