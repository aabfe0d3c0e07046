package check

import (
	"context"
	"errors"
	"time"

	"brim/engine"
	"brim/engine/symbolic"
)

// byInvariants is the name of the technique.
const byInvariants = "invariants"

// initial decides formulas without path operators in the initial marking of a net.
type initial struct{}

func (initial) Name() string { return "initial" }
func (initial) early()       {}

func (initial) Takes(m *Model, q *Question) error {
	if m.Net == nil || q.Formula == nil || q.Formula.Temporal() {
		return errors.New("the initial marking decides formulas of nets without path operators")
	}
	return nil
}

func (initial) Run(_ context.Context, t *Turn) error {
	for _, q := range t.Open() {
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
	askCover(ctx, t, cover, t.Open(), byInvariants)
	return ctx.Err()
}
