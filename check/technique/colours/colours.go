package colours

import (
	"context"
	"errors"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
)

const (
	coloursAfter = 2 * time.Second // by then most questions are answered by the smaller unfolding
	coloursSlice = time.Second     // the first one
	coloursMost  = 20_000          // places and transitions of an unfolding of all colours that is cheap
)

// Suffix is added to the name of a technique in Answer.By if it answered with all colours.
const Suffix = " with all colours"

// Technique lets other techniques work on the unfolding of all colours. Its places hold fewer tokens than those in
// which one colour stands for several, and its diagrams may be smaller.
type Technique struct {
	// Techniques lists the techniques for the larger net.
	Techniques func(*model.Model) []board.Technique
}

// Name returns "colours".
func (Technique) Name() string { return "colours" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true, Linear: true} }

// Takes takes questions that were asked about the coloured net, not those about places of the smaller unfolding from
// which the board composes an answer, if one colour stands for several.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.Unfolding == nil || m.Unfolding.Coarsening == nil || m.Unfolding.Partial:
		return errors.New("the technique colours works on coloured nets in which one colour stands for several")
	case q.Asked == nil && q.AskedSum == nil && q.Kind != model.Deadlock, q.Mu != nil:
		return errors.New("the technique colours decides formulas about the coloured net, bounds, and deadlocks")
	}
	return nil
}

// Run unfolds all colours, if that is cheap, and works in slices of time.
func (r Technique) Run(ctx context.Context, t *board.Turn) error {
	return drive.Quiet(t, t.Slices(ctx, coloursAfter, coloursSlice, func(ctx context.Context) (bool, error) {
		return r.slice(ctx, t)
	}))
}

// slice decides the open questions on the larger net, within a slice of time that all techniques share. It reports
// whether nothing can be gained any more. The error is a fault.
func (r Technique) slice(ctx context.Context, t *board.Turn) (done bool, err error) {
	open := t.Open()
	t.Progress(board.Progress{Phase: "unfolding all colours"})
	l := t.Options().Unfolding()
	l.Places, l.Transitions = coloursMost, coloursMost
	m, questions, err := t.Model().Whole(ctx, open, l)
	if err != nil {
		return ctx.Err() == nil, nil // too large, or the next slice is longer
	}
	if len(m.Net.Places) == len(t.Net().Places) {
		return true, nil // each colour stands for itself in the smaller unfolding, too
	}
	o := board.Options{Limits: t.Options().Limits, Techniques: r.Techniques(m)}
	o.Without = drive.Inside(t, r.Name(), r.Techniques(t.Model()))
	o.Start, o.Time = time.Now(), 0
	report, err := board.Decide(ctx, m, questions, o)
	if err != nil {
		return true, err
	}
	for i, a := range report.Answers {
		if a.Known() && t.IsOpen(open[i]) {
			t.Answer(open[i], model.Answer{
				Verdict: model.Verdict{Result: a.Result, Bound: model.Complete}, Number: a.Number, Infinite: a.Infinite,
				By: a.By + Suffix, Untraced: true, Took: a.Took,
			})
		}
	}
	return ctx.Err() == nil, nil
}
