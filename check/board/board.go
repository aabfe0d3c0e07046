package board

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri"
)

// The board: its questions, and how answers are recorded.

// A board is what the techniques of one run share: the questions with what is known of each, and the facts of the
// model.
//
// Invariant: an answer that is certain never changes, except that a trace may be added as long as the question is not
// done.
type board struct {
	model   *model.Model
	options *Options
	ctx     context.Context // ends when no technique need go on

	findings findings // of single transitions and places; they have their own lock

	mu        sync.Mutex // guards what follows, and all fields of the entries
	entries   []*entry
	open      int                // entries that are not done
	begun     []*Turn            // techniques that have begun
	cancel    context.CancelFunc // of ctx
	finishers []finisher
	faults    []*Fault
	ended     bool           // nothing is recorded any more
	published map[string]any // by technique

	alone      chan struct{} // closed when at most one technique works
	processors processors    // see Turn.Slices
	hold       hold          // see Turn.Hold
	states     stateCount    // see Turn.AtLeast
}

// An entry is a question with what is known of it.
type entry struct {
	*model.Question
	ctx    context.Context // ends when the question is done
	drop   context.CancelFunc
	answer model.Answer
	done   bool // no technique works on it any more
	timer  *time.Timer

	simpler     *syntax.Formula // nil until a technique has found one; see Turn.Simplify
	automaton   sharedAutomaton // of LTL
	least, most int64           // between which the number lies
	reasons     []reason        // why techniques have no answer

	taken   bool  // by some technique
	refused error // by the first technique that did not take it

	whole     *entry      // the question that it is a part of, nil if it was asked itself
	implied   implication // of a formula of CTL, for a whole question of LTL
	composed  bool        // it is made of parts, which are given to techniques in its place
	parts     []part
	otherwise model.Result // see part
}

// A finisher is what a technique left to be done at the end.
type finisher struct {
	turn *Turn
	run  func(context.Context)
}

// A reason tells why a technique has no answer.
type reason struct {
	by   Technique
	text string
	why  error
}

func newBoard(ctx context.Context, m *model.Model, questions []*model.Question, o *Options) *board {
	b := &board{model: m, options: o, alone: make(chan struct{}), processors: newProcessors(),
		hold: hold{start: time.Now()}}
	b.ctx, b.cancel = context.WithCancel(ctx)
	for _, q := range questions {
		b.add(q)
	}
	for _, e := range b.entries[:len(questions)] {
		b.compose(e)
	}
	return b
}

// add adds a question.
func (b *board) add(q *model.Question) *entry {
	e := &entry{Question: q, least: math.MinInt64, most: petri.Omega,
		automaton: sharedAutomaton{turn: make(chan struct{}, 1)}}
	e.ctx, e.drop = context.WithCancel(b.ctx)
	b.entries = append(b.entries, e)
	b.open++
	return e
}

// find returns the entry of a question.
func (b *board) find(q *model.Question) *entry {
	i := slices.IndexFunc(b.entries, func(e *entry) bool { return e.Question == q })
	return b.entries[i]
}

// simplified returns the formula that Turn.Simplify gave last for a question, nil if it gave no formula.
func (b *board) simplified(q *model.Question) *syntax.Formula {
	e := b.find(q)
	b.mu.Lock()
	defer b.mu.Unlock()
	return e.simpler
}

// reject closes a question that cannot be answered, with the reason.
func (b *board) reject(e *entry, why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e.done || e.answer.Known() {
		return
	}
	e.answer = model.Answer{Wrong: why}
	b.closeLocked(e)
}

// record takes over an answer. What it shows is replayed before that, by the goroutine that found it.
func (b *board) record(e *entry, a *model.Answer) {
	if e.LTL != nil && a.Witness != nil {
		shorten(a.Witness)
	}
	if a.Traced() {
		if err := b.model.CheckAnswer(e.Question, a); err != nil {
			b.addFault(&Fault{Technique: a.By, Question: e.Name(), Err: err})
			return
		}
	}
	implied := b.implied(e, a)
	if implied != nil && implied.Traced() {
		if err := b.model.CheckAnswer(e.whole.Question, implied); err != nil {
			b.addFault(&Fault{Technique: implied.By, Question: e.Name(), Err: err})
			return
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if implied != nil {
		b.recordLocked(e.whole, implied)
	}
	b.recordLocked(e, a)
}

// recordLocked stores an answer that has been replayed if it adds to what is known: a certain answer replaces an
// unknown one, and a trace may be added to a certain answer. Two certain answers that differ are a fault. Then it
// closes the question, unless a trace is still wanted; in that case the techniques have traceTime to find one. The
// caller holds b.mu.
func (b *board) recordLocked(e *entry, a *model.Answer) {
	known := &e.answer
	switch {
	case b.ended || e.answer.Wrong != nil:
		return
	case !a.Known():
		if !known.Known() {
			took := known.Took
			*known = *a
			known.Took += took
		}
		return
	case known.Known() && known.Differs(a):
		b.addFaultLocked(&Fault{Technique: a.By, Question: e.Name(), Err: fmt.Errorf(
			"two certain answers: %s says %s, %s says %s", known.By, known.Text(), a.By, a.Text())})
		return
	case e.done:
		return
	case !known.Known() || a.Traced():
		a.Took += known.Took
		*known = *a
	}
	if a.Untraced && e.Trace && model.WantsTrace(e.Asks(), a.Result) {
		if e.timer == nil {
			e.timer = time.AfterFunc(traceTime, func() { b.close(e) })
		}
		return
	}
	b.closeLocked(e)
}

// traceTime is how long a trace is looked for when the verdict is known.
const traceTime = 3 * time.Second

// close ends the work on a question, and the run if it was the last open one.
func (b *board) close(e *entry) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closeLocked(e)
}

// closeLocked ends the work on a question: it reports the answer, combines it into the question of which this one is a
// part, cancels the context of the question, closes its parts, and ends the run if no question is open any more. The
// caller holds b.mu.
func (b *board) closeLocked(e *entry) {
	if e.done || b.ended {
		return
	}
	e.done = true
	b.open--
	if e.timer != nil {
		e.timer.Stop()
	}
	if b.options.Answered != nil && e.answer.Wrong == nil && e.whole == nil {
		b.options.Answered(e.Question, &e.answer)
	}
	if e.whole != nil {
		b.combineLocked(e.whole, e)
	}
	if b.options.All && e.answer.Wrong == nil {
		return
	}
	e.drop()
	for _, p := range e.parts {
		b.closeLocked(p.entry)
	}
	if b.open == 0 && !b.options.All {
		b.cancel()
	}
}

// narrow intersects what is known of a number with least and most.
func (b *board) narrow(e *entry, least, most int64, by string) {
	b.mu.Lock()
	e.least, e.most = max(e.least, least), min(e.most, most)
	least, most = e.least, e.most
	b.mu.Unlock()
	switch {
	case least > most:
		b.addFault(&Fault{Technique: by, Question: e.Name(),
			Err: fmt.Errorf("the number is at least %d and at most %d", least, most)})
	case least == most:
		a := model.Number(least)
		a.By = by
		b.record(e, &a)
	}
}

// addReason notes why a technique has no answer, in place of what it said before.
func (b *board) addReason(e *entry, t *Turn, text string, why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended || e.done {
		return
	}
	e.reasons = slices.DeleteFunc(e.reasons, func(r reason) bool { return r.by.Name() == t.technique.Name() })
	e.reasons = append(e.reasons, reason{t.technique, text, b.options.Because(t.ctx, why)})
}

// addFault records an error in brim itself, which ends the run.
func (b *board) addFault(f *Fault) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.addFaultLocked(f)
}

// addFaultLocked is addFault; the caller holds b.mu.
func (b *board) addFaultLocked(f *Fault) {
	if !b.ended {
		b.faults = append(b.faults, f)
		b.cancel()
	}
}
