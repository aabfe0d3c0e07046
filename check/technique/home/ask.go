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

// An ask is a formula whose truth in the initial marking is of use.
type ask struct {
	formula    *syntax.Formula
	paths      model.Paths
	question   *model.Question // that the formula decides; nil if it is a part of questions
	fires      bool            // the formula says that the transition can fire
	transition int
}

// decide has other techniques decide formulas in the initial marking until ctx is done, and notes what they find. The
// error is a fault.
func (r *run) decide(ctx context.Context, list []*ask) error {
	var questions []*model.Question
	for _, a := range list {
		questions = append(questions, &model.Question{ID: a.formula.String(), Formula: syntax.NewPool().Copy(a.formula), Paths: a.paths})
	}
	report, err := r.others(ctx, questions)
	if err != nil {
		return err
	}
	for i, a := range report.Answers {
		switch x := list[i]; {
		case !a.Known():
		case x.question != nil:
			r.answer(x.question, a.Result)
		case x.fires:
			r.Learn(model.Fireable, a.Result == model.Holds, x.transition)
			r.facts[x.formula] = a.Result
		default:
			r.facts[x.formula] = a.Result
		}
	}
	return nil
}

// others has the other techniques work on questions until ctx is done.
func (r *run) others(ctx context.Context, questions []*model.Question) (*board.Report, error) {
	o := board.Options{Limits: r.Options().Limits, Without: drive.Inside(r.Turn, "home", r.techniques(r.Model())), Techniques: r.techniques(r.Model())}
	o.Start, o.Time = time.Now(), 0
	r.Progress(board.Progress{Phase: "asking", Detail: questions[0].ID})
	return board.Decide(ctx, r.Model(), questions, o)
}
