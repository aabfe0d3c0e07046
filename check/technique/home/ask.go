package home

import (
	"context"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
)

// Questions that arise, and who decides them.

// An ask is a formula whose truth is of use: a formula EF f, or what became of a question.
type ask struct {
	claim
	question *model.Question // nil for a formula EF f
}

// A claim is a formula in a reading of dead markings.
type claim struct {
	formula *syntax.Formula
	paths   model.Paths
}

// decide has other techniques decide formulas until ctx is done, and notes what they find. What a formula EF f is in
// the home marking it is in all, if the initial one is a home marking, too; otherwise it has to be known of that
// marking that f is not reached from there. The error is a fault.
func (r *run) decide(ctx context.Context, list []*ask) error {
	initial := r.Model()
	if r.home.Equal(r.Net().Initial()) {
		return r.decideIn(ctx, initial, list, func(a *ask, result model.Result) { r.facts[a.claim] = result })
	}
	var parts, whole []*ask
	for _, a := range list {
		if a.question == nil {
			parts = append(parts, a)
		} else {
			whole = append(whole, a)
		}
	}
	end, _ := ctx.Deadline()
	own, cancel := context.WithTimeout(ctx, time.Until(end)/2)
	defer cancel()
	err := r.decideIn(own, r.Model().Variant(r.Net().WithInitial(r.home)), parts, func(a *ask, result model.Result) {
		if result == model.Holds {
			r.facts[a.claim] = result
		} else {
			whole = append(whole, a)
		}
	})
	if err != nil {
		return err
	}
	return r.decideIn(ctx, initial, whole, func(a *ask, result model.Result) {
		if result == model.Fails {
			r.facts[a.claim] = result
		} else {
			r.mixed[a.claim] = true
		}
	})
}

// decideIn has other techniques decide formulas in the initial marking of a model, and calls found with the answer to
// each that is no question itself. The error is a fault.
func (r *run) decideIn(ctx context.Context, m *model.Model, list []*ask, found func(*ask, model.Result)) error {
	if len(list) == 0 {
		return nil
	}
	var questions []*model.Question
	for _, a := range list {
		f := model.WithoutNext(r.Net(), a.formula) // most of these are questions of plain reachability then
		questions = append(questions, &model.Question{ID: a.formula.String(), Formula: syntax.NewPool().Copy(f),
			Paths: a.paths})
	}
	report, err := r.others(ctx, m, questions)
	if err != nil {
		return err
	}
	for i, a := range report.Answers {
		switch {
		case !a.Known():
		case list[i].question != nil:
			r.answer(list[i].question, a.Result)
		default:
			found(list[i], a.Result)
		}
	}
	return nil
}

// others has the other techniques work on questions about a model with the places and transitions of the net until ctx
// is done.
func (r *run) others(ctx context.Context, m *model.Model, questions []*model.Question) (*board.Report, error) {
	o := board.Options{Limits: r.Options().Limits, Techniques: r.techniques(m)}
	o.Without = drive.Inside(r.Turn, "home", r.techniques(r.Model()))
	o.Start, o.Time = time.Now(), 0
	r.Progress(board.Progress{Phase: "asking", Detail: questions[0].ID})
	return board.Decide(ctx, m, questions, o)
}
