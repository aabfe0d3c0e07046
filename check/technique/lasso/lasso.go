package lasso

import (
	"context"
	"errors"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/walk"
	"brim/petri"
)

const (
	lassoAfter = time.Second     // what is easy is decided by then
	lassoSlice = time.Second     // the first one
	lassoAlone = 4 * time.Second // of work, after which it ends if there is no time limit, or answers are compared
	mostGuards = 4               // of a question
)

// ways are the techniques that may show a way where the diagrams of the whole net, which work beside, do not.
var ways = []string{"walk", "equation", "stubborn", "bmc", "ic3", "reduced"}

// Technique finds runs in two parts: to a marking, and back to it.
type Technique struct {
	// Techniques lists the techniques for the questions of reachability, which may include this one.
	Techniques func(*model.Model) []board.Technique
}

// Name returns "lasso".
func (Technique) Name() string { return "lasso" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true, Linear: true} }

// Takes takes questions of LTL about nets.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.Net == nil:
		return model.NoNet(m.Name, "lasso")
	case q.LTL == nil:
		return errors.New("the technique lasso takes formulas of LTL")
	}
	return nil
}

// A run is one run of the technique.
type run struct {
	*board.Turn
	techniques func(*model.Model) []board.Technique
	walker     *walk.Walker // nil if numbers are too large
	tasks      []*task
	worked     time.Duration
	limited    bool // there is a time limit, and answers are not compared
}

// A task is a question with the markings that accepting parts of its automaton ask for.
type task struct {
	*model.Question
	path   *syntax.Formula // what a run has to satisfy, when the guards were made
	run    *walk.Run       // nil if the automaton is too large for walks
	guards []*guard
}

// A guard is what some arc inside an accepting part of an automaton asks of a marking, and what was found of it.
type guard struct {
	formula *syntax.Formula
	never   bool  // no reachable marking satisfies it
	steps   []int // to one that does; nil if none was found
	closed  bool  // nothing more can be found from that marking by a way back
}

// Run works in slices of time.
func (e Technique) Run(ctx context.Context, t *board.Turn) error {
	for _, p := range t.Net().Places {
		if p.Initial == petri.Omega {
			return nil
		}
	}
	r := &run{Turn: t, techniques: e.Techniques}
	_, r.limited = ctx.Deadline()
	r.limited = r.limited && !t.Options().All
	r.walker, _ = walk.New(t.Net(), 1)
	for _, q := range t.Open() {
		r.tasks = append(r.tasks, &task{Question: q})
	}
	return drive.Quiet(t, t.Slices(ctx, lassoAfter, lassoSlice, func(ctx context.Context) (bool, error) {
		begin := time.Now()
		done, err := r.slice(ctx)
		r.worked += time.Since(begin)
		return done || !r.limited && r.worked >= lassoAlone, err
	}))
}

// slice looks for ways to guards, of all questions together, and then divides its time among the questions, and that of
// each among its guards that were found: for walks from there, and for ways back.
func (r *run) slice(ctx context.Context) (done bool, err error) {
	var open []*task
	for _, a := range r.tasks {
		switch {
		case !r.IsOpen(a.Question):
			a.drop(r.walker)
		case r.prepare(ctx, a):
			open = append(open, a)
		}
	}
	if len(open) == 0 && ctx.Err() == nil {
		return true, nil
	}
	if err := r.reach(ctx, open); err != nil {
		return true, err
	}
	for i, a := range open {
		own, cancel := limit.Share(ctx, len(open)-i)
		err := r.from(own, a)
		cancel()
		if err != nil {
			return true, err
		}
	}
	return false, nil
}

// prepare makes the guards of a question, if its automaton has become another one. It reports whether it has guards.
func (r *run) prepare(ctx context.Context, a *task) bool {
	path := r.Goal(a.Question).Path
	if path == a.path {
		return len(a.guards) > 0
	}
	automaton, err := r.Automaton(ctx, a.Question)
	if err != nil {
		return false
	}
	a.path, a.guards = path, guards(r.Pool(), automaton)
	if r.walker == nil {
		return len(a.guards) > 0
	}
	a.drop(r.walker)
	a.run, _ = r.walker.Accept(automaton, a.Paths)
	return len(a.guards) > 0
}

// drop ends the walks for a question.
func (a *task) drop(w *walk.Walker) {
	if a.run != nil {
		w.DropRun(a.run)
		a.run = nil
	}
}

// reach has other techniques look for ways to the guards, in half of the time if some were found before. The error is a
// fault.
func (r *run) reach(ctx context.Context, open []*task) error {
	var list []*guard
	var questions []*model.Question
	found := 0
	for _, a := range open {
		for _, g := range a.guards {
			if engine.Eval(r.Net(), g.formula, r.Net().Initial()) {
				g.steps = []int{}
			}
			switch {
			case g.steps != nil:
				found++
			case !g.never:
				list = append(list, g)
				questions = append(questions, reachability(g.formula))
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	own, cancel := limit.Share(ctx, 1+min(1, found))
	defer cancel()
	answers, err := r.others(own, r.Model(), questions)
	if err != nil {
		return err
	}
	for i, a := range answers {
		g := list[i]
		g.never = a.Result == model.Fails
		if a.Result == model.Holds && a.Witness != nil {
			g.steps = slices.Clone(a.Witness.Steps)
		}
	}
	return nil
}

// from looks for loops that begin in the markings that were found for a question, in half of the time by walks, in the
// other one by ways back. The error is a fault.
func (r *run) from(ctx context.Context, a *task) error {
	var list []*guard
	for _, g := range a.guards {
		if g.steps != nil {
			list = append(list, g)
		}
	}
	for i, g := range list {
		own, cancel := limit.Share(ctx, 2*(len(list)-i))
		err := r.walk(own, a, g)
		cancel()
		if err != nil || !r.IsOpen(a.Question) {
			return err
		}
		own, cancel = limit.Share(ctx, 2*(len(list)-i)-1)
		err = r.back(own, a, g)
		cancel()
		if err != nil || !r.IsOpen(a.Question) {
			return err
		}
	}
	return nil
}

// walk walks from the marking of a guard. The error is a fault.
func (r *run) walk(ctx context.Context, a *task, g *guard) error {
	if a.run == nil {
		return nil
	}
	if err := r.walker.TowardRunAfter(ctx, a.run, g.steps, walk.Limits{}); err != nil {
		return err
	}
	if steps, loop, ok := a.run.Found(); ok {
		r.Answer(a.Question, model.RanSteps(a.Question, r.Net(), steps, loop))
	} else if a.run.Certain() {
		answer := model.Ran(a.Question)
		answer.Untraced = true
		r.Answer(a.Question, answer)
	}
	return nil
}

// others has the other techniques work on questions about a model until ctx is done. The error is a fault.
func (r *run) others(ctx context.Context, m *model.Model, questions []*model.Question) ([]*model.Answer, error) {
	o := board.Options{Limits: r.Options().Limits, Techniques: r.techniques(m)}
	o.Without = drive.Inside(r.Turn, "lasso", r.techniques(r.Model()))
	for _, t := range r.techniques(m) {
		if !slices.Contains(ways, t.Name()) {
			o.Without = append(o.Without, t.Name())
		}
	}
	o.Start, o.Time = time.Now(), 0
	r.Progress(board.Progress{Phase: "asking", Detail: questions[0].ID})
	report, err := board.Decide(ctx, m, questions, o)
	if err != nil {
		return nil, err
	}
	return report.Answers, nil
}

// reachability returns the question whether some marking satisfies a formula, with the way to it.
func reachability(f *syntax.Formula) *model.Question {
	pool := syntax.NewPool()
	return &model.Question{ID: f.String(), Formula: pool.Make(syntax.EF, pool.Copy(f)), Trace: true}
}
