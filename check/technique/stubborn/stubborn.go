package stubborn

import (
	"context"
	"fmt"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/single"
	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/petri"
)

const (
	stubbornAfter = 2 * time.Second        // what is easy is decided by then
	stubbornSlice = 100 * time.Millisecond // of a question, the first time
	stubbornParts = 8                      // the divisor of the memory for a search
)

// Technique searches for dead markings, for one goal, or for the largest value of one sum, marking by marking, and
// leaves out firings that do not matter for that; see explicit.Stubborn.
type Technique struct{}

// Name returns "stubborn".
func (Technique) Name() string { return "stubborn" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true, ByState: true} }

// Takes takes deadlocks, bounds, EF p and AG p, where p has no path operators.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.Net == nil:
		return model.NoNet(m.Name, "stubborn")
	case q.Kind == model.Deadlock || q.Kind == model.Bound:
		return nil
	case q.Kind != model.Truth || q.Formula == nil:
		return fmt.Errorf("the technique stubborn decides deadlocks, bounds, EF f and AG f; found a question for %v", q)
	}
	return engine.GoalOf(model.Apart(q.Formula)).Among("stubborn", engine.Reach)
}

// Run searches in slices of time.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	s, err := t.Model().States()
	if err != nil {
		return nil // the initial marking cannot be packed
	}
	return drive.Attempts(ctx, t, stubbornAfter, stubbornSlice,
		func(ctx context.Context, q *model.Question) (bool, error) {
			return searchStubbornly(ctx, t, q, s.(*kripke.Net))
		})
}

// searchStubbornly decides one question by an exploration with stubborn sets, if ctx and the memory allow it, and
// reports whether it did. Bounds are left to searchUpwards.
func searchStubbornly(ctx context.Context, t *board.Turn, q *model.Question, n *kripke.Net) (done bool, err error) {
	start := time.Now()
	l := single.StateLimits(t, stubbornParts)
	if q.Kind == model.Bound {
		return searchUpwards(ctx, t, q, n, l)
	}
	var goal engine.Goal
	var s kripke.Structure
	if q.Kind == model.Deadlock {
		goal, s = engine.GoalOf(q.Kind.Formula(t.Pool(), t.Net())), explicit.Deadlocks(n)
	} else {
		goal = engine.GoalOf(t.Formula(q))
		s = explicit.Towards(n, goal.State())
	}
	holds, err := n.Predicate(goal.State())
	if err != nil {
		return false, err
	}
	x, err := kripke.Explore(ctx, s, holds, l)
	switch {
	case err != nil:
		return false, err
	case x.Goal == nil && !x.Complete:
		return false, x.Stopped
	}
	a := model.Answer{Verdict: model.Verdict{Result: goal.Found, Bound: x.Covered}}
	if x.Goal == nil {
		a.Result, a.Bound = goal.Found.Negate(), model.Complete
	}
	if q.Trace {
		single.Follow(&a, t.Model(), goal.Formula, x.Found)
	}
	a.Took = time.Since(start)
	t.Answer(q, a)
	return true, nil
}

// searchUpwards finds the largest value of a sum. It reports whether it is done.
func searchUpwards(ctx context.Context, t *board.Turn, q *model.Question, n *kripke.Net, l kripke.Limits) (done bool,
	err error) {
	of, ok := n.Sum(q.Sum)
	if !ok {
		return true, nil
	}
	most := of(n.Initial()[0])
	x, err := kripke.Explore(ctx, explicit.Upwards(n, q.Sum),
		func(s kripke.State) bool { most = max(most, of(s)); return false }, l)
	switch {
	case err != nil:
		return false, err
	case !x.Complete:
		t.Narrow(q, most, petri.Omega, "stubborn")
		return false, x.Stopped
	}
	t.Narrow(q, most, most, "stubborn")
	return true, nil
}
