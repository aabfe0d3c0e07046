package check

import (
	"context"
	"errors"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/mdd"
)

// byInvariants is the name of the technique.
const byInvariants = "invariants"

// initial decides formulas without path operators in the initial marking of a net, and makes those of LTL simpler.
type initial struct{}

func (initial) Name() string { return "initial" }
func (initial) early()       {}
func (initial) linearTime()  {}

func (initial) Takes(m *Model, q *Question) error {
	if m.Net == nil || q.LTL == nil && (q.Formula == nil || q.Formula.Temporal()) {
		return errors.New("the initial marking decides formulas of nets without path operators")
	}
	return nil
}

func (initial) Run(_ context.Context, t *Turn) error {
	for _, q := range t.Open() {
		if q.LTL != nil {
			t.simplifyRuns(q, nil)
			continue
		}
		start := time.Now()
		a := Answer{Verdict: Verdict{Result: Fails, Bound: Complete}}
		if engine.Eval(t.Net(), q.Formula, t.Net().Initial()) {
			a.Result = Holds
		}
		a.Took = time.Since(start)
		t.Answer(q, a)
	}
	return nil
}

// invariants answers what follows from place invariants and the initial marking, before any other marking is looked
// for.
type invariants struct{}

func (invariants) Name() string { return byInvariants }
func (invariants) early()       {}
func (invariants) linearTime()  {}

func (invariants) Takes(m *Model, q *Question) error {
	if m.Net == nil || q.Mu != nil {
		return errors.New("invariants decide questions about nets")
	}
	return nil
}

func (invariants) Run(ctx context.Context, t *Turn) error {
	o := symbolic.Options{Memory: t.Room(1), Nodes: t.options.Nodes, Facts: t.model.facts()}
	cover := symbolic.NewInvariants(ctx, t.Net(), o)
	defer cover.Close()
	var others []*Question
	for _, q := range t.Open() {
		if q.LTL == nil {
			others = append(others, q)
			continue
		}
		_ = cover.Guard(ctx, mdd.Limits{}, func() {
			t.simplifyRuns(q, func(f *syntax.Formula) *syntax.Formula { return cover.Simplify(f, q.Paths) })
		})
	}
	askCover(ctx, t, cover, others, byInvariants)
	return ctx.Err()
}
