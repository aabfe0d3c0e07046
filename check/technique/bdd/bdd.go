package bdd

import (
	"cmp"
	"context"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/bits"
	"brim/check/technique/internal/single"
	"brim/engine"
)

// Technique searches breadth first through sets of states, which are binary decision diagrams of a library.
type Technique struct {
	Tokens int64 // most tokens in places without a known bound; 0 is none
}

// Name returns "bdd".
func (Technique) Name() string { return "bdd" }

// Takes takes EF p, AG p and p, where p has no path operators.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	return bits.Takes("bdd", m, q, engine.Reach)
}

// If other techniques work, bdd waits for them: sets of states either decide a circuit at once, or take much time and
// memory.
const (
	setsAfter  = time.Second
	mostBeside = 500_000 // nodes, if the run has no limit for them
)

// Run decides one question after the other by a breadth-first fixed point of sets of states. If other techniques work,
// it waits for them first and limits the number of its nodes.
func (e Technique) Run(ctx context.Context, t *board.Turn) error {
	most := t.Options().Nodes
	if t.Others() {
		t.Rest(ctx, setsAfter)
		most = cmp.Or(most, mostBeside)
	}
	return single.EachGoal(ctx, t, func(ctx context.Context, _ *model.Question, goal engine.Goal) (a model.Answer,
		err error) {
		x, g, err := bits.Of(t.Model(), e.Tokens, goal.State())
		if err != nil {
			return a, err
		}
		r, err := x.Fixpoint(ctx, g, most)
		if err != nil {
			return a, err
		}
		a.Verdict.Stopped = r.Stopped
		switch {
		case r.Path != nil:
			bits.Follow(&a, goal, r.Path, x)
		case r.Found:
			a.Result, a.Shows, a.Untraced = goal.Found, engine.Shown(goal.Formula, goal.Found), true
		case r.Complete:
			a.Result, a.Bound = goal.Found.Negate(), model.Complete
			a.Shows = engine.Shown(goal.Formula, a.Result)
		case r.Stopped == nil:
			a.Reason = "places can hold more tokens than is promised, and what follows was left out"
		}
		// If bounds are only declared, markings may have been left out. The last layer may not have been examined.
		if net := t.Net(); a.Bound != model.Complete && e.Tokens == 0 &&
			(net == nil || net.Units == nil || !net.Units.Safe) {
			a.Bound = max(r.Steps-1, 0)
		}
		if r.States != nil {
			a.Statistics = &Statistics{r.States.String(), r.Steps, r.Nodes}
		}
		return a, nil
	})
}

// A Statistics is what a search by sets found.
type Statistics struct {
	States string `json:"states"` // for a circuit, of the latches that the formula depends on
	Steps  int    `json:"steps"`  // to the farthest states
	Nodes  int    `json:"nodes"`
}
