package check

import (
	"context"

	"brim/engine"
	"brim/engine/kripke"
)

// BFS looks at states one by one, in the order of their distance.
type BFS struct{}

// Name returns "bfs".
func (BFS) Name() string { return "bfs" }

// Takes takes EF p, AG p and p, where p has no path operators.
func (BFS) Takes(_ *Model, q *Question) error { return overStates("bfs", q, engine.Reach) }

// Run decides one question after the other.
func (BFS) Run(ctx context.Context, t *Turn) error {
	return t.eachGoal(ctx, func(ctx context.Context, _ *Question, goal engine.Goal) (a Answer, err error) {
		s, err := t.model.states()
		if err != nil {
			return a, err
		}
		holds, err := s.Predicate(goal.State())
		if err != nil {
			return a, err
		}
		x, err := kripke.Explore(ctx, s, holds, t.stateLimits())
		if err != nil {
			return a, err
		}
		a.Bound, a.Verdict.Stopped = x.Covered, x.Stopped
		switch {
		case x.Goal != nil:
			a.Result = goal.Found
		case x.Complete:
			a.Result, a.Bound = goal.Found.Negate(), Complete
		}
		a.follow(t.model, goal.Formula, x.Found)
		a.Statistics = newBreadth(x)
		return a, nil
	})
}

// A Breadth is what a breadth-first search found.
type Breadth struct {
	States      int     `json:"states"`
	Expanded    int     `json:"expanded"`
	Transitions int64   `json:"transitions"`
	Deadlocks   int     `json:"deadlocks"`
	Levels      []int   `json:"levels"` // states at each distance
	FanOut      float64 `json:"fan_out"`
	Bytes       int64   `json:"table_bytes"`
}

func newBreadth(x *kripke.Exploration) *Breadth {
	return &Breadth{x.States(), x.Expanded, x.Transitions, x.Deadlocks, x.Levels, x.FanOut(), x.Table.Bytes()}
}
