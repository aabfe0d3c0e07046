package check

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/petri"
)

// byStubborn is the name of the technique.
const byStubborn = "stubborn"

const (
	stubbornAfter = 2 * time.Second        // what is easy is decided by then
	stubbornSlice = 100 * time.Millisecond // of a question, the first time
	stubbornRoom  = 8                      // the part of the memory that a search may have
)

// stubbornSearch looks at markings one by one, for dead ones, for one goal, or for the largest value of one sum, and
// leaves out the firings that do not matter for that. See explicit.Stubborn.
type stubbornSearch struct{}

func (stubbornSearch) Name() string { return byStubborn }
func (stubbornSearch) sliced()      {}

// Takes takes deadlocks, bounds, EF p and AG p, where p has no path operators.
func (stubbornSearch) Takes(m *Model, q *Question) error {
	switch {
	case m.Net == nil:
		return NoNet(m.Name, byStubborn)
	case q.Kind == Deadlock || q.Kind == Bound:
		return nil
	case q.Kind != Truth || q.Formula == nil:
		return fmt.Errorf("the technique %s decides deadlocks, bounds, EF f and AG f; found a question for %v", byStubborn, q)
	}
	return engine.GoalOf(apart(q.Formula)).Among(byStubborn, engine.Reach)
}

// Run searches in slices of time.
func (stubbornSearch) Run(ctx context.Context, t *Turn) error {
	s, err := t.model.states()
	if err != nil {
		return nil // the initial marking cannot be packed
	}
	return t.attempts(ctx, stubbornAfter, stubbornSlice, func(ctx context.Context, q *Question) error {
		return t.stubborn(ctx, q, s.(*kripke.Net))
	})
}

// stubborn decides one question, if ctx and the memory allow it.
func (t *Turn) stubborn(ctx context.Context, q *Question, n *kripke.Net) (err error) {
	start := time.Now()
	l := kripke.Limits{States: t.options.States, Depth: t.options.Depth, Memory: cmp.Or(t.Room(stubbornRoom), explicitMost)}
	if q.Kind == Bound {
		return t.stubbornBound(ctx, q, n, l)
	}
	goal := engine.GoalOf(t.pool.Make(syntax.EF, t.pool.Deadlock()))
	if q.Kind == Truth {
		goal = engine.GoalOf(t.Formula(q))
	}
	s := explicit.Towards(n, goal.State())
	if q.Kind == Deadlock {
		s = explicit.Deadlocks(n)
	}
	holds, err := n.Predicate(goal.State())
	if err != nil {
		return err
	}
	x, err := kripke.Explore(ctx, s, holds, l)
	switch {
	case err != nil:
		return err
	case x.Goal == nil && !x.Complete:
		return x.Stopped
	}
	a := Answer{Verdict: Verdict{Result: goal.Found, Bound: x.Covered}}
	if x.Goal == nil {
		a.Result, a.Bound = goal.Found.Negate(), Complete
	}
	if q.Trace {
		a.follow(t.model, goal.Formula, x.Found)
	}
	a.Took = time.Since(start)
	t.Answer(q, a)
	return nil
}

// stubbornBound finds the largest value of a sum.
func (t *Turn) stubbornBound(ctx context.Context, q *Question, n *kripke.Net, l kripke.Limits) error {
	of, ok := n.Sum(q.Sum)
	if !ok {
		return nil
	}
	most := of(n.Initial()[0])
	x, err := kripke.Explore(ctx, explicit.Upwards(n, q.Sum), func(s kripke.State) bool { most = max(most, of(s)); return false }, l)
	switch {
	case err != nil:
		return err
	case !x.Complete:
		t.Narrow(q, most, petri.Omega, byStubborn)
		return x.Stopped
	}
	t.Narrow(q, most, most, byStubborn)
	return nil
}
