package check

import (
	"context"

	"brim/engine/symbolic"
	"brim/mdd"
)

// Fold returns questions with the same answers whose formulas say only what place invariants and the initial marking do
// not: what these decide became true or false. The others are as they were. The end of ctx leaves formulas as they are.
func Fold(ctx context.Context, m *Model, questions []*Question) []*Question {
	cover := symbolic.NewInvariants(ctx, m.Net, symbolic.Options{Facts: m.facts()})
	defer cover.Close()
	folded := make([]*Question, len(questions))
	for i, q := range questions {
		folded[i] = q
		if q.Kind != Truth || q.Formula == nil {
			continue
		}
		f := apart(q.Formula)
		if cover.Guard(ctx, mdd.Limits{}, func() {
			f = cover.Simplify(f, q.Paths)
			if r := cover.Holds(f, q.Paths); r != Unknown {
				f = f.Pool().Bool(r == Holds)
			}
		}) == nil {
			inner := *q
			inner.Formula = f
			folded[i] = &inner
		}
	}
	return folded
}
