package check

import (
	"cmp"
	"context"
	"time"

	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
)

// listed decides the formulas of CTL about a listed system by fixed points on its graph, and shows what paths can.
func (t *Turn) listed(ctx context.Context) error {
	s, err := t.model.states()
	if err != nil {
		return err
	}
	l := kripke.Limits{States: t.options.States, Depth: t.options.Depth, Memory: cmp.Or(t.Room(explicitRoom), explicitMost)}
	g, err := explicit.Explore(ctx, s, l)
	if err != nil {
		return err
	}
	checkers := [...]*explicit.Checker{
		explicit.NewChecker(g, Maximal, explicitMost/2), explicit.NewChecker(g, Infinite, explicitMost/2),
	}
	return t.each(ctx, func(ctx context.Context, q *Question) (a Answer, err error) {
		start, f, c := time.Now(), t.Formula(q), checkers[q.Paths]
		holds, err := c.Holds(ctx, f)
		if err != nil {
			return a, err
		}
		a.Verdict = Verdict{Result: engine.Decided(holds), Bound: Complete}
		a.Shows = engine.Shown(f, a.Result)
		if q.Trace && wantsTrace(f, a.Result) {
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
