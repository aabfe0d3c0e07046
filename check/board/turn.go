package board

import (
	"context"
	"errors"
	"fmt"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/internal/watch"
	"brim/ltl"
	"brim/petri"
)

// What a technique sees of the board.

// A Turn is what a technique sees of a run: the questions that it takes, a way to answer them, and the facts that the
// techniques share. It belongs to the goroutine of the technique, except for Context and IsOpen.
//
//	the run        Model, Net, Options, Pool, Others, IsAlone
//	the questions  Open, IsOpen, Context, Formula, Goal, Automaton
//	what is found  Answer, Narrow, Simplify, Undecided, Learn
//	shared facts   Between, Known, Unclear
//	the time       Slices, Hold, AtLeast, Rest, Finish
//	the user       Progress, Publish
type Turn struct {
	board     *board
	technique Technique
	taken     []*entry
	pool      *syntax.Pool    // for this technique alone, since pools cannot be shared
	others    bool            // other techniques work at the same time
	ctx       context.Context // of the technique, with its account
	account   *watch.Account
	over      bool            // the technique has returned; guarded by board.mu, as is what follows
	answered  map[*entry]bool // questions to which it gave an answer
	contexts  map[*entry]context.Context
}

// Model returns what the questions are about.
func (t *Turn) Model() *model.Model { return t.board.model }

// Net returns the net of the model, nil if the model is no net.
func (t *Turn) Net() *petri.Net { return t.board.model.Net }

// Options returns the options of the run, with its limits.
func (t *Turn) Options() *Options { return t.board.options }

// Pool returns the pool of the formulas that this technique gets and makes.
func (t *Turn) Pool() *syntax.Pool { return t.pool }

// Others reports whether other techniques began to work at the same time as this one.
func (t *Turn) Others() bool { return t.others }

// IsAlone reports whether no other technique is working any more.
func (t *Turn) IsAlone() bool {
	select {
	case <-t.board.alone:
		return true
	default:
		return false
	}
}

// Open lists the questions of the turn that have no answer yet.
func (t *Turn) Open() (list []*model.Question) {
	t.board.mu.Lock()
	defer t.board.mu.Unlock()
	for _, e := range t.taken {
		if t.isOpenLocked(e) {
			list = append(list, e.Question)
		}
	}
	return list
}

// IsOpen reports whether the question has no answer yet, or lacks a trace that is wanted.
func (t *Turn) IsOpen(q *model.Question) bool {
	e := t.board.find(q)
	t.board.mu.Lock()
	defer t.board.mu.Unlock()
	return t.isOpenLocked(e)
}

// isOpenLocked is IsOpen; the caller holds board.mu.
func (t *Turn) isOpenLocked(e *entry) bool {
	if t.board.options.All {
		return e.answer.Wrong == nil && !t.answered[e]
	}
	return !e.done
}

// Context returns a context of the technique that also ends when the question is answered.
func (t *Turn) Context(q *model.Question) context.Context {
	e := t.board.find(q)
	t.board.mu.Lock()
	defer t.board.mu.Unlock()
	ctx := t.contexts[e]
	if ctx == nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(t.ctx)
		context.AfterFunc(e.ctx, cancel)
		t.contexts[e] = ctx
	}
	return ctx
}

// Formula returns the formula of CTL of the question, nil if it has none, in the pool of the technique. If no trace is
// wanted it is the formula that Simplify gave last.
func (t *Turn) Formula(q *model.Question) *syntax.Formula {
	if q.Formula == nil {
		return nil
	}
	f := t.board.simplified(q)
	if f == nil || q.Trace {
		f = q.Formula
	}
	return t.pool.Copy(f)
}

// Goal returns what a run has to satisfy that decides a question of LTL, as simple as Simplify made it, in the pool of
// the technique. A run of the model from its first state satisfies it exactly if it satisfies what was asked.
func (t *Turn) Goal(q *model.Question) ltl.Goal {
	f := t.board.simplified(q)
	if f == nil {
		f = q.LTL
	}
	return ltl.GoalOf(t.pool.Copy(f))
}

// Answer gives an answer, or adds to one, as a witness, and replays what it shows. The first certain answer to a
// question counts and ends the work on it; another certain answer ends the run as a fault. An answer that is Wrong says
// that no technique can answer the question.
func (t *Turn) Answer(q *model.Question, a model.Answer) {
	e := t.board.find(q)
	if a.Wrong != nil {
		t.board.reject(e, a.Wrong)
		return
	}
	if a.By == "" {
		a.By = t.technique.Name()
	}
	if a.Known() {
		t.markAnswered(e)
	}
	if q.Formula != nil && !q.Trace && t.board.simplified(q) != nil {
		a.Witness = nil // of the simpler formula
	}
	t.board.record(e, &a)
}

// markAnswered notes that the technique has answered a question.
func (t *Turn) markAnswered(e *entry) {
	t.board.mu.Lock()
	defer t.board.mu.Unlock()
	if t.answered == nil {
		t.answered = map[*entry]bool{}
	}
	t.answered[e] = true
}

// Narrow says that the number that is asked for lies between least and most; math.MinInt64 and petri.Omega say that
// nothing is known. The board intersects what the techniques say. by is what the answer is By.
func (t *Turn) Narrow(q *model.Question, least, most int64, by string) {
	e := t.board.find(q)
	if least == most {
		t.markAnswered(e)
	}
	t.board.narrow(e, least, most, by)
}

// Between returns what is known of the number that a question asks for, as Narrow says it.
func (t *Turn) Between(q *model.Question) (least, most int64) {
	e := t.board.find(q)
	t.board.mu.Lock()
	defer t.board.mu.Unlock()
	return e.least, e.most
}

// Simplify gives a formula of CTL that holds in the same reachable states as that of the question, or a formula of LTL
// that the same runs from the first state satisfy.
func (t *Turn) Simplify(q *model.Question, f *syntax.Formula) {
	e := t.board.find(q)
	t.board.mu.Lock()
	defer t.board.mu.Unlock()
	e.simpler = f
}

// Undecided says why the technique has no answer to a question: because of a limit, or because what it found does not
// decide the question. The words of a limit are added to the text, if there is a text.
func (t *Turn) Undecided(q *model.Question, text string, why error) {
	t.board.addReason(t.board.find(q), t, text, why)
}

// Learn says that transitions or places of the net have a property, or that they do not have it. Answers to global
// properties that follow are given at once. It is a fault if another technique said the contrary. Cost: O(items), and
// once in a run O(all items).
func (t *Turn) Learn(p model.Property, holds bool, items ...int) {
	all, some, err := t.board.findings.learn(t.Net(), p, holds, items)
	switch {
	case err != nil:
		t.board.addFault(&Fault{Technique: t.technique.Name(), Err: err})
	case all || some:
		t.board.conclude(p, all, t.technique.Name())
	}
}

// Known returns whether a transition or place has the property, Unknown if no technique has learned it.
func (t *Turn) Known(p model.Property, item int) model.Result {
	return t.board.findings.known(t.Net(), p, item)
}

// Unclear lists the transitions or places for which Known is Unknown. Cost: O(all items).
func (t *Turn) Unclear(p model.Property) (items []int) { return t.board.findings.unclear(t.Net(), p) }

// Finish has fn called after all techniques have returned, unless one had to be abandoned: while the diagrams of the
// technique can still be counted. The context of fn ends with the limits of the run or, if the run has reached one, a
// moment later.
func (t *Turn) Finish(fn func(ctx context.Context)) {
	t.board.mu.Lock()
	defer t.board.mu.Unlock()
	t.board.finishers = append(t.board.finishers, finisher{t, fn})
}

// Progress tells the user what is being done.
func (t *Turn) Progress(p Progress) {
	if tell := t.board.options.Progress; tell != nil {
		p.By = t.technique.Name()
		tell(p)
	}
}

// Publish puts what the technique says of all its work into Report.Published, in place of what it said before.
func (t *Turn) Publish(what any) {
	t.board.mu.Lock()
	defer t.board.mu.Unlock()
	if t.board.ended {
		return
	}
	if t.board.published == nil {
		t.board.published = map[string]any{}
	}
	t.board.published[t.technique.Name()] = what
}

// takes returns nil if the technique may be given the question.
func takes(technique Technique, m *model.Model, q *model.Question) error {
	traits := TraitsOf(technique)
	switch {
	case m.Folded() && !traits.Folded:
		return errors.New("the coloured net is not unfolded")
	case q.OfTime() && !traits.Sets:
		return fmt.Errorf("the technique %s decides no times", technique.Name())
	}
	if q.LTL != nil && !traits.Linear {
		return fmt.Errorf("%s decides formulas of LTL only where one of CTL says the same that it takes; expected "+
			"auto, symbolic, bmc or ic3",
			technique.Name())
	}
	if m.System != nil && !traits.Sets {
		if err := m.OneStart(); err != nil {
			return err
		}
	}
	return technique.Takes(m, q)
}
