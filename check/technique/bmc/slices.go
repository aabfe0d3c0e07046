package bmc

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/bmc"
	"brim/internal/watch"
	"brim/ltl"
	"brim/petri/structure"
)

// With Slices, bounded model checking works on each question for a slice of time, then for a longer one, and so on.
// Induction, with steps of independent transitions, decides most questions that are decided at all, in the first two
// slices. Refined finds proofs that need long paths, few of them in less than 0.1 s. Long paths of nets in which hardly
// any transitions are independent are found sooner with one transition a step.
const (
	slicesAfter  = 300 * time.Millisecond // the diagrams of most nets are done by then
	firstSlice   = 20 * time.Millisecond  // of a question
	longSlice    = 100 * time.Millisecond // from this length on Refined is tried, too
	refinedStart = 8                      // steps
	lassoStart   = 16                     // steps, of LTL
	fewTokens    = 7                      // in places without a bound, of LTL
	sliceGrace   = time.Minute            // for work that does not check the clock: the invariants of a large net
)

// A task is a question to be decided in slices of time.
type task struct {
	*model.Question
	goal   engine.Goal // of a question that is not of LTL
	linear ltl.Goal    // of a question of LTL
	gaveUp bool        // the question cannot be decided, or took too much memory
}

// runSliced works on the open questions about a net in slices of time that become longer and longer. After an error
// that makes further slices useless, it leaves all questions undecided for that reason.
func runSliced(ctx context.Context, t *board.Turn) error {
	after := slicesAfter
	if end, ok := ctx.Deadline(); ok && runtime.GOMAXPROCS(0) == 1 {
		after = max(after, time.Until(end)/5*2) // the other techniques alone have the first two fifths
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

// formula returns the formula that a question asks about, simplified if no trace is wanted.
func formula(t *board.Turn, q *model.Question) *syntax.Formula {
	f := drive.Formula(t, q)
	if q.Kind != model.Truth || q.Trace {
		return f
	}
	return syntax.Simplify(f, q.Paths)
}

// algorithms lists what to try on a question in the time d. For questions of LTL, places without a bound may hold so
// many tokens.
func (u *task) algorithms(tokens int64, d time.Duration) []bmc.Options {
	switch {
	case u.LTL != nil:
		return lassos(u.linear.Path, tokens, d)
	case u.goal.Kind != engine.Reach:
		return []bmc.Options{{}}
	case d < longSlice:
		return []bmc.Options{{Algorithm: bmc.Induction, Together: true}}
	}
	return []bmc.Options{
		{Algorithm: bmc.Induction, Together: true}, {Algorithm: bmc.Refined, Start: refinedStart},
		{Algorithm: bmc.Induction},
	}
}

// lassos lists what to try for a path formula in the time d. Most formulas have lassos of a few steps, which are found
// soonest if a step is one transition. In longer slices independent transitions fire in one step, or, if the formula
// counts steps by X, the search starts with long lassos.
func lassos(path *syntax.Formula, tokens int64, d time.Duration) []bmc.Options {
	one, other := bmc.Options{Tokens: tokens}, bmc.Options{Tokens: tokens, Together: true}
	for f := range path.All() {
		if f.Op == syntax.X {
			other = bmc.Options{Tokens: tokens, Start: lassoStart}
		}
	}
	if d < longSlice {
		return []bmc.Options{one}
	}
	return []bmc.Options{one, other}
}

// enough is how many tokens places without a bound may hold: few, which is enough for most lassos, but so many more
// than one of them holds at first if that is more.
func enough(ctx context.Context, facts *structure.Profile) int64 {
	most := int64(0)
	for p, c := range facts.Capacities(ctx) {
		if c.Most == structure.NoBound {
			most = max(most, facts.Net().Places[p].Initial)
		}
	}
	if most <= fewTokens {
		return fewTokens
	}
	return min(most, math.MaxInt64-fewTokens) + fewTokens
}

// round tries each algorithm on each question, for equal shares of the slice. The error says why further rounds would
// be useless.
func round(ctx context.Context, t *board.Turn, todo []*task) error {
	end, _ := ctx.Deadline()
	each := time.Until(end) / time.Duration(max(1, len(todo)))
	tokens := enough(ctx, t.Model().Facts())
	for i := range 3 {
		for n, u := range todo {
			o := u.algorithms(tokens, each)
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

// try decides the question of u by bounded model checking with the options o, in one of parts equal parts of the slice,
// and gives the answer if there is one. It has an account of its own, so that it ends alone if it is the largest
// consumer when the memory becomes scarce. The error is that of bmc.Decide, or says that it did not end.
func try(ctx context.Context, t *board.Turn, u *task, o bmc.Options, parts int) error {
	own, cancel := limit.Share(ctx, parts)
	defer cancel()
	defer context.AfterFunc(t.Context(u.Question), cancel)()
	o.Facts = t.Model().Facts()
	own, account := watch.Open(own)
	defer account.Close()
	w := watch.New(own, watch.Limits{})
	defer w.Cancel(nil)
	start := time.Now()
	var r *bmc.Result
	var err error
	decide := func() { r, err = bmc.Decide(w.Ctx, t.Net(), u.goal.Formula, u.Paths, o) }
	if u.LTL != nil {
		decide = func() { r, err = bmc.DecideLTL(w.Ctx, t.Net(), u.linear, u.Paths, o) }
	}
	if late := w.Do(sliceGrace, decide); late != nil {
		return late // an abandoned call may still write r and err
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
				a.Witness = nil // it is a witness of a simpler formula
			}
			a.Statistics = newStatistics(u.goal.Kind, &o, r)
		}
		a.Took = time.Since(start)
		t.Answer(u.Question, a)
	default:
		u.gaveUp = r.Stopped == nil || account.Told()
		t.Undecided(u.Question, r.Reason, nil)
	}
	return nil
}
