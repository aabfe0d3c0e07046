package invariants

import (
	"context"
	"errors"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/covers"
	"brim/check/technique/internal/runs"
	"brim/ctl/syntax"
	"brim/engine/symbolic"
	"brim/engine/symbolic/cover"
	"brim/mdd"
)

// Technique answers what follows from place invariants and the initial marking, before any other marking is looked for.
type Technique struct{}

// Name returns "invariants".
func (Technique) Name() string { return "invariants" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Early: true, Linear: true} }

// Takes takes all questions about nets except formulas of the μ-calculus.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	if m.Net == nil || q.Mu != nil {
		return errors.New("invariants decide questions about nets")
	}
	return nil
}

// Run simplifies questions of LTL, and puts all others to the set of markings that satisfy the place invariants.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	o := symbolic.Options{Memory: t.Options().Room(1), Nodes: t.Options().Nodes, Facts: t.Model().Facts()}
	cover := cover.NewInvariants(ctx, t.Net(), o)
	defer cover.Close()
	var others []*model.Question
	for _, q := range t.Open() {
		if q.LTL == nil {
			others = append(others, q)
			continue
		}
		_ = cover.Guard(ctx, mdd.Limits{}, func() {
			runs.Simplify(t, q, func(f *syntax.Formula) *syntax.Formula { return cover.Simplify(f, q.Paths) })
		})
	}
	covers.Ask(ctx, t, cover, others, "invariants", "the verdict follows from place invariants and the initial marking")
	return ctx.Err()
}
