package rewrite

import (
	"context"
	"errors"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
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
		drive.Rewrite(t, q, "what the transitions take and give", func(f *syntax.Formula) *syntax.Formula {
			return r.rewrite(syntax.Simplify(f, q.Paths), q.Paths)
		})
	}
	return ctx.Err()
}
