package ic3

import (
	"context"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/ic3"
	"brim/internal/watch"
)

// With Slices, ic3 begins after walks, invariants and diagrams had some time, and leaves large nets to them.
const (
	slicesAfter = 2 * time.Second
	firstSlice  = 20 * time.Millisecond // of a question
	mostItems   = 2000                  // places, and transitions
)

// A task is a question with its search.
type task struct {
	*model.Question
	goal   engine.Goal // not of LTL
	search interface {
		Run(context.Context) (*ic3.Result, error)
	} // nil before the first slice
	account *watch.Account // of the search
	gaveUp  bool           // the question cannot be decided, or took too much memory
	took    time.Duration
}

// end gives the memory of the search back.
func (u *task) end() {
	if u.account != nil {
		u.search = nil
		u.account.Close()
	}
}

// runSliced works on the open questions about a net in slices of time, and goes on with each where the last slice
// ended.
func runSliced(ctx context.Context, t *board.Turn) error {
	var todo []*task
	for _, q := range t.Open() {
		if q.LTL != nil {
			todo = append(todo, &task{Question: q})
			continue
		}
		f := drive.Formula(t, q)
		if !q.Trace {
			f = syntax.Simplify(f, q.Paths)
		}
		if g := engine.GoalOf(f); ic3.Decides(g) == nil {
			todo = append(todo, &task{Question: q, goal: g})
		}
	}
	defer func() {
		for _, u := range todo {
			u.end()
		}
	}()
	return t.Slices(ctx, slicesAfter, time.Duration(len(todo))*firstSlice, func(ctx context.Context) (bool, error) {
		todo = slices.DeleteFunc(todo, func(u *task) bool {
			over := u.gaveUp || !t.IsOpen(u.Question)
			if over {
				u.end()
			}
			return over
		})
		for n, u := range todo {
			if ctx.Err() != nil || !t.IsOpen(u.Question) {
				continue
			}
			if err := goOn(ctx, t, u, len(todo)-n); err != nil {
				return true, err
			}
		}
		return len(todo) == 0, nil
	})
}

// goOn continues the search for a question, which it begins in the first slice, for one of parts equal parts of the
// slice, and gives the answer if there is one. The error is that of the search.
func goOn(ctx context.Context, t *board.Turn, u *task, parts int) (err error) {
	start := time.Now()
	if u.account == nil {
		_, u.account = watch.Open(t.Context(u.Question))
	}
	if u.search == nil {
		var first error
		if u.LTL != nil {
			u.search, first = newRuns(t.Context(u.Question), t, u.Question)
		} else {
			u.search, first = ic3.NewNet(t.Context(u.Question), t.Model().Facts(), u.goal.Formula, u.Paths)
		}
		if err := first; err != nil {
			u.gaveUp = true
			t.Undecided(u.Question, err.Error(), nil)
			return nil
		}
	}
	own, cancel := limit.Share(ctx, parts)
	defer cancel()
	defer context.AfterFunc(t.Context(u.Question), cancel)()
	own, leave := u.account.Under(own)
	defer leave()
	r, err := u.search.Run(own)
	u.took += time.Since(start)
	switch {
	case err != nil:
		return err
	case r.Result == engine.Unknown:
		if u.gaveUp = r.Stopped == nil || u.account.Told(); u.gaveUp {
			u.end()
		}
		t.Undecided(u.Question, r.Reason, nil)
		return nil
	}
	var a model.Answer
	if u.LTL != nil {
		a = runAnswer(u.Question, r)
	} else {
		a = model.Answer{Verdict: r.Verdict, Shows: engine.Shown(u.goal.Formula, r.Result)}
		if !u.Trace || u.Kind != model.Truth {
			a.Witness = nil // it is a witness of a simpler formula
		}
		addFrames(&a, r)
	}
	a.Took = u.took
	t.Answer(u.Question, a)
	return nil
}
