package check

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// A board is what the techniques of one run share: the questions with what is known of each, and the facts of the
// model.
//
// Invariant: an answer that is certain never changes, but that a trace may be added as long as the question is not
// done.
type board struct {
	model   *Model
	options *Options
	ctx     context.Context // ends when nobody need go on

	findings findings // of single transitions and places; has a lock of its own

	mu       sync.Mutex // guards what follows, and all that is in asked
	asked    []*asked
	open     int
	cancel   context.CancelFunc // of ctx
	finish   []finisher
	faults   []*Fault
	ended    bool // nothing is noted any more
	diagrams *Exploration

	alone      chan struct{} // closed when at most one technique works
	processors processors    // see Turn.Slices
}

// An asked is a question with what is known of it.
type asked struct {
	*Question
	ctx    context.Context // ends when it is done
	drop   context.CancelFunc
	answer Answer
	done   bool // nobody works on it any more
	timer  *time.Timer

	simpler     *syntax.Formula // nil as long as nobody found one; see Turn.Simplify
	automaton   knownAutomaton  // of LTL
	least, most int64           // between which the number lies
	left        []undecided

	taken   bool  // by some technique
	refused error // by the first technique that did not take it

	whole     *asked // the question that it is a part of, nil if it was asked itself
	tells     told   // of a formula of CTL for a whole one of LTL
	composed  bool   // it is made of parts, which are given to techniques in its place
	parts     []part
	otherwise Result // see part
}

// A finisher is what a technique left for the end.
type finisher struct {
	*Turn
	run func(context.Context)
}

// An undecided tells why a technique has no answer.
type undecided struct {
	by   Technique
	text string
	why  error
}

// A Fault is a mistake in brim: two techniques whose certain answers differ, a witness that cannot be replayed, a
// panic.
type Fault struct {
	Technique string
	Question  string // its ID, or what it asks; "" if it is about none
	Err       error
	Stack     []byte // of a panic
}

func (f *Fault) Error() string {
	if f.Question == "" {
		return fmt.Sprintf("internal error in %s: %v", f.Technique, f.Err)
	}
	return fmt.Sprintf("internal error: %s: %v", f.Question, f.Err)
}

func (f *Fault) Unwrap() error { return f.Err }

func newBoard(ctx context.Context, m *Model, questions []*Question, o *Options) *board {
	b := &board{model: m, options: o, alone: make(chan struct{}), processors: newProcessors()}
	b.ctx, b.cancel = context.WithCancel(ctx)
	for _, q := range questions {
		b.ask(q)
	}
	for _, a := range b.asked[:len(questions)] {
		b.compose(a)
	}
	return b
}

// ask adds a question.
func (b *board) ask(q *Question) *asked {
	a := &asked{Question: q, least: math.MinInt64, most: petri.Omega, automaton: newKnownAutomaton()}
	a.ctx, a.drop = context.WithCancel(b.ctx)
	b.asked = append(b.asked, a)
	b.open++
	return a
}

// find returns what is known of a question.
func (b *board) find(q *Question) *asked {
	i := slices.IndexFunc(b.asked, func(a *asked) bool { return a.Question == q })
	return b.asked[i]
}

// wrong answers a question that cannot be answered by why.
func (b *board) wrong(q *asked, why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	q.answer = Answer{Wrong: why}
	b.settle(q)
}

// note takes over an answer. What it shows is replayed before, by the goroutine that found it.
func (b *board) note(q *asked, a *Answer) {
	if q.LTL != nil && a.Witness != nil {
		tighten(a.Witness)
	}
	if a.traced() {
		if err := b.model.shows(q.Question, a); err != nil {
			b.fault(&Fault{Technique: a.By, Question: q.name(), Err: err})
			return
		}
	}
	up := b.upward(q, a)
	if up != nil && up.traced() {
		if err := b.model.shows(q.whole.Question, up); err != nil {
			b.fault(&Fault{Technique: up.By, Question: q.name(), Err: err})
			return
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if up != nil {
		b.take(q.whole, up)
	}
	b.take(q, a)
}

// take is note for who holds the lock and has replayed the answer.
func (b *board) take(q *asked, a *Answer) {
	known := &q.answer
	switch {
	case b.ended || q.answer.Wrong != nil:
		return
	case !a.known():
		if !known.known() {
			took := known.Took
			*known = *a
			known.Took += took
		}
		return
	case known.known() && known.differs(a):
		b.blame(&Fault{Technique: a.By, Question: q.name(), Err: fmt.Errorf(
			"two certain answers: %s says %s, %s says %s", known.By, known.text(), a.By, a.text())})
		return
	case q.done:
		return
	case !known.known() || a.traced():
		a.Took += known.Took
		*known = *a
	}
	if a.Untraced && q.Trace && wantsTrace(q.Asks(), a.Result) {
		if q.timer == nil {
			q.timer = time.AfterFunc(traceTime, func() { b.settled(q) })
		}
		return
	}
	b.settle(q)
}

// traceTime is how long a trace is looked for when the verdict is known.
const traceTime = 3 * time.Second

// settled is settle for who does not hold the lock.
func (b *board) settled(q *asked) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settle(q)
}

// settle ends the work on a question, and the run if it was the last one.
func (b *board) settle(q *asked) {
	if q.done || b.ended {
		return
	}
	q.done = true
	b.open--
	if q.timer != nil {
		q.timer.Stop()
	}
	if b.options.Answered != nil && q.answer.Wrong == nil && q.whole == nil {
		b.options.Answered(q.Question, &q.answer)
	}
	if q.whole != nil {
		b.sumUp(q.whole, q)
	}
	if b.options.All && q.answer.Wrong == nil {
		return
	}
	q.drop()
	for _, p := range q.parts {
		b.settle(p.asked)
	}
	if b.open == 0 && !b.options.All {
		b.cancel()
	}
}

// narrow puts together what is known of a number.
func (b *board) narrow(q *asked, least, most int64, by string) {
	b.mu.Lock()
	q.least, q.most = max(q.least, least), min(q.most, most)
	least, most = q.least, q.most
	b.mu.Unlock()
	switch {
	case least > most:
		b.fault(&Fault{Technique: by, Question: q.name(), Err: fmt.Errorf("the number is at least %d and at most %d", least, most)})
	case least == most:
		a := number(least)
		a.By = by
		b.note(q, &a)
	}
}

// leave notes why a technique has no answer. The last reason counts.
func (b *board) leave(q *asked, by Technique, text string, why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended || q.done {
		return
	}
	q.left = slices.DeleteFunc(q.left, func(u undecided) bool { return u.by.Name() == by.Name() })
	q.left = append(q.left, undecided{by, text, b.said(why)})
}

// said returns err as a Stop if it is a limit, else err itself. That the run was cancelled does not say why.
func (b *board) said(err error) error {
	if cause := context.Cause(b.ctx); errors.Is(err, context.Canceled) && cause != nil {
		err = cause
	}
	if s := b.options.Stop(err); s != nil {
		return s
	}
	return err
}

// fault notes a mistake in brim, which ends the run.
func (b *board) fault(f *Fault) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.blame(f)
}

// blame is fault for who holds the lock.
func (b *board) blame(f *Fault) {
	if !b.ended {
		b.faults = append(b.faults, f)
		b.cancel()
	}
}

// name is what messages call the question.
func (q *Question) name() string {
	if q.ID != "" {
		return q.ID
	}
	return q.String()
}

// shows replays what an answer shows, and looks whether that is an answer to the question.
func (m *Model) shows(q *Question, a *Answer) error {
	if w := a.Witness; w != nil && m.Net != nil && q.Asks() != nil {
		if want := engine.Shown(apart(q.Asks()), a.Result); w.Formula == nil || want.Pool().Copy(w.Formula) != want {
			return fmt.Errorf("a witness of %v, expected one of %s", w.Formula, want)
		}
		if !w.Start.Equal(m.Net.Initial()) {
			return fmt.Errorf("a witness that does not begin in the initial marking")
		}
	}
	return m.replay(q, a)
}
