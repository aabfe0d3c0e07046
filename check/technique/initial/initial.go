package initial

import (
	"context"
	"errors"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/runs"
	"brim/engine"
)

// Technique decides formulas without path operators in the initial marking of a net, and makes those of LTL simpler.
type Technique struct{}

// Name returns "initial".
func (Technique) Name() string { return "initial" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Early: true, Linear: true} }

// Takes takes formulas of CTL without path operators, and formulas of LTL.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	if m.Net == nil || q.LTL == nil && (q.Formula == nil || q.Formula.Temporal()) {
		return errors.New("the initial marking decides formulas of nets without path operators")
	}
	return nil
}

// Run evaluates the formulas in the initial marking.
func (Technique) Run(_ context.Context, t *board.Turn) error {
	for _, q := range t.Open() {
		if q.LTL != nil {
			runs.Simplify(t, q, nil)
			continue
		}
		start := time.Now()
		a := model.Answer{Verdict: model.Verdict{Result: model.Fails, Bound: model.Complete}}
		if engine.Eval(t.Net(), q.Formula, t.Net().Initial()) {
			a.Result = model.Holds
		}
		a.Took = time.Since(start)
		t.Answer(q, a)
	}
	return nil
}
