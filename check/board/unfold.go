package board

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"brim/check/limit"
	"brim/check/model"
	"brim/internal/watch"
	"brim/petri/coloured/unfold"
)

// Coloured nets that are not unfolded when a run begins.

// decideFolded answers questions about a coloured net. The net is unfolded for the questions, within the limits of the
// run. If that takes more than a moment, techniques that need no unfolding work meanwhile. Then all techniques work on
// the unfolding, on the questions that are left. If the net is too large to unfold, those that need no unfolding go on.
func (o *Options) decideFolded(ctx context.Context, w *watch.Watch, m *model.Model,
	questions []*model.Question) (*Report, error) {
	s := o.beside(w.Ctx, m, questions)
	defer s.cancel()
	inner, list, err := o.unfold(w, m, questions)
	var large *unfold.LimitError
	switch {
	case err == nil:
		s.cancel()
	case errors.As(err, &large) && w.Ctx.Err() == nil:
		s.hurry()
		_ = w.Do(sideGrace, func() { <-s.ended }) // which watches the memory
	}
	before, fault := s.result()
	if fault != nil {
		return before, fault
	}
	if err != nil {
		return o.unfoldedNot(before, m, questions, err), nil
	}
	var open []int
	var left []*model.Question
	for i, a := range before.Answers {
		if !a.Known() {
			open, left = append(open, i), append(left, list[i])
		}
	}
	own := *o
	if tell := o.Answered; tell != nil {
		own.Answered = func(q *model.Question, a *model.Answer) { tell(questions[slices.Index(list, q)], a) }
	}
	r, err := own.decide(ctx, w, inner, left)
	for i, at := range open {
		before.Answers[at] = r.Answers[i]
	}
	r.Answers, r.Questions = before.Answers, list
	return r, err
}

// unfold unfolds a coloured net for questions within the limits of a run, and returns the model of the unfolding and
// the questions about it.
func (o *Options) unfold(w *watch.Watch, m *model.Model, questions []*model.Question) (*model.Model, []*model.Question,
	error) {
	var found struct { // an abandoned unfolding may still write it
		model *model.Model
		list  []*model.Question
		err   error
	}
	err := w.Do(0, func() {
		found.model, found.list, found.err = m.Unfold(w.Ctx, questions,
			model.UnfoldOptions{Limits: o.Unfolding(), AllColours: o.AllColours})
	})
	switch {
	case err != nil:
		return nil, nil, err
	case found.err != nil:
		return nil, nil, cmp.Or(w.Cause(), found.err)
	}
	return found.model, found.list, nil
}

// unfoldedNot completes a report about a net that could not be unfolded: each question without an answer says why.
func (o *Options) unfoldedNot(r *Report, m *model.Model, questions []*model.Question, err error) *Report {
	for i, a := range r.Answers {
		if a.Known() {
			continue
		}
		b := &model.Answer{Stop: o.Stop(err)}
		if b.Reason = o.Said(err).Error(); b.Stop == nil {
			b = &model.Answer{Wrong: err}
		}
		r.Answers[i] = b
	}
	r.Model, r.Questions = m, questions
	return r
}

// A side is the work of techniques that need no unfolding, beside the unfolding.
type side struct {
	cancel context.CancelFunc
	asked  int
	begin  chan struct{} // closed when there is no reason to wait
	ended  chan struct{} // closed when all of it has ended
	report *Report       // nil if it did not begin
	fault  error
}

const (
	// unfoldingAlone is how long a net is unfolded before techniques begin that need no unfolding.
	unfoldingAlone = 100 * time.Millisecond
	// sideGrace is how long these may take to end.
	sideGrace = limit.Grace + 3*limit.DropGrace/2
)

// beside begins that work, in a moment. Where all techniques are to finish, it waits until the unfolding has failed.
func (o *Options) beside(ctx context.Context, m *model.Model, questions []*model.Question) *side {
	s := &side{asked: len(questions), begin: make(chan struct{}), ended: make(chan struct{})}
	ctx, s.cancel = context.WithCancel(ctx)
	own := *o
	own.Techniques = slices.DeleteFunc(slices.Clone(o.Techniques),
		func(t Technique) bool { return !TraitsOf(t).Folded || !o.Uses(t.Name()) })
	if len(own.Techniques) == 0 {
		close(s.ended)
		return s
	}
	var soon <-chan time.Time
	if !o.All {
		soon = time.After(unfoldingAlone)
	}
	go func() {
		defer close(s.ended)
		select {
		case <-s.begin:
		case <-soon:
		case <-ctx.Done():
			return
		}
		w := watch.New(ctx, watch.Limits{})
		defer w.Cancel(nil)
		s.report, s.fault = own.decide(ctx, w, m, questions)
	}()
	return s
}

// hurry has the work begin if it has not.
func (s *side) hurry() { close(s.begin) }

// result ends the work, and returns what it found: a report without answers if that takes too long.
func (s *side) result() (*Report, error) {
	s.cancel()
	select {
	case <-s.ended:
		if s.report != nil {
			return s.report, s.fault
		}
	case <-time.After(sideGrace):
	}
	none := &Report{}
	for range s.asked {
		none.Answers = append(none.Answers, &model.Answer{})
	}
	return none, nil
}
