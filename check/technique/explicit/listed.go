package explicit

import (
	"context"
	"math"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/single"
	"brim/engine"
	"brim/engine/explicit"
)

// Questions about listed systems.

// runListed decides the formulas of CTL about a listed system by fixed points on its graph, and shows what a path can
// show. Formulas that a search for one state decides are left to other techniques while these work, since they need not
// visit all states.
func runListed(ctx context.Context, t *board.Turn) error {
	if t.Others() && !slices.ContainsFunc(t.Open(), needsGraph) {
		t.Rest(ctx, math.MaxInt64)
		if len(t.Open()) == 0 || ctx.Err() != nil {
			return ctx.Err()
		}
	}
	s, err := t.Model().States()
	if err != nil {
		return err
	}
	g, err := explicit.Explore(ctx, s, single.StateLimits(t, memoryParts))
	if err != nil {
		return err
	}
	checkers := [...]*explicit.Checker{
		explicit.NewChecker(g, model.Maximal, single.MostBytes/2),
		explicit.NewChecker(g, model.Infinite, single.MostBytes/2),
	}
	return drive.Each(ctx, t, func(ctx context.Context, q *model.Question) (a model.Answer, err error) {
		if t.Others() && !needsGraph(q) {
			t.Rest(ctx, math.MaxInt64)
			if ctx.Err() != nil {
				return a, ctx.Err()
			}
		}
		start, f, c := time.Now(), t.Formula(q), checkers[q.Paths]
		holds, err := c.Holds(ctx, f)
		if err != nil {
			return a, err
		}
		a.Verdict = model.Verdict{Result: engine.Decided(holds), Bound: model.Complete}
		a.Shows = engine.Shown(f, a.Result)
		if q.Trace && model.WantsTrace(f, a.Result) {
			var others int
			if a.Path, others, err = c.Trace(ctx, a.Shows, s.Initial()[0]); err != nil {
				a.Path, a.Untraced, a.Reason = nil, true, err.Error()
			}
			if others > 0 {
				a.Paths = others + 1
			}
		}
		a.Took = time.Since(start)
		return a, nil
	})
}

// needsGraph reports whether a formula of CTL is not decided by a search for one state.
func needsGraph(q *model.Question) bool {
	kind := engine.GoalOf(model.Apart(q.Formula)).Kind
	return kind != engine.Reach && kind != engine.State
}
