package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"brim/ctl/syntax"
	"brim/internal/watch"
	"brim/petri/order"
)

// Options of Decide. The zero value is right for most uses.
type Options struct {
	Limits
	// Techniques are what works on the questions; nil is Techniques of the model.
	Techniques []Technique
	// Without names techniques, or parts of them, that are not used.
	Without []string
	// AllColours has colours that nothing tells apart unfolded apart; see Unfold.
	AllColours bool
	// All has every technique finish: their answers are compared, and two that differ are a Fault.
	All bool
	// Count has the last space that the diagrams asked counted for the report.
	Count bool
	// Answered is called at once when a question has its answer, by one goroutine at a time. It must not call anything
	// of the run.
	Answered func(*Question, *Answer)
	// Progress is called a few times a second, by several goroutines.
	Progress func(Progress)
}

// Progress is a look at a run.
type Progress struct {
	By     string // the technique that does it, "" if it is none
	Phase  string // what is being done
	Detail string // about the phase: the order that is tried, a question
	Nodes  int    // of diagrams
	Bytes  int64
	Done   int // levels closed
	Levels int // levels in all
	States int // found one by one
	Depth  int // their distance

	// Order is that of the levels, and Widths returns the nodes on each now, garbage included; both are nil if there
	// are no levels. Who is told may call Widths before he returns, but not later. Cost: O(nodes).
	Order  *order.Decomposition
	Widths func() []int
}

// A Report is what a run found.
type Report struct {
	Answers  []*Answer    // one for each question
	Diagrams *Exploration // what the diagrams explored last; nil if they were not asked, or had to be abandoned
}

// Grace periods: how long work may go on once it should have ended.
const (
	grace     = 300 * time.Millisecond
	dropGrace = 100 * time.Millisecond // when all is answered
	lingering = 500 * time.Millisecond // for counting what was found before a limit came
)

// Decide answers one question about a model. See DecideAll.
func Decide(ctx context.Context, m *Model, q *Question, o Options) (*Answer, error) {
	r, err := DecideAll(ctx, m, []*Question{q}, o)
	if r == nil {
		return nil, err
	}
	return r.Answers[0], err
}

// DecideAll answers questions about a model. All techniques work at the same time, on all cores; the first certain
// answer to a question is the one that counts, and ends the work on it. What no technique decides within the limits is
// Unknown, with a Reason and, if it was a limit, a Stop.
//
// The error is a *Fault, a mistake in brim; the report has what was known before. Limits that are negative are an error
// without a report.
func DecideAll(ctx context.Context, m *Model, questions []*Question, o Options) (*Report, error) {
	if err := o.valid(); err != nil {
		return nil, err
	}
	if o.Start.IsZero() {
		o.Start = time.Now()
	}
	w := watch.New(ctx, o.process())
	defer w.Cancel(nil)
	if m.Coloured != nil && m.Net == nil {
		var none *Report
		if m, questions, none = o.unfold(w, m, questions); none != nil {
			return none, nil
		}
	}
	b := newBoard(w.Ctx, m, questions, &o)
	defer b.cancel()
	if w.Do(grace+dropGrace, func() { b.run() }) == nil {
		b.finishing(ctx, w)
	}
	return b.report(w)
}

// techniques returns those that are used, the early ones or the others.
func (b *board) techniques(isEarly bool) []Technique {
	list := b.options.Techniques
	if list == nil {
		list = Techniques(b.model)
	}
	return slices.DeleteFunc(slices.Clone(list), func(t Technique) bool {
		_, ok := t.(early)
		return ok != isEarly || slices.Contains(b.options.Without, t.Name())
	})
}

// turns returns the turn of each of the techniques that takes one of the questions.
func (b *board) turns(list []Technique, questions []*asked) (turns []*Turn) {
	for _, technique := range list {
		t := &Turn{board: b, technique: technique, pool: syntax.NewPool()}
		_, isEarly := technique.(early)
		for _, q := range questions {
			if q.composed || q.fits(b.model) != nil || b.leaves(list, technique, q) {
				continue
			}
			if err := takes(technique, b.model, q.Question); err != nil {
				if !isEarly { // what it says is of no use to who asked
					q.refused = cmp.Or(q.refused, err)
				}
				continue
			}
			t.takes = append(t.takes, q)
			q.taken = true
		}
		if t.takes != nil {
			turns = append(turns, t)
		}
	}
	return turns
}

// refuse answers the questions that no technique takes by why.
func (b *board) refuse() {
	for _, q := range b.asked {
		switch err := q.fits(b.model); {
		case err != nil:
			b.wrong(q, err)
		case q.composed:
			b.mu.Lock()
			b.sumUp(q, nil) // that may have no parts
			b.mu.Unlock()
		case !q.taken && !slices.ContainsFunc(q.parts, func(p part) bool { return p.taken }):
			b.wrong(q, cmp.Or(q.refused, errors.New("no technique is left that takes the question")))
		}
	}
}

// takes returns nil if the technique takes the question.
func takes(technique Technique, m *Model, q *Question) error {
	inner := technique
	if l, ok := technique.(later); ok {
		inner = l.Technique
	}
	if _, ok := inner.(linearTime); q.LTL != nil && !ok {
		return fmt.Errorf("%s decides formulas of LTL only where one of CTL says the same that it takes; expected auto, symbolic, bmc or ic3",
			technique.Name())
	}
	if _, ok := inner.(Diagrams); m.System != nil && !ok {
		if err := several(m); err != nil { // it looks at states one by one
			return err
		}
	}
	return technique.Takes(m, q)
}

// run has the techniques work: first, one after the other, those that are cheap, then all others at the same time. It
// returns when they have ended, or a moment after they should have, the turns that there were.
func (b *board) run() []*Turn {
	cheap := b.techniques(true)
	done := b.turns(cheap, b.asked)
	for _, t := range done {
		b.work(t)
	}
	for _, t := range b.turns(cheap, b.branch()) {
		b.work(t)
		done = append(done, t)
	}
	turns := b.turns(b.techniques(false), b.asked)
	b.refuse()
	b.together(turns)
	return append(done, turns...)
}

// together has techniques work at the same time.
func (b *board) together(turns []*Turn) {
	working := len(turns)
	if working <= 1 {
		close(b.alone)
	}
	var mu sync.Mutex
	ended := make(chan struct{})
	for _, t := range turns {
		go func() {
			b.work(t)
			if _, ok := t.technique.(sliced); !ok {
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
		case <-time.After(b.patience()): // those that do not end are abandoned
		}
	}
}

// patience is how long techniques may take to end.
func (b *board) patience() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open == 0 {
		return dropGrace
	}
	return grace
}

// work runs one technique. A panic of it is a fault.
func (b *board) work(t *Turn) {
	defer func() {
		b.mu.Lock()
		t.over = true
		b.mu.Unlock()
	}()
	defer func() {
		if r := recover(); r != nil {
			value, stack := watch.Panicked(r)
			b.fault(&Fault{Technique: t.technique.Name(), Err: fmt.Errorf("%v", value), Stack: stack})
		}
	}()
	if len(t.Open()) == 0 && !b.options.All || b.ctx.Err() != nil {
		return
	}
	err := t.technique.Run(b.ctx, t)
	switch {
	case err == nil:
	case limited(err):
		for _, q := range t.takes {
			b.leave(q, t.technique, "", err)
		}
	default:
		b.fault(&Fault{Technique: t.technique.Name(), Err: err})
	}
}

// finishing runs what techniques left for the end: within the limits, or after these within a moment of their own.
func (b *board) finishing(ctx context.Context, w *watch.Watch) {
	if w.Ctx.Err() != nil {
		memory := w.Memory + w.Memory/watch.Overrun
		w = watch.New(context.WithoutCancel(ctx), watch.Limits{Memory: memory, Time: lingering, Start: time.Now()})
		defer w.Cancel(nil)
	}
	b.mu.Lock()
	list := slices.DeleteFunc(slices.Clone(b.finish), func(f finisher) bool { return !f.over })
	b.mu.Unlock()
	for _, f := range list {
		if w.Do(grace, func() { f.run(w.Ctx) }) != nil {
			return
		}
	}
}

// report returns what is known in the end. Questions without an answer get the reason: the limit of the run, or else
// that of the technique that is first in the list of those that said one.
func (b *board) report(w *watch.Watch) (*Report, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	r := &Report{Diagrams: b.diagrams}
	stop := b.options.Stop(w.Cause())
	for _, q := range b.asked {
		a := &q.answer
		if q.timer != nil {
			q.timer.Stop()
		}
		if q.whole != nil {
			continue
		}
		if a.Wrong == nil && !a.known() {
			b.explain(q, stop)
		}
		if q.LTL != nil {
			a.Automaton = q.automaton.size()
		}
		r.Answers = append(r.Answers, a)
	}
	if b.faults != nil {
		return r, b.faults[0]
	}
	return r, nil
}

// explain says why q has no answer.
func (b *board) explain(q *asked, stop *Stop) {
	if q.composed {
		b.explainWhole(q, stop)
		return
	}
	a := &q.answer
	text, why := "", error(nil)
	if len(q.left) > 0 {
		text, why = q.left[0].text, q.left[0].why
	}
	if stop != nil {
		why = stop
	}
	var limit *Stop
	if errors.As(why, &limit) {
		a.Stop = limit
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
}
