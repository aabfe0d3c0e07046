package bfs

import (
	"context"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/single"
	"brim/engine"
	"brim/engine/kripke"
)

// Technique searches states one by one, in the order of their distance from the initial state.
type Technique struct{}

// Name returns "bfs".
func (Technique) Name() string { return "bfs" }

// Takes takes EF p, AG p and p, where p has no path operators.
func (Technique) Takes(_ *model.Model, q *model.Question) error {
	return single.TakesGoals("bfs", q, engine.Reach)
}

// Run decides one question after the other by a breadth-first search for a state that satisfies the goal.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	return single.EachGoal(ctx, t, func(ctx context.Context, _ *model.Question, goal engine.Goal) (a model.Answer,
		err error) {
		s, err := t.Model().States()
		if err != nil {
			return a, err
		}
		holds, err := s.Predicate(goal.State())
		if err != nil {
			return a, err
		}
		x, err := kripke.Explore(ctx, s, holds, single.SearchLimits(t))
		if err != nil {
			return a, err
		}
		a.Bound, a.Verdict.Stopped = x.Covered, x.Stopped
		switch {
		case x.Goal != nil:
			a.Result = goal.Found
		case x.Complete:
			a.Result, a.Bound = goal.Found.Negate(), model.Complete
		}
		single.Follow(&a, t.Model(), goal.Formula, x.Found)
		a.Statistics = newStatistics(x)
		return a, nil
	})
}

// Statistics is what a breadth-first search found.
type Statistics struct {
	States      int     `json:"states"`
	Expanded    int     `json:"expanded"`
	Transitions int64   `json:"transitions"`
	Deadlocks   int     `json:"deadlocks"`
	Levels      []int   `json:"levels"` // how many states have each distance
	FanOut      float64 `json:"fan_out"`
	Bytes       int64   `json:"table_bytes"`
}

func newStatistics(x *kripke.Exploration) *Statistics {
	return &Statistics{x.States(), x.Expanded, x.Transitions, x.Deadlocks, x.Levels, x.FanOut(), x.Table.Bytes()}
}
