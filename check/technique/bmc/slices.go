package bmc

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/bmc"
	"brim/internal/watch"
	"brim/ltl"
	"brim/petri/structure"
)

// In slices of time, bounded model checking asks each question for a slice of time, then again for a
// longer one, and so on. Most questions that it decides at all are decided by Induction, with steps of independent
// transitions, in the first two slices. Refined finds proofs that need long paths, few of them in less than 0.1 s.
const (
	slicesAfter  = 300 * time.Millisecond // the diagrams of most nets are done by then
	firstSlice   = 20 * time.Millisecond  // of a question
	longSlice    = 100 * time.Millisecond // from here on Refined is asked, too
	refinedStart = 8                      // steps
	lassoStart   = 16                     // steps, of LTL
	fewTokens    = 7                      // in places without a bound, of LTL
	sliceGrace   = time.Minute            // for what does not look at the clock: invariants of a large net
)

// A task is a question that is asked in slices of time.
type task struct {
	*model.Question
	goal   engine.Goal // of a question in CTL or another kind
	linear ltl.Goal    // of one in LTL
	gaveUp bool        // it cannot be decided, or took too much memory
}

// runSliced asks the open questions about a net in slices of time.
func runSliced(ctx context.Context, t *board.Turn) error {
	after := slicesAfter
	if end, ok := ctx.Deadline(); ok && runtime.GOMAXPROCS(0) == 1 {
		after = max(after, time.Until(end)/5*2) // the others alone have half of their time
	}
	var todo []*task
	for _, q := range t.Open() {
		if q.LTL != nil {
			todo = append(todo, &task{Question: q, linear: t.Goal(q)})
			continue
		}
		if g := engine.GoalOf(formula(t, q)); bmc.Decides(g) == nil {
			todo = append(todo, &task{Question: q, goal: g})
		}
	}
	return t.Slices(ctx, after, time.Duration(len(todo))*firstSlice, func(ctx context.Context) (bool, error) {
		todo = slices.DeleteFunc(todo, func(u *task) bool { return u.gaveUp || !t.IsOpen(u.Question) })
		err := round(ctx, t, todo)
		if err == nil {
			return len(todo) == 0, nil
		}
		for _, u := range todo {
			t.Undecided(u.Question, "", err)
		}
		if unbounded := (*structure.UnboundedPlaceError)(nil); errors.As(err, &unbounded) || limit.Limited(err) {
			err = nil
		}
		return true, err
	})
}

// formula returns the formula that a question asks about, as simple as can be if no trace is wanted.
func formula(t *board.Turn, q *model.Question) *syntax.Formula {
	if q.Kind != model.Truth {
		return q.Kind.Formula(t.Pool(), t.Net())
	}
	f := t.Formula(q)
	if q.Trace {
		return f
	}
	return syntax.Simplify(f, q.Paths)
}

// algorithms returns what to try if each question has so much time.
func (u *task) algorithms(d time.Duration) []bmc.Options {
	switch {
	case u.LTL != nil:
		return lassos(u.linear.Path, d)
	case u.goal.Kind != engine.Reach:
		return []bmc.Options{{}}
	case d < longSlice:
		return []bmc.Options{{Algorithm: bmc.Induction, Together: true}}
	}
	return []bmc.Options{{Algorithm: bmc.Induction, Together: true}, {Algorithm: bmc.Refined, Start: refinedStart}}
}

// lassos returns what to try for a path formula: most have lassos of a few steps, which are found soonest if a step is
// one transition. Later several fire in one, or if steps are counted, long lassos come first. Places without a bound
// hold a few tokens: that is enough for most lassos.
func lassos(path *syntax.Formula, d time.Duration) []bmc.Options {
	one, other := bmc.Options{Tokens: fewTokens}, bmc.Options{Tokens: fewTokens, Together: true}
	for f := range path.All() {
		if f.Op == syntax.X {
			other = bmc.Options{Tokens: fewTokens, Start: lassoStart}
		}
	}
	if d < longSlice {
		return []bmc.Options{one}
	}
	return []bmc.Options{one, other}
}

// round puts each question to each algorithm, for equal shares of the slice. The error says why no other round makes
// sense.
func round(ctx context.Context, t *board.Turn, todo []*task) error {
	end, _ := ctx.Deadline()
	each := time.Until(end) / time.Duration(max(1, len(todo)))
	for i := range 2 {
		for n, u := range todo {
			o := u.algorithms(each)
			if i >= len(o) || u.gaveUp || !t.IsOpen(u.Question) || ctx.Err() != nil {
				continue
			}
			if err := try(ctx, t, u, o[i], (len(o)-i)*len(todo)-n); err != nil {
				return err
			}
		}
	}
	return nil
}

// try puts a question to bounded model checking for one of so many parts of the slice. The error is that of
// bmc.Decide, or says that it does not end.
func try(ctx context.Context, t *board.Turn, u *task, o bmc.Options, parts int) error {
	own, cancel := limit.Share(ctx, parts)
	defer cancel()
	defer context.AfterFunc(t.Context(u.Question), cancel)()
	o.Facts = t.Model().Facts()
	// It gives up before the process is so large that the diagrams have to.
	w := watch.New(own, watch.Limits{Memory: t.Options().Memory / 15 * 14})
	defer w.Cancel(nil)
	start := time.Now()
	var r *bmc.Result
	var err error
	decide := func() { r, err = bmc.Decide(w.Ctx, t.Net(), u.goal.Formula, u.Paths, o) }
	if u.LTL != nil {
		decide = func() { r, err = bmc.DecideLTL(w.Ctx, t.Net(), u.linear, u.Paths, o) }
	}
	if late := w.Do(sliceGrace, decide); late != nil {
		return late // r and err may still be written
	}
	switch {
	case err != nil:
		return err
	case r.Result != engine.Unknown:
		var a model.Answer
		if u.LTL != nil {
			a = runAnswer(u.Question, &o, r)
		} else {
			a = model.Answer{Verdict: r.Verdict, Shows: engine.Shown(u.goal.Formula, r.Result)}
			if !u.Trace || u.Kind != model.Truth {
				a.Witness = nil // of a simpler formula
			}
			a.Statistics = newStatistics(u.goal.Kind, &o, r)
		}
		a.Took = time.Since(start)
		t.Answer(u.Question, a)
	default:
		u.gaveUp = r.Stopped == nil || errors.Is(r.Stopped, watch.ErrMemory)
		t.Undecided(u.Question, r.Reason, nil)
	}
	return nil
}
