package main

import (
	"context"
	"fmt"

	"brim/engine"
	"brim/engine/kripke"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

// A bfsEngine looks at states in the order of their distance.
type bfsEngine struct{}

func (*bfsEngine) name() string               { return "bfs" }
func (*bfsEngine) flags(*cobra.Command)       {}
func (*bfsEngine) uses() []string             { return []string{limitStates, limitDepth} }
func (*bfsEngine) begin(*cobra.Command) error { return nil }

// check decides EF f and AG f, where f has no path operators, and their negations, and f alone.
func (e *bfsEngine) check(ctx context.Context, q *request) (*explicitAnswer, error) {
	f, a, err := q.begin()
	if err != nil || !f.Temporal() {
		return a, err
	}
	goal := engine.GoalOf(f)
	if err := goal.Among(e.name(), engine.Reach); err != nil {
		return nil, err
	}
	holds, err := q.Predicate(goal.State())
	if err != nil {
		return nil, err
	}
	x, err := kripke.Explore(ctx, q.Structure, holds, q.limits)
	if err != nil {
		return nil, err
	}
	a.Bound = x.Covered
	switch {
	case x.Goal != nil:
		a.Result, a.path = goal.Found, x.Found
		if x.Stopped != nil {
			a.Reason = q.reason(x.Stopped)
		}
	case x.Complete:
		a.Result, a.Bound = goal.Found.Negate(), engine.Complete
	default:
		a.Reason = q.reason(x.Stopped)
	}
	a.shows = engine.Shown(f, a.Result)
	a.exploration(x)
	return a, nil
}

// exploration takes over the numbers of a breadth-first search.
func (a *explicitAnswer) exploration(x *kripke.Exploration) {
	a.statistics = newExplorationReport(x)
	a.rows = []label{
		{"states", quantity.Int(x.States())},
		{"transitions", fmt.Sprintf("%s from %s", quantity.Int(x.Transitions), quantity.Count(x.Expanded, "state"))},
		{"levels", quantity.Int(len(x.Levels))},
	}
}
