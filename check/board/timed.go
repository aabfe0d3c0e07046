package board

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/internal/watch"
)

// Nets with time.

// withoutTime is how long techniques that need no system of a net with time work before it is made.
const withoutTime = 500 * time.Millisecond

// decideTimed answers questions about a net with time. Techniques that need no system of it work first, for a moment.
// Then the net is made a system, on which the other techniques work. A question with times gets a system of its own,
// which has clocks for it. If there is no system, those of the beginning work on; if there is one of some runs, what
// they show is an answer, too.
func (o *Options) decideTimed(ctx context.Context, w *watch.Watch, m *model.Model,
	questions []*model.Question) (*Report, error) {
	r := &Report{Model: m, Questions: questions, Answers: make([]*model.Answer, len(questions))}
	var groups [][]int // of questions, by number
	for i, q := range questions {
		r.Answers[i] = &model.Answer{}
		switch plain := slices.IndexFunc(groups, func(g []int) bool { return !questions[g[0]].HasWindows() }); {
		case q.Fits(m) != nil:
			r.Answers[i].Wrong = q.Fits(m)
		case plain >= 0 && !q.HasWindows():
			groups[plain] = append(groups[plain], i)
		default:
			groups = append(groups, []int{i})
		}
	}
	for k, group := range groups {
		own, cancel := limit.Share(w.Ctx, len(groups)-k)
		inner := w
		if len(groups) > 1 {
			inner = watch.New(own, watch.Limits{})
		}
		err := o.decideGroup(ctx, inner, r, group)
		if inner != w {
			inner.Cancel(nil)
		}
		if cancel(); err != nil {
			return r, err
		}
	}
	return r, nil
}

// decideGroup answers some questions of a report, for which one system is made.
func (o *Options) decideGroup(ctx context.Context, w *watch.Watch, r *Report, group []int) error {
	if err := o.askUntimed(ctx, w, r, group, withoutTime); err != nil {
		return err
	}
	var open []int
	var questions []*model.Question
	for _, i := range group {
		if !r.Answers[i].Known() || o.All {
			open, questions = append(open, i), append(questions, r.Questions[i])
		}
	}
	if open == nil {
		return nil
	}
	var inner *model.Model
	var list []*model.Question
	var wrong error
	if late := w.Do(limit.Grace, func() { inner, list, wrong = r.Model.Compile(w.Ctx, questions) }); late != nil ||
		w.Ctx.Err() != nil {
		return o.noSystem(r, open, cmp.Or(late, w.Cause(), w.Ctx.Err()))
	}
	if wrong != nil {
		if inner != nil {
			if err := o.decideSystem(ctx, w, r, open, inner, list, wrong); err != nil {
				return err
			}
		}
		if err := o.askUntimed(ctx, w, r, group, 0); err != nil {
			return err
		}
		return o.noSystem(r, open, wrong)
	}
	return o.decideSystem(ctx, w, r, open, inner, list, nil)
}

// decideSystem answers the open questions of a report, which are list as questions about a system. If that has only
// some of the states and runs of the net, for the reason part, answers that these do not show are left out.
func (o *Options) decideSystem(
	ctx context.Context, w *watch.Watch, r *Report, open []int, inner *model.Model, list []*model.Question, part error,
) error {
	if part != nil {
		var some []int
		var of []*model.Question
		for k, i := range open {
			if q := r.Questions[i]; q.ShownByPart(engine.Holds) || q.ShownByPart(engine.Fails) {
				some, of = append(some, i), append(of, list[k])
			}
		}
		if open, list = some, of; open == nil {
			return nil
		}
	}
	own := *o
	own.Techniques = o.techniquesFor(false)
	certain := func(i int, a *model.Answer) bool {
		return a.Known() && (part == nil || r.Questions[i].ShownByPart(a.Result))
	}
	if tell := o.Answered; tell != nil {
		own.Answered = func(q *model.Question, a *model.Answer) {
			if i := open[slices.Index(list, q)]; part == nil || certain(i, a) {
				tell(r.Questions[i], r.timed(i, a))
			}
		}
	}
	found, err := own.decide(ctx, w, inner, list)
	for k, i := range open {
		if part != nil && !certain(i, found.Answers[k]) {
			continue
		}
		a := r.timed(i, found.Answers[k])
		if before := r.Answers[i]; before.Known() && (!a.Known() || !a.Traced()) {
			if a.Known() && before.Differs(a) {
				err = cmp.Or(err, error(&Fault{Technique: a.By, Question: r.Questions[i].Name(), Err: fmt.Errorf(
					"two certain answers: %s says %s, %s says %s", before.By, before.Text(), a.By, a.Text())}))
			}
			continue
		}
		r.Answers[i] = a
	}
	if r.Published == nil && part == nil {
		r.Published = found.Published
	}
	return err
}

// techniquesFor lists the techniques that need no system of a net with time, or the other ones.
func (o *Options) techniquesFor(untimed bool) []Technique {
	return slices.DeleteFunc(slices.Clone(o.Techniques), func(t Technique) bool {
		return TraitsOf(t).Folded != untimed || untimed && !o.Uses(t.Name())
	})
}

// askUntimed lets the techniques work that need no system, for so long; 0 is no limit of its own.
func (o *Options) askUntimed(ctx context.Context, w *watch.Watch, r *Report, group []int, most time.Duration) error {
	own := *o
	own.All = false
	own.Answered = func(q *model.Question, a *model.Answer) {
		if o.Answered != nil && a.Known() {
			i := slices.Index(r.Questions, q)
			o.Answered(q, r.timed(i, a))
		}
	}
	if own.Techniques = o.techniquesFor(true); len(own.Techniques) == 0 {
		return nil
	}
	var open []int
	var questions []*model.Question
	for _, i := range group {
		if !r.Answers[i].Known() {
			open, questions = append(open, i), append(questions, r.Questions[i])
		}
	}
	side, cancel := context.WithCancel(w.Ctx)
	defer cancel()
	if most > 0 {
		side, cancel = context.WithTimeout(side, most)
		defer cancel()
	}
	inner := watch.New(side, watch.Limits{})
	defer inner.Cancel(nil)
	found, err := own.decide(ctx, inner, r.Model, questions)
	for k, i := range open {
		if a := found.Answers[k]; a.Known() {
			r.Answers[i] = r.timed(i, a)
		}
	}
	return err
}

// noSystem says why questions have no answer: because no system was made.
func (o *Options) noSystem(r *Report, open []int, why error) error {
	for _, i := range open {
		if r.Answers[i].Known() {
			continue
		}
		a := &model.Answer{Stop: o.Stop(why)}
		a.Reason = o.Said(why).Error()
		r.Answers[i] = a
	}
	return nil
}

// timed returns an answer about a system as one to a question about its net with time.
func (r *Report) timed(i int, a *model.Answer) *model.Answer {
	own, q := *a, r.Questions[i]
	if f := q.Asks(); f != nil && a.Known() && q.Kind == model.Truth {
		own.Shows = engine.Shown(model.Apart(f), a.Result)
	}
	if own.Path != nil && q.OfTime() {
		own.Shows = engine.Shown(q.TimeShown(a.Infinite), a.Result)
	}
	if own.Warning == "" {
		own.Warning = r.Model.IntegerTime(q, a.Result)
	}
	return &own
}
