package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"brim/engine"
	"brim/engine/ic3"
	"brim/internal/watch"
)

// IC3 finds clauses that hold after more and more steps, until they are an invariant or a path is found, in circuits
// and nets whose places have bounds; see package ic3.
type IC3 struct{}

// Name returns "ic3".
func (IC3) Name() string { return "ic3" }
func (IC3) linearTime()  {}

// Takes takes EF p and AG p, where p has no path operators, and LTL.
func (IC3) Takes(m *Model, q *Question) error {
	switch {
	case m.LTS != nil:
		return NoNet(m.Name, "ic3")
	case q.LTL != nil:
		return nil
	case isFormula("ic3", q) != nil:
		return isFormula("ic3", q)
	}
	return ic3.Decides(engine.GoalOf(apart(q.Formula)))
}

// Run decides one question after the other.
func (IC3) Run(ctx context.Context, t *Turn) error {
	return t.each(ctx, func(ctx context.Context, q *Question) (a Answer, err error) {
		if q.LTL != nil {
			s, err := t.framedRuns(ctx, q)
			if err != nil {
				return a, err
			}
			r, err := s.Run(ctx)
			if err == nil {
				a = t.framedRun(q, r)
			}
			return a, err
		}
		f := t.Formula(q)
		var r *ic3.Result
		if t.model.Circuit != nil {
			r, err = ic3.DecideCircuit(ctx, t.model.Circuit, f)
		} else {
			r, err = ic3.Decide(ctx, t.model.facts(), f, q.Paths)
		}
		if err != nil {
			return a, err
		}
		a = Answer{Verdict: r.Verdict, Trace: r.Trace, Shows: engine.Shown(f, r.Result)}
		a.framed(r)
		return a, nil
	})
}

// framedRuns returns the search for a question of LTL.
func (t *Turn) framedRuns(ctx context.Context, q *Question) (*ic3.Runs, error) {
	if t.model.Circuit != nil {
		return ic3.NewCircuitLTL(ctx, t.model.Circuit, t.Goal(q))
	}
	return ic3.NewNetLTL(ctx, t.model.facts(), t.Goal(q), q.Paths)
}

// framedRun returns the answer to a question of LTL that property-directed reachability has for its goal.
func (t *Turn) framedRun(q *Question, r *ic3.Result) Answer {
	a := t.searched(q, r.Verdict, r.Witness, r.Trace)
	a.framed(r)
	a.Invariant = nil // of the product
	return a
}

// A Framing is what property-directed reachability did.
type Framing struct {
	Frames      int   `json:"frames"`
	Lemmas      int   `json:"lemmas"` // that the frames have at the end
	Obligations int   `json:"obligations"`
	Questions   int64 `json:"questions"`
	Conflicts   int64 `json:"conflicts"`
	Invariant   *int  `json:"invariant,omitempty"` // clauses of the invariant that was checked; nil if there is none
}

// framed takes over the invariant and the numbers of property-directed reachability.
func (a *Answer) framed(r *ic3.Result) {
	f := &Framing{Frames: r.Frames, Lemmas: r.Lemmas, Obligations: r.Obligations, Questions: r.Questions, Conflicts: r.Conflicts}
	if a.Invariant = r.Invariant; r.Invariant != nil {
		f.Invariant = new(len(r.Invariant.Clauses))
	}
	a.Statistics = f
}

// On nets, walks, invariants and diagrams have their turn before, and large nets are none for it.
const (
	framesBeside = 2 * time.Second
	firstFrames  = 20 * time.Millisecond // of a question
	mostFramed   = 2000                  // places, and transitions
)

// framing is IC3 on nets beside other techniques: each question goes on from slice to slice.
type framing struct{}

func (framing) Name() string { return IC3{}.Name() }
func (framing) sliced()      {}
func (framing) linearTime()  {}

// Takes takes what IC3 takes, and the global properties that are such formulas.
func (framing) Takes(m *Model, q *Question) error {
	if len(m.Net.Places) > mostFramed || len(m.Net.Transitions) > mostFramed {
		return fmt.Errorf("%s: ic3 beside other techniques is for at most %d places and transitions", m.Name, mostFramed)
	}
	if q.Kind == Deadlock || q.Kind == OneSafe {
		return nil
	}
	return IC3{}.Takes(m, q)
}

// A framed is a question with its search.
type framed struct {
	*Question
	goal   engine.Goal // but of LTL
	search interface {
		Run(context.Context) (*ic3.Result, error)
	} // nil before its first slice
	given bool // up: it cannot be decided, or took too much memory
	took  time.Duration
}

func (framing) Run(ctx context.Context, t *Turn) error {
	var todo []*framed
	for _, q := range t.Open() {
		if q.LTL != nil {
			todo = append(todo, &framed{Question: q})
			continue
		}
		f, err := t.goal(q)
		if err != nil {
			return err
		}
		if g := engine.GoalOf(f); ic3.Decides(g) == nil {
			todo = append(todo, &framed{Question: q, goal: g})
		}
	}
	return t.Slices(ctx, framesBeside, time.Duration(len(todo))*firstFrames, func(ctx context.Context) (bool, error) {
		todo = slices.DeleteFunc(todo, func(u *framed) bool { return u.given || !t.IsOpen(u.Question) })
		for n, u := range todo {
			if ctx.Err() != nil || !t.IsOpen(u.Question) {
				continue
			}
			if err := t.goOn(ctx, u, len(todo)-n); err != nil {
				return true, err
			}
		}
		return len(todo) == 0, nil
	})
}

// goOn works on a question for one of so many parts of the slice. The error is that of a search.
func (t *Turn) goOn(ctx context.Context, u *framed, parts int) (err error) {
	start := time.Now()
	if u.search == nil {
		var first error
		if u.LTL != nil {
			u.search, first = t.framedRuns(t.Context(u.Question), u.Question)
		} else {
			u.search, first = ic3.NewNet(t.Context(u.Question), t.model.facts(), u.goal.Formula, u.Paths)
		}
		if err := first; err != nil {
			u.given = true
			t.Undecided(u.Question, err.Error(), nil)
			return nil
		}
	}
	own, cancel := share(ctx, parts)
	defer cancel()
	defer context.AfterFunc(t.Context(u.Question), cancel)()
	w := watch.New(own, watch.Limits{Memory: t.options.Memory / 15 * 14}) // as bounded model checking does
	defer w.Cancel(nil)
	r, err := u.search.Run(w.Ctx)
	u.took += time.Since(start)
	switch {
	case err != nil:
		return err
	case r.Result == engine.Unknown:
		u.given = r.Stopped == nil || errors.Is(r.Stopped, watch.ErrMemory)
		t.Undecided(u.Question, r.Reason, nil)
		return nil
	}
	var a Answer
	if u.LTL != nil {
		a = t.framedRun(u.Question, r)
	} else {
		a = Answer{Verdict: r.Verdict, Shows: engine.Shown(u.goal.Formula, r.Result)}
		if !u.Trace || u.Kind != Truth {
			a.Witness = nil // of a simpler formula
		}
		a.framed(r)
	}
	a.Took = u.took
	t.Answer(u.Question, a)
	return nil
}

// Of circuits, most are decided by bounded model checking within a moment, with a shortest path. After that, on two
// processors, there is room for one more, and after a second for a third: sets of states decide at once or not for
// long, and then take much memory.
const (
	framesAfter = 300 * time.Millisecond
	setsAfter   = time.Second
	mostBeside  = 500_000 // nodes
)

// later is a technique that lets the others work alone for some time.
type later struct {
	Technique
	after time.Duration
}

func (l later) Run(ctx context.Context, t *Turn) error {
	t.beside = true
	t.rest(ctx, l.after)
	return l.Technique.Run(ctx, t)
}
