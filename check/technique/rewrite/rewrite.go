package rewrite

import (
	"context"
	"errors"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
)

// Technique makes formulas of CTL simpler, and answers those that have no path operators then.
type Technique struct{}

// Name returns "rewrite".
func (Technique) Name() string { return "rewrite" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Early: true} }

// Takes takes formulas of CTL with path operators, about nets.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	if m.Net == nil || q.Formula == nil || !q.Formula.Temporal() {
		return errors.New("formulas of CTL with path operators are made simpler, about nets")
	}
	return nil
}

// Run makes the formulas of all questions simpler.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	r := newRewriter(t.Net())
	for _, q := range t.Open() {
		if ctx.Err() != nil {
			break
		}
		start := time.Now()
		before := t.Formula(q)
		f := r.rewrite(syntax.Simplify(before, q.Paths), q.Paths)
		switch {
		case f == before:
		case f.Temporal():
			t.Simplify(q, f)
		default:
			a := model.Answer{Untraced: true, Took: time.Since(start)}
			a.Result, a.Bound = engine.Decided(engine.Eval(t.Net(), f, t.Net().Initial())), model.Complete
			if q.Trace && model.WantsTrace(q.Formula, a.Result) {
				a.Reason = "the verdict follows from what the transitions take and give"
			}
			t.Answer(q, a)
		}
	}
	return ctx.Err()
}
