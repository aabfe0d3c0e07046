package board

import (
	"cmp"
	"slices"

	"brim/check/model"
	"brim/internal/watch"
)

// The unfolding of a coloured net at the beginning of a run.

// unfold unfolds a coloured net for the given questions within the limits of a run, and returns the model of the
// unfolding and the questions about it. If a limit ends the unfolding, it returns a report instead, which says so for
// each question.
func (o *Options) unfold(w *watch.Watch, m *model.Model, questions []*model.Question) (*model.Model, []*model.Question, *Report) {
	var found struct { // an abandoned unfolding may still write it
		model *model.Model
		list  []*model.Question
		err   error
	}
	err := w.Do(0, func() {
		found.model, found.list, found.err = m.Unfold(w.Ctx, questions, model.UnfoldOptions{Limits: o.Unfolding(), AllColours: o.AllColours})
	})
	if err == nil {
		if err = found.err; err != nil {
			err = cmp.Or(w.Cause(), err)
		}
	}
	if err != nil {
		r := &Report{}
		for range questions {
			a := &model.Answer{Stop: o.Stop(err)}
			if a.Reason = o.Said(err).Error(); a.Stop == nil {
				a = &model.Answer{Wrong: err}
			}
			r.Answers = append(r.Answers, a)
		}
		return nil, nil, r
	}
	if tell := o.Answered; tell != nil {
		o.Answered = func(q *model.Question, a *model.Answer) { tell(questions[slices.Index(found.list, q)], a) }
	}
	return found.model, found.list, nil
}
