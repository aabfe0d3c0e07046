package fragment

import (
	"context"
	"errors"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/approximate"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/coloured/unfold"
)

const (
	firstSlice = 500 * time.Millisecond
	firstMost  = 20 // bindings of each transition
	growth     = 4
	// memory is the part of the memory that the unfolding of a part may take.
	memory = 4
)

// Suffix is added to the name of a technique in Answer.By if it answered on a part of the unfolding.
const Suffix = " on a part of the unfolding"

// Technique lets other techniques work on a part of the unfolding of a coloured net: the bindings of each transition
// that are found first. Its runs are runs of the net, so what holds on some of them holds in the net.
type Technique struct {
	// Techniques lists the techniques for the part.
	Techniques func(*model.Model) []board.Technique
}

// Name returns "fragment".
func (Technique) Name() string { return "fragment" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true, Linear: true, Folded: true} }

// Takes takes questions about whole places and transitions of a coloured net that is not unfolded.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.Coloured == nil || m.Net != nil:
		return errors.New("the technique fragment works on coloured nets that are too large to unfold")
	case !m.OfWholes(q) || q.Kind == model.Deadlock:
		return errors.New("the technique fragment decides formulas about coloured places and transitions, and bounds")
	}
	return nil
}

// Run works in slices of time, on a larger part in each.
func (r Technique) Run(ctx context.Context, t *board.Turn) error {
	most := firstMost
	return drive.Quiet(t, t.Slices(ctx, 0, firstSlice, func(ctx context.Context) (bool, error) {
		whole, err := r.slice(ctx, t, most)
		var limit *unfold.LimitError
		switch {
		case errors.As(err, &limit) || whole:
			return true, nil
		case ctx.Err() == nil && err == nil:
			most *= growth
		}
		return false, err
	}))
}

// A claim is a question about a part of the unfolding, and what it shows of one about the net if it holds.
type claim struct {
	about *model.Question
	inner *model.Question
	shows model.Result
	bound int64 // which the number that is asked for reaches, if the question is of kind Bound
}

// slice decides what it can of the open questions on a part of the unfolding with at most so many bindings of each
// transition, within a slice of time. It reports whether that is all of the unfolding. The error is a fault, or that of
// the unfolding.
func (r Technique) slice(ctx context.Context, t *board.Turn, most int) (whole bool, err error) {
	var claims []claim
	var questions []*model.Question
	for _, q := range t.Open() {
		for _, c := range claimsOf(t, q) {
			claims, questions = append(claims, c), append(questions, c.inner)
		}
	}
	if len(claims) == 0 {
		return false, nil
	}
	t.Progress(board.Progress{Phase: "unfolding a part"})
	l := t.Options().Unfolding()
	l.Bytes = t.Options().Room(memory)
	m, questions, err := t.Model().Unfold(ctx, questions, model.UnfoldOptions{Limits: l, Most: most})
	if err != nil {
		if ctx.Err() != nil {
			err = nil // the next slice is longer
		}
		return false, err
	}
	o := board.Options{Limits: t.Options().Limits, Techniques: r.Techniques(m)}
	o.Without = drive.Inside(t, r.Name(), r.Techniques(m))
	o.Start, o.Time = time.Now(), 0
	report, err := board.Decide(ctx, m, questions, o)
	if err != nil {
		return false, err
	}
	for i, a := range report.Answers {
		c := &claims[i]
		switch {
		case a.Result != model.Holds || !t.IsOpen(c.about):
		case c.about.Kind == model.Bound:
			t.Narrow(c.about, c.bound, petri.Omega, a.By+Suffix)
		default:
			t.Answer(c.about, model.Answer{
				Verdict: model.Verdict{Result: c.shows}, By: a.By + Suffix, Untraced: true, Took: a.Took,
			})
		}
	}
	return !m.Unfolding.Partial, nil
}

// claimsOf lists what a part of the unfolding may show of a question. Its runs are read as infinite, since where they
// end those of the net may go on.
func claimsOf(t *board.Turn, q *model.Question) (list []claim) {
	if q.Kind == model.Bound {
		_, most := t.Between(q)
		pool := syntax.NewPool()
		f, err := pool.Compare(*q.AskedSum, syntax.GreaterEqual, syntax.Constant(most))
		if most == petri.Omega || err != nil {
			return nil
		}
		return []claim{{q, t.Model().About(pool.Make(syntax.EF, f), model.Infinite), model.Holds, most}}
	}
	a := approximate.Approximation{Transitions: t.Model().ColouredTransitions(), Sure: func(int) bool { return true }}
	for _, r := range []model.Result{model.Holds, model.Fails} {
		if f := a.Formula(q.Asked, r, model.Infinite); f.Op != syntax.False {
			list = append(list, claim{q, t.Model().About(f, model.Infinite), r, 0})
		}
	}
	return list
}
