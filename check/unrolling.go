package check

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/bmc"
	"brim/internal/watch"
	"brim/ltl"
	"brim/petri"
	"brim/petri/structure"
)

// Beside other techniques, bounded model checking asks each question for a slice of time, then again for a longer one,
// and so on. Most that is ever decided is decided by Induction, with steps of independent transitions, in the first two
// slices. Refined has proofs that need long paths, few of them in less than 0.1 s.
//
// Where there are fewer processors than work, what it takes is missing to the others. So it rests after long slices
// without an answer.
const (
	unrollAfter  = 300 * time.Millisecond // the diagrams of most nets are done by then
	firstSlice   = 20 * time.Millisecond  // of a question
	longSlice    = 100 * time.Millisecond // from here on Refined is asked, too
	refinedStart = 8                      // steps
	lassoStart   = 16                     // steps, of LTL
	fewTokens    = 7                      // in places without a bound, of LTL
	unrollGrace  = time.Minute            // for what does not look at the clock: invariants of a large net
)

// unrolling is bounded model checking in slices of time, beside other techniques.
type unrolling struct{}

func (unrolling) Name() string { return "bmc" }
func (unrolling) sliced()      {}
func (unrolling) linearTime()  {}

// Takes takes what BMC takes, and the global properties that are such formulas.
func (unrolling) Takes(m *Model, q *Question) error {
	if m.Net != nil && (q.Kind == Deadlock || q.Kind == OneSafe) {
		return nil
	}
	return BMC{}.Takes(m, q)
}

// An unrolled is a question that is unrolled.
type unrolled struct {
	*Question
	goal   engine.Goal // of a question in CTL or another kind
	linear ltl.Goal    // of one in LTL
	given  bool        // up: it cannot be decided, or took too much memory
}

func (unrolling) Run(ctx context.Context, t *Turn) error {
	after := unrollAfter
	if end, ok := ctx.Deadline(); ok && runtime.GOMAXPROCS(0) == 1 {
		after = max(after, time.Until(end)/5*2) // the others alone have half of their time
	}
	var todo []*unrolled
	for _, q := range t.Open() {
		if q.LTL != nil {
			todo = append(todo, &unrolled{Question: q, linear: t.Goal(q)})
			continue
		}
		f, err := t.goal(q)
		if err != nil {
			return err
		}
		if g := engine.GoalOf(f); bmc.Decides(g) == nil {
			todo = append(todo, &unrolled{Question: q, goal: g})
		}
	}
	return t.Slices(ctx, after, time.Duration(len(todo))*firstSlice, func(ctx context.Context) (bool, error) {
		todo = slices.DeleteFunc(todo, func(u *unrolled) bool { return u.given || !t.IsOpen(u.Question) })
		err := t.round(ctx, todo)
		if err == nil {
			return len(todo) == 0, nil
		}
		for _, u := range todo {
			t.Undecided(u.Question, "", err)
		}
		if unbounded := (*structure.UnboundedPlaceError)(nil); errors.As(err, &unbounded) || limited(err) {
			err = nil
		}
		return true, err
	})
}

// goal returns the formula that a question is, as simple as can be if no trace is wanted.
func (t *Turn) goal(q *Question) (*syntax.Formula, error) {
	switch q.Kind {
	case Deadlock:
		return t.pool.Make(syntax.EF, t.pool.Deadlock()), nil
	case OneSafe:
		var all []*syntax.Formula
		for p := range t.Net().Places {
			place := syntax.Ref{Index: p, Name: t.Net().Places[p].Name}
			one, err := t.pool.Compare(syntax.Tokens(place), syntax.LessEqual, syntax.Constant(1))
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
		return t.pool.Make(syntax.AG, t.pool.And(all...)), nil
	}
	f := t.Formula(q)
	if q.Trace {
		return f, nil
	}
	return syntax.Simplify(f, q.Paths), nil
}

// algorithms returns what to try if each question has so much time.
func (u *unrolled) algorithms(d time.Duration) []bmc.Options {
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
func (t *Turn) round(ctx context.Context, todo []*unrolled) error {
	end, _ := ctx.Deadline()
	each := time.Until(end) / time.Duration(max(1, len(todo)))
	for i := range 2 {
		for n, u := range todo {
			o := u.algorithms(each)
			if i >= len(o) || u.given || !t.IsOpen(u.Question) || ctx.Err() != nil {
				continue
			}
			if err := t.attempt(ctx, u, o[i], (len(o)-i)*len(todo)-n); err != nil {
				return err
			}
		}
	}
	return nil
}

// attempt puts a question to bounded model checking for one of so many parts of the slice. The error is that of
// bmc.Decide, or says that it does not end.
func (t *Turn) attempt(ctx context.Context, u *unrolled, o bmc.Options, parts int) error {
	own, cancel := share(ctx, parts)
	defer cancel()
	defer context.AfterFunc(t.Context(u.Question), cancel)()
	o.Facts = t.model.facts()
	// It gives up before the process is so large that the diagrams have to.
	w := watch.New(own, watch.Limits{Memory: t.options.Memory / 15 * 14})
	defer w.Cancel(nil)
	start := time.Now()
	var r *bmc.Result
	var err error
	decide := func() { r, err = bmc.Decide(w.Ctx, t.Net(), u.goal.Formula, u.Paths, o) }
	if u.LTL != nil {
		decide = func() { r, err = bmc.DecideLTL(w.Ctx, t.Net(), u.linear, u.Paths, o) }
	}
	if late := w.Do(unrollGrace, decide); late != nil {
		return late // r and err may still be written
	}
	switch {
	case err != nil:
		return err
	case r.Result != engine.Unknown:
		var a Answer
		if u.LTL != nil {
			a = t.unrolledRun(u.Question, &o, r)
		} else {
			a = Answer{Verdict: r.Verdict, Shows: engine.Shown(u.goal.Formula, r.Result)}
			if !u.Trace || u.Kind != Truth {
				a.Witness = nil // of a simpler formula
			}
			a.unrolled(u.goal.Kind, &o, r)
		}
		a.Took = time.Since(start)
		t.Answer(u.Question, a)
	default:
		u.given = r.Stopped == nil || errors.Is(r.Stopped, watch.ErrMemory)
		t.Undecided(u.Question, r.Reason, nil)
	}
	return nil
}

// BMC is bounded model checking by satisfiability, of nets whose places have bounds and of circuits; see package bmc.
type BMC struct {
	Proof    string // a name of Proofs; "" is induction
	Start    int    // steps that refined and none begin with
	Tokens   int64  // most tokens in places without a known bound; 0 is none
	Together bool   // independent transitions fire in one step
	DIMACS   bool   // the last question is kept; see Unrolling.Last
}

// Proofs returns the names of what ends bounded model checking without a path, the default first.
func Proofs() []string {
	return []string{bmc.Induction.String(), bmc.Plain.String(), bmc.Refined.String(), bmc.None.String()}
}

// Name returns "bmc".
func (BMC) Name() string { return "bmc" }
func (BMC) linearTime()  {}

// Takes takes formulas that bmc.Decides, and those of LTL.
func (BMC) Takes(m *Model, q *Question) error {
	switch {
	case m.LTS != nil:
		return NoNet(m.Name, "bmc")
	case q.LTL != nil:
		return nil
	case isFormula("bmc", q) != nil:
		return isFormula("bmc", q)
	}
	return bmc.Decides(engine.GoalOf(apart(q.Formula)))
}

// Run decides one question after the other.
func (e BMC) Run(ctx context.Context, t *Turn) error {
	o := bmc.Options{Facts: t.model.facts(), Start: e.Start, Tokens: e.Tokens, Together: e.Together, Most: t.options.Depth}
	for _, algorithm := range []bmc.Algorithm{bmc.Plain, bmc.Refined, bmc.Induction, bmc.None} {
		if e.Proof == algorithm.String() || e.Proof == "" && algorithm == bmc.Induction {
			o.Algorithm = algorithm
		}
	}
	return t.each(ctx, func(ctx context.Context, q *Question) (a Answer, err error) {
		f := t.Formula(q)
		var r *bmc.Result
		if q.LTL != nil && t.model.Circuit != nil {
			r, err = bmc.DecideCircuitLTL(ctx, t.model.Circuit, t.Goal(q), o)
		} else if q.LTL != nil {
			r, err = bmc.DecideLTL(ctx, t.Net(), t.Goal(q), q.Paths, o)
		} else if t.model.Circuit != nil {
			r, err = bmc.DecideCircuit(ctx, t.model.Circuit, f, o)
		} else {
			r, err = bmc.Decide(ctx, t.Net(), f, q.Paths, o)
		}
		var unbounded *structure.UnboundedPlaceError
		switch {
		case errors.As(err, &unbounded):
			return a, needsBound(unbounded.Place)
		case err != nil:
			return a, err
		}
		if q.LTL != nil {
			a = t.unrolledRun(q, &o, r)
			a.Verdict.Stopped = r.Stopped
			return a, nil
		}
		a = Answer{Verdict: r.Verdict, Trace: r.Trace, Shows: engine.Shown(f, r.Result)}
		a.Verdict.Stopped = r.Stopped
		if t.model.Circuit == nil && !f.Temporal() {
			a.initially(t.Net(), f)
		}
		a.unrolled(engine.GoalOf(f).Kind, &o, r)
		return a, nil
	})
}

// needsBound is the error for a place without a bound.
func needsBound(place string) error {
	return fmt.Errorf("place %s has no bound by invariants; expected --tokens with a bound for such places", place)
}

// An Unrolling is what bounded model checking did.
type Unrolling struct {
	Proof     string   `json:"proof"` // lasso for EG, AF and LTL
	Together  bool     `json:"together"`
	Length    int      `json:"length"` // steps of the longest paths looked at
	Questions int      `json:"questions"`
	Variables int      `json:"variables"` // of the largest question
	Clauses   int      `json:"clauses"`
	Apart     int      `json:"apart"` // pairs of states that induction kept apart
	Last      *bmc.CNF `json:"-"`     // the last question, nil if there was none
}

// unrolled takes over the numbers of bounded model checking.
func (a *Answer) unrolled(k engine.Kind, o *bmc.Options, r *bmc.Result) {
	u := &Unrolling{Proof: o.Algorithm.String(), Together: o.Together, Length: r.Length, Questions: r.Questions, Apart: r.Apart, Last: r.Last}
	if k == engine.Stay || k == engine.Other {
		u.Proof = "lasso"
	}
	if r.Largest != nil {
		u.Variables, u.Clauses = r.Largest.Variables(), r.Largest.Clauses()
	}
	a.Statistics = u
}

// unrolledRun returns the answer to a question in LTL that bounded model checking has for its goal.
func (t *Turn) unrolledRun(q *Question, o *bmc.Options, r *bmc.Result) Answer {
	a := t.searched(q, r.Verdict, r.Witness, r.Trace)
	a.unrolled(engine.Other, o, r)
	return a
}

// initially decides f, which has no path operators, in the initial marking.
func (a *Answer) initially(net *petri.Net, f *syntax.Formula) {
	a.Verdict = Verdict{Result: Fails, Bound: Complete}
	if engine.Eval(net, f, net.Initial()) {
		a.Result = Holds
	}
	a.Shows = engine.Shown(f, a.Result)
	a.Witness = &engine.Witness{Formula: a.Shows, Start: net.Initial(), Loop: engine.NoLoop}
}
