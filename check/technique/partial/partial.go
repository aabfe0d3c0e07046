package partial

import (
	"context"
	"errors"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/single"
	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
)

const (
	partialAfter = 400 * time.Millisecond // the diagrams of most nets are done by then
	partialSlice = 200 * time.Millisecond // the first one
	partialParts = 16                     // the divisor of the memory
	firstCheck   = 1000                   // states that are expanded before the first check; then more each time
)

// Technique decides formulas of CTL in the initial marking of a net by what is certain on a part of the markings, all
// questions on one part; see explicit.Part.
type Technique struct{}

// Name returns "partial".
func (Technique) Name() string { return "partial" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true, ByState: true} }

// Takes takes formulas of CTL with path operators.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	return drive.WantsPaths("partial", m, q)
}

// A run is one run of the technique.
type run struct {
	*board.Turn
	structure kripke.Structure
	part      *explicit.Part
	seed      uint64
	more      int // states to be expanded before the next check
	start     time.Time
}

// Run works in slices of time. A part that has reached a limit gives way to another one, with other runs.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	s, err := t.Model().States()
	if err != nil {
		return nil // the initial marking cannot be packed
	}
	r := &run{Turn: t, structure: s, start: time.Now()}
	return drive.Quiet(t, t.Slices(ctx, partialAfter, partialSlice, r.slice))
}

// slice grows the part, and checks the open questions now and then, until ctx is done. It reports whether nothing can
// be gained any more.
func (r *run) slice(ctx context.Context) (done bool, err error) {
	for ctx.Err() == nil {
		if r.part == nil {
			r.part, r.more = explicit.NewPart(r.structure, single.StateLimits(r.Turn, partialParts), r.seed), firstCheck
			r.seed++
		}
		before := r.part.Len()
		whole, err := r.part.Grow(ctx, r.more)
		var full *kripke.LimitError
		ended := errors.As(err, &full)
		switch {
		case ctx.Err() != nil:
			return false, nil
		case err != nil && !ended && !limit.Limited(err):
			return true, nil // a marking cannot be packed
		case ended && before == 1:
			return true, err
		}
		r.more += r.more / 3
		if err := r.check(ctx); err != nil || whole {
			return true, err
		}
		if ended {
			r.part.Close()
			r.part = nil
		}
	}
	return false, nil
}

// check answers the open questions whose answers are certain.
func (r *run) check(ctx context.Context) error {
	r.Progress(board.Progress{Phase: "checking a part", States: r.part.Len()})
	checkers := map[model.Paths]*explicit.PartChecker{}
	for _, q := range r.Open() {
		if checkers[q.Paths] == nil {
			checkers[q.Paths] = explicit.NewPartChecker(r.part, q.Paths)
		}
		holds, sure, err := checkers[q.Paths].Holds(ctx, r.Formula(q))
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			r.Undecided(q, err.Error(), nil)
		case sure:
			r.answer(q, engine.Decided(holds))
		}
	}
	return nil
}

// answer gives an answer.
func (r *run) answer(q *model.Question, result model.Result) {
	a := model.Answer{Verdict: model.Verdict{Result: result, Bound: model.Complete}, Took: time.Since(r.start),
		Untraced: true}
	if q.Trace && model.WantsTrace(q.Formula, result) {
		a.Reason = "the verdict follows from a part of the markings, state by state"
	}
	r.Answer(q, a)
}
