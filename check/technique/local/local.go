package local

import (
	"context"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/single"
	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
)

const (
	localAfter = 300 * time.Millisecond // the diagrams of most nets are done by then
	localSlice = 20 * time.Millisecond  // of a question, the first time
	localParts = 16                     // the divisor of the memory for a search
)

// Technique decides formulas of CTL in the initial marking of a net by searches that visit only the markings that the
// formula needs; see explicit.Local.
type Technique struct{}

// Name returns "local".
func (Technique) Name() string { return "local" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true, ByState: true} }

// Takes takes formulas of CTL with path operators.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	return drive.WantsPaths("local", m, q)
}

// Run searches in slices of time: the first search of a question takes the transitions in their order, each later one
// in a random order.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	s, err := t.Model().States()
	if err != nil {
		return nil // the initial marking cannot be packed
	}
	tried := map[*model.Question]uint64{}
	return drive.Attempts(ctx, t, localAfter, localSlice, func(ctx context.Context, q *model.Question) (bool, error) {
		tried[q]++
		err := searchLocally(ctx, t, q, s, tried[q]-1)
		return err == nil, err
	})
}

// searchLocally decides one question, if ctx and the memory allow it.
func searchLocally(ctx context.Context, t *board.Turn, q *model.Question, s kripke.Structure, seed uint64) error {
	start := time.Now()
	l := single.StateLimits(t, localParts)
	l.Depth = 0
	holds, err := explicit.NewLocal(s, q.Paths, l, seed).Holds(ctx, t.Formula(q))
	if err != nil {
		return err
	}
	a := model.Answer{Verdict: model.Verdict{Result: engine.Decided(holds), Bound: model.Complete},
		Took: time.Since(start), Untraced: true}
	if q.Trace && model.WantsTrace(q.Formula, a.Result) {
		a.Reason = "the verdict follows from a search for what the formula asks for, state by state"
	}
	t.Answer(q, a)
	return nil
}
