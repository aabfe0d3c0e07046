package reduced

import (
	"context"
	"errors"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/reduction"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/engine"
)

const (
	reducedAfter = 700 * time.Millisecond // by then most easy questions are answered
	reducedSlice = 500 * time.Millisecond // the first one
	reducedLeast = 50 * time.Millisecond  // of a slice for one question
	reducedKept  = 40                     // the most nets that are kept from one slice to the next
	reducedLong  = 500 * time.Millisecond // time for one question from which on linear programs pay
	reducedSmall = 90                     // percent of the places and transitions: only a net below that is smaller
)

// Suffix is added to the name of a technique in Answer.By if it answered on a reduced net.
const Suffix = " on the reduced net"

// Technique makes the net smaller for each open question, and lets other techniques work on the smaller net. See
// package petri/reduce for what each class of reductions keeps. Traces are lifted to the net and replayed.
type Technique struct {
	// Techniques lists the techniques for a smaller net, which may include this one.
	Techniques func(*model.Model) []board.Technique
}

// Name returns "reduced".
func (Technique) Name() string { return "reduced" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true, Linear: true} }

// Takes takes questions whose answers some class of reductions keeps, and quasi-liveness.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	if m.Net == nil {
		return model.NoNet(m.Name, "reduced")
	}
	if q.Kind == model.QuasiLiveness {
		return nil // one question for each transition
	}
	_, err := reduction.ClassFor(q)
	return err
}

// A task is a question with the net that was made smaller for it.
type task struct {
	*model.Question                      // of the run
	inner           *model.Question      // what the smaller net is asked: the question itself, or one about item
	property        model.Property       // then, what is learned
	item            int                  // the transition or place; −1 if inner is the question itself
	net             *reduction.Reduction // nil if it is not kept
	programs        bool                 // net was made with linear programs
	done            bool                 // it is answered, or nothing can be gained
}

// A run is one run of the technique.
type run struct {
	*board.Turn
	techniques func(*model.Model) []board.Technique // for a smaller net
	kept       int                                  // nets
	list       []*task
}

// Run works in slices of time.
func (r Technique) Run(ctx context.Context, t *board.Turn) error {
	x := &run{Turn: t, techniques: r.Techniques}
	return drive.Quiet(t, t.Slices(ctx, reducedAfter, reducedSlice, x.round))
}

// round works on the open tasks, each for a share of the slice, and reports whether none is left. Tasks that had no
// time in this slice are first in the next.
func (x *run) round(ctx context.Context) (done bool, err error) {
	if x.list == nil {
		for _, q := range x.Open() {
			x.list = append(x.list, x.tasks(q)...)
		}
	}
	x.list = slices.DeleteFunc(x.list, func(s *task) bool { return s.done || !x.IsOpen(s.Question) || !x.unclear(s) })
	for i, s := range x.list {
		if ctx.Err() != nil {
			break
		}
		if !x.IsOpen(s.Question) || !x.unclear(s) {
			continue
		}
		parts := len(x.list) - i
		if end, ok := ctx.Deadline(); ok {
			parts = min(parts, max(1, int(time.Until(end)/reducedLeast)))
		}
		if err := x.attempt(ctx, s, parts); err != nil {
			return true, err
		}
	}
	// the next slice begins with the tasks that had no time in this one
	if n := len(x.list); n > 1 && x.list[0].item >= 0 {
		x.list = append(x.list[n/2:], x.list[:n/2]...)
	}
	return len(x.list) == 0, nil
}

// tasks lists what to ask for a question: the question itself or, for a global property, one question for each place or
// transition about which nothing is known.
func (x *run) tasks(q *model.Question) (list []*task) {
	property, ok := map[model.Kind]model.Property{model.QuasiLiveness: model.Fireable,
		model.StableMarking: model.Changing, model.OneSafe: model.Safe}[q.Kind]
	if !ok {
		inner := *q
		switch {
		case q.LTL != nil:
			inner.LTL = x.Goal(q).Question
		case q.Formula != nil:
			inner.Formula = syntax.Simplify(x.Formula(q), q.Paths)
		}
		return []*task{{Question: q, inner: &inner, item: -1}}
	}
	for _, i := range x.Unclear(property) {
		list = append(list, &task{Question: q, inner: x.about(property, i), property: property, item: i})
	}
	return list
}

// about asks whether a transition or place has a property.
func (x *run) about(p model.Property, i int) *model.Question {
	return &model.Question{ID: p.String(), Formula: p.Formula(syntax.NewPool(), x.Net(), i)}
}

// unclear reports whether an answer is still of use.
func (x *run) unclear(s *task) bool {
	return s.item < 0 || x.Known(s.property, s.item) == model.Unknown
}

// attempt makes the net smaller for a task, lets other techniques decide its question on the smaller net, in one of
// parts equal parts of the time, and gives the answer, translated back to the net itself. If the net hardly becomes
// smaller, the question is left to the other techniques. The error is a fault.
func (x *run) attempt(ctx context.Context, s *task, parts int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(x.Context(s.Question), cancel)()
	start := time.Now()
	r, long := s.net, true
	if end, ok := ctx.Deadline(); ok {
		long = time.Until(end)/time.Duration(parts) >= reducedLong
	}
	if r == nil || long && !s.programs {
		x.Progress(board.Progress{Phase: "reducing", Detail: s.ID})
		var err error
		r, err = reduction.Reduce(ctx, x.Model(), []*model.Question{s.inner},
			reduction.Options{Growing: true, Programs: long})
		if err != nil || r.Stopped != nil {
			s.done = err != nil
			return nil // the next slice is longer
		}
		if s.net != nil || x.kept < reducedKept {
			if s.net == nil {
				x.kept++
			}
			s.net, s.programs = r, long
		}
	}
	switch {
	case s.Kind == model.Deadlock && r.NeverDead, s.Kind == model.Liveness && r.NeverLive:
		x.give(s, model.Answer{Verdict: model.Verdict{Result: model.Fails, Bound: model.Complete},
			Took: time.Since(start)})
		return nil
	case x.same(r) && !x.IsAlone():
		s.done = long
		return nil
	}
	own, end := limit.Share(ctx, parts)
	defer end()
	bounds := &exchange{}
	bounds.least, bounds.most = x.Between(s.Question)
	o := board.Options{Limits: x.Options().Limits, Without: drive.Inside(x.Turn, "reduced", x.techniques(x.Model())),
		Techniques: append([]board.Technique{bounds}, x.techniques(r.Model)...)}
	o.Start, o.Time = time.Now(), 0
	inner, err := board.Decide(own, r.Model, r.Questions, o)
	if err != nil {
		return err
	}
	a := inner.Answers[0]
	switch {
	case a.Wrong != nil:
	case a.Known():
		x.give(s, x.lifted(s, r, a, time.Since(start)))
	case bounds.turn != nil:
		least, most := bounds.turn.Between(r.Questions[0])
		x.Narrow(s.Question, least, most, "reduced")
	}
	return nil
}

// An exchange is an early technique that tells the others, which work on the smaller net, between what a number is
// known to lie, and keeps the turn by which to read what they find of it.
type exchange struct {
	least, most int64
	turn        *board.Turn
}

func (*exchange) Name() string         { return "bounds" }
func (*exchange) Traits() board.Traits { return board.Traits{Early: true} }

// Takes takes bounds.
func (*exchange) Takes(_ *model.Model, q *model.Question) error {
	if q.Kind != model.Bound {
		return errors.New("it decides nothing but bounds")
	}
	return nil
}

func (b *exchange) Run(_ context.Context, t *board.Turn) error {
	b.turn = t
	for _, q := range t.Open() {
		t.Narrow(q, b.least, b.most, b.Name())
	}
	return nil
}

// same reports whether the net is hardly smaller, so that other techniques may as well work on the net itself.
func (x *run) same(r *reduction.Reduction) bool {
	size := func(places, transitions int) int { return places + transitions }
	was := size(len(x.Net().Places), len(x.Net().Transitions))
	return size(len(r.Net.Places), len(r.Net.Transitions)) > was/100*reducedSmall+was%100*reducedSmall/100
}

// lifted returns an answer about the smaller net as an answer about the net itself.
func (x *run) lifted(s *task, r *reduction.Reduction, a *model.Answer, took time.Duration) model.Answer {
	out := model.Answer{
		Verdict: model.Verdict{Result: a.Result, Bound: model.Complete}, Number: a.Number, Infinite: a.Infinite,
		By: a.By + Suffix, Untraced: true, Took: took,
	}
	if s.item >= 0 || s.Kind != model.Truth || a.Witness == nil {
		return out
	}
	if s.LTL != nil {
		liftRun(x.Net(), s.Question, r, a, &out)
		return out
	}
	goal := engine.GoalOf(model.Apart(s.Formula))
	if goal.Kind != engine.Reach || a.Result != goal.Found {
		return out
	}
	steps, err := r.Lift(a.Witness.Steps)
	if err != nil {
		out.Reason = err.Error()
		return out
	}
	out.Witness = &model.Witness{Formula: goal.Path, Start: x.Net().Initial(), Steps: steps, Loop: model.NoLoop}
	out.Untraced = false
	return out
}

// give answers a question, or learns the property of a single transition or place.
func (x *run) give(s *task, a model.Answer) {
	s.done = true
	if s.item < 0 {
		x.Answer(s.Question, a)
		return
	}
	x.Learn(s.property, a.Result == model.Holds, s.item)
}
