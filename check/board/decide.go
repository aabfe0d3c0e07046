package board

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/internal/watch"
)

// One run, from the choice of the techniques to the report.

// Decide answers questions about a model. All techniques of the options work at the same time, on all cores; the first
// certain answer to a question is the one that counts, and ends the work on it. What no technique decides within the
// limits is Unknown, with a Reason and, if it was a limit, a Stop.
//
// The error is a *Fault, an error in brim itself; the report has what was known before. Negative limits are an error
// without a report.
func Decide(ctx context.Context, m *model.Model, questions []*model.Question, o Options) (*Report, error) {
	if err := o.Valid(); err != nil {
		return nil, err
	}
	if o.Start.IsZero() {
		o.Start = time.Now()
	}
	began := time.Now()
	w := watch.New(ctx, o.Watch())
	defer w.Cancel(nil)
	decide := o.decide
	switch {
	case m.HasTime():
		decide = o.decideTimed
	case m.Folded() && !o.Folded:
		decide = o.decideFolded
	}
	formal := inFormulas(m, questions)
	answered := o.Answered
	if formal != nil {
		questions, o.Answered = formal.inner, formal.tells(answered)
	}
	r, err := decide(ctx, w, m, questions)
	if formal != nil {
		formal.report(r, answered)
	}
	for _, a := range r.Answers {
		if !a.Known() && a.Wrong == nil {
			a.Took = time.Since(began)
		}
	}
	return r, err
}

// decide is Decide for a model that is not to be unfolded.
func (o *Options) decide(ctx context.Context, w *watch.Watch, m *model.Model, questions []*model.Question) (*Report,
	error) {
	b := newBoard(w.Ctx, m, questions, o)
	defer b.closeAccounts()
	if w.Do(limit.Grace+limit.DropGrace, func() { b.run() }) == nil {
		b.finish(ctx, w)
	}
	r, err := b.report(w)
	r.Model, r.Questions = m, questions
	return r, err
}

// techniques lists the early techniques that are used, or the other ones.
func (b *board) techniques(early bool) []Technique {
	return slices.DeleteFunc(slices.Clone(b.options.Techniques), func(t Technique) bool {
		return TraitsOf(t).Early != early || !b.options.Uses(t.Name())
	})
}

// turns returns a turn for each technique that takes one of the questions.
func (b *board) turns(list []Technique, questions []*entry) (turns []*Turn) {
	for _, technique := range list {
		t := &Turn{board: b, technique: technique, pool: syntax.NewPool(), contexts: map[*entry]context.Context{}}
		early := TraitsOf(technique).Early
		for _, e := range questions {
			if e.composed || e.Fits(b.model) != nil || skips(list, technique, e) {
				continue
			}
			if err := takes(technique, b.model, e.Question); err != nil {
				if !early { // what an early technique decides is of no interest to the user
					e.refused = cmp.Or(e.refused, err)
				}
				continue
			}
			t.taken = append(t.taken, e)
			e.taken = true
		}
		if t.taken != nil {
			turns = append(turns, t)
		}
	}
	return turns
}

// rejectUntaken closes the questions that no technique takes, with the reason.
func (b *board) rejectUntaken() {
	for _, e := range b.entries {
		switch err := e.Fits(b.model); {
		case err != nil:
			b.reject(e, err)
		case e.composed:
			b.mu.Lock()
			b.combineLocked(e, nil) // the net may have no places or transitions
			b.mu.Unlock()
		case !e.taken && !slices.ContainsFunc(e.parts, func(p part) bool { return p.taken }):
			b.reject(e, cmp.Or(e.refused, errors.New("no technique is left that takes the question")))
		}
	}
}

// run lets the techniques work: first the early ones, one after the other, then all others at the same time. It returns
// the turns when all techniques have ended, or a moment after they should have.
func (b *board) run() []*Turn {
	cheap := b.techniques(true)
	done := b.turns(cheap, b.entries)
	for _, t := range done {
		b.work(t)
	}
	for _, t := range b.turns(cheap, b.addImplied()) {
		b.work(t)
		done = append(done, t)
	}
	turns := b.turns(b.techniques(false), b.entries)
	b.rejectUntaken()
	b.together(turns)
	return append(done, turns...)
}

// together runs each turn in a goroutine, and waits until all have ended. When the context of the run ends, it waits
// for b.patience at most, and abandons the techniques that have not ended then. It closes b.alone as soon as at most
// one technique is working.
func (b *board) together(turns []*Turn) {
	working := len(turns)
	if working <= 1 {
		close(b.alone)
	}
	var mu sync.Mutex
	ended := make(chan struct{})
	for _, t := range turns {
		t.others = len(turns) > 1
	}
	for _, t := range turns {
		go func() {
			b.work(t)
			if !TraitsOf(t.technique).Sliced {
				b.processors.free()
			}
			mu.Lock()
			defer mu.Unlock()
			if working--; working == 1 {
				close(b.alone)
			} else if working == 0 {
				close(ended)
			}
		}()
	}
	if len(turns) == 0 {
		return
	}
	select {
	case <-ended:
	case <-b.ctx.Done():
		select {
		case <-ended:
		case <-time.After(b.patience()): // techniques that do not end are abandoned
		}
	}
}

// patience is how long techniques may take to end.
func (b *board) patience() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open == 0 {
		return limit.DropGrace
	}
	return limit.Grace
}

// work runs one technique on the questions that it has taken, unless these have been answered. A limit that the
// technique returns becomes a reason of its questions; any other error, and a panic, is a fault. The technique ends
// alone if it is the largest consumer when the memory becomes scarce.
func (b *board) work(t *Turn) {
	b.enter(t)
	defer b.leave(t)
	defer b.catch(t)
	if len(t.Open()) == 0 && !b.options.All || b.ctx.Err() != nil {
		return
	}
	err := t.technique.Run(t.ctx, t)
	if t.account.Told() && (err == nil || limit.Limited(err)) {
		err = watch.ErrMemory
	}
	switch {
	case err == nil:
	case limit.Limited(err):
		for _, e := range t.taken {
			b.addReason(e, t, "", err)
		}
	default:
		b.addFault(&Fault{Technique: t.technique.Name(), Err: err})
	}
}

// finish runs what techniques left to be done at the end: within the limits or, when one of these has been reached,
// within a moment after it.
func (b *board) finish(ctx context.Context, w *watch.Watch) {
	if w.Ctx.Err() != nil {
		memory := w.Memory + w.Memory/watch.Overrun
		w = watch.New(context.WithoutCancel(ctx),
			watch.Limits{Memory: memory, Time: limit.Lingering, Start: time.Now()})
		defer w.Cancel(nil)
	}
	for _, f := range b.takeFinishers(func(t *Turn) bool { return t.over }) {
		if w.Do(limit.Grace, func() { f.run(w.Ctx) }) != nil {
			return
		}
	}
}

// report returns the answers to the questions that were asked, and the first fault as the error. A question without an
// answer gets as its reason the limit of the run or, if none was reached, what the first technique said. From then on
// nothing is recorded.
func (b *board) report(w *watch.Watch) (*Report, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	r := &Report{Published: b.published}
	stop := b.options.Stop(w.Cause())
	for _, e := range b.entries {
		a := &e.answer
		if e.timer != nil {
			e.timer.Stop()
		}
		if e.whole != nil {
			continue
		}
		if a.Wrong == nil && !a.Known() {
			a.Least, a.Most = e.least, e.most
			explain(e, stop)
		}
		if e.LTL != nil {
			a.Automaton = e.automaton.size()
		}
		r.Answers = append(r.Answers, a)
	}
	if b.faults != nil {
		return r, b.faults[0]
	}
	return r, nil
}

// explain sets the reason of a question without an answer: the text of the first technique that gave one, joined with
// the limit that ended the run or, if none did, one that ended a technique: that of memory, else that of the first
// technique. If the run ended at another limit, techniques that ended before for lack of memory are named. A composed
// question takes the reason of a part.
func explain(e *entry, stop *limit.Stop) {
	if e.composed {
		explainWhole(e, stop)
		return
	}
	a := &e.answer
	text, why := "", error(nil)
	if len(e.reasons) > 0 {
		text, why = e.reasons[0].text, e.reasons[0].why
	}
	short := e.short()
	switch {
	case stop != nil:
		why = stop
	case len(short) > 0:
		why = short[0].why
	}
	if s := (*limit.Stop)(nil); errors.As(why, &s) {
		a.Stop = s
	}
	switch {
	case text != "" && why != nil && !strings.HasSuffix(text, why.Error()):
		a.Reason = text + "; " + why.Error()
	case text != "":
		a.Reason = text
	case why != nil:
		a.Reason = why.Error()
	case a.Reason == "":
		a.Reason = "no technique decides it"
	}
	if stop != nil && stop.Kind != limit.StopMemory && len(short) > 0 {
		var names []string
		for _, r := range short {
			names = append(names, r.by.Name())
		}
		a.Reason += "; for lack of memory ended before: " + strings.Join(names, ", ")
	}
}

// short lists the reasons of techniques that ended for lack of memory.
func (e *entry) short() (list []reason) {
	for _, r := range e.reasons {
		if s := (*limit.Stop)(nil); errors.As(r.why, &s) && s.Kind == limit.StopMemory {
			list = append(list, r)
		}
	}
	return list
}
