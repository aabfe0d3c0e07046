package reduction

import (
	"context"

	"brim/check/model"
	"brim/engine/symbolic"
	"brim/engine/symbolic/cover"
	"brim/mdd"
)

// Formulas simplified by place invariants and the initial marking.

// Fold simplifies the formulas of questions: subformulas that place invariants and the initial marking decide become
// true or false. Other questions are returned unchanged, and so are all that follow the end of ctx.
func Fold(ctx context.Context, m *model.Model, questions []*model.Question) []*model.Question {
	cover := cover.NewInvariants(ctx, m.Net, symbolic.Options{Facts: m.Facts()})
	defer cover.Close()
	folded := make([]*model.Question, len(questions))
	for i, q := range questions {
		folded[i] = q
		if q.Kind != model.Truth || q.Formula == nil {
			continue
		}
		f := model.Apart(q.Formula)
		if cover.Guard(ctx, mdd.Limits{}, func() {
			f = cover.Simplify(f, q.Paths)
			if r := cover.Holds(f, q.Paths); r != model.Unknown {
				f = f.Pool().Bool(r == model.Holds)
			}
		}) == nil {
			inner := *q
			inner.Formula = f
			folded[i] = &inner
		}
	}
	return folded
}
