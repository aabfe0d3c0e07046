package untimed

import (
	"context"
	"errors"
	"math"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
)

// Suffix is added to the name of a technique in Answer.By if it answered on the net without time.
const Suffix = " without time"

// Technique lets other techniques work on the net without time and without priorities, which has all markings that the
// net with time reaches: what holds of all of them there, and bounds there, hold with time, too.
type Technique struct {
	// Techniques lists the techniques for the net without time.
	Techniques func(*model.Model) []board.Technique
}

// Name returns "untimed".
func (Technique) Name() string { return "untimed" }

// Traits tells that it needs no system.
func (Technique) Traits() board.Traits { return board.Traits{Folded: true, Linear: true} }

// Takes takes formulas of CTL made of AG, of markings and of what is not enabled, their negations, and bounds.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	if !m.HasTime() {
		return errors.New("the technique untimed works on nets with time")
	}
	if q.Kind == model.Bound || q.Kind == model.Truth && q.Formula != nil && len(claims(q)) > 0 {
		return nil
	}
	return errors.New("the technique untimed decides what all markings of the net without time have in common")
}

// A claim is a question about the net without time, and what it shows of one about the net with time if it holds.
type claim struct {
	about, inner *model.Question
	shows        model.Result
}

// claims lists what the net without time may show of a formula.
func claims(q *model.Question) (list []claim) {
	for _, r := range []model.Result{model.Holds, model.Fails} {
		f := model.Apart(q.Formula)
		if r == model.Fails {
			f = f.Pool().Not(f)
		}
		if g := model.WithoutTime(f); g.Op != syntax.False {
			inner := &model.Question{Paths: q.Paths}
			inner.SetFormula(g)
			list = append(list, claim{q, inner, r})
		}
	}
	return list
}

// Run asks all that the net without time may show, in one run.
func (r Technique) Run(ctx context.Context, t *board.Turn) error {
	net, err := t.Model().Untimed(ctx)
	if err != nil {
		for _, q := range t.Open() {
			t.Undecided(q, err.Error(), nil)
		}
		return ctx.Err()
	}
	var asked []claim
	var questions []*model.Question
	for _, q := range t.Open() {
		list := []claim{{q, &model.Question{Kind: model.Bound, Sum: q.Sum}, model.Holds}}
		if q.Kind != model.Bound {
			list = claims(q)
		}
		for _, c := range list {
			asked, questions = append(asked, c), append(questions, c.inner)
		}
	}
	o := board.Options{Limits: t.Options().Limits, Techniques: r.Techniques(net), Without: t.Options().Without}
	o.Time = 0
	o.Answered = func(q *model.Question, a *model.Answer) { answer(t, asked, q, a) }
	_, err = board.Decide(ctx, net, questions, o)
	if err == nil {
		err = ctx.Err()
	}
	return drive.Quiet(t, err)
}

// answer passes on what an answer about the net without time shows.
func answer(t *board.Turn, asked []claim, q *model.Question, a *model.Answer) {
	for _, c := range asked {
		switch {
		case c.inner != q || !t.IsOpen(c.about):
		case q.Kind == model.Bound && a.Known() && a.Number != nil && a.Number.IsInt64():
			t.Narrow(c.about, math.MinInt64, a.Number.Int64(), "untimed")
		case q.Kind == model.Truth && a.Result == model.Holds:
			t.Answer(c.about, model.Answer{
				Verdict: model.Verdict{Result: c.shows, Bound: model.Complete}, By: a.By + Suffix, Took: a.Took,
			})
		}
	}
}
