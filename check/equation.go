package check

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/walk"
	"brim/petri"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
)

// byEquation is the name of the technique, alongSolutions that of its walks along solutions.
const (
	byEquation     = "equation"
	alongSolutions = "parikh"
)

const (
	equationFirst = 100 * time.Millisecond // the first slice
	equationTry   = 20 * time.Millisecond  // the first attempt at one conjecture; each round has three times as much
	alongRuns     = 8                      // along a solution, in each of so many rounds
	alongRounds   = 4                      //
	alongMost     = 16                     // conjectures of a question, else there is one round
	alongTime     = 2                      // the part of the time of an attempt for them
	equationRoom  = 8                      // the part of the memory that the equations may have
	entryBytes    = 16                     // of an entry of the tableau, with what else there is
	equationSize  = 1 << 26                // entries without a limit of memory
)

// stateEquation decides what the state equation refutes: that a marking of some kind is reached. It has one system of
// equations for all questions, and each proof is checked before it is believed; see package equation. Solutions that
// are not refuted guide walks.
type stateEquation struct{}

func (stateEquation) Name() string { return byEquation }
func (stateEquation) sliced()      {}

// Takes takes formulas of CTL with path operators, bounds, and global properties.
func (stateEquation) Takes(m *Model, q *Question) error {
	switch {
	case m.Net == nil:
		return NoNet(m.Name, byEquation)
	case q.Kind == Truth && (q.Formula == nil || !q.Formula.Temporal()):
		return errors.New("the state equation decides formulas of CTL with path operators, bounds and global properties")
	case q.Kind >= States && q.Kind != MostInMarking:
		return fmt.Errorf("the state equation does not count %v", q.Kind)
	}
	return nil
}

// A conjecture says that no reachable marking satisfies a goal.
type conjecture struct {
	goal    func() *certificate.Goal // nil if numbers are too large
	refuted func()
	solved  func() // may be nil
	shows   bool   // a marking that satisfies the goal helps to answer the question
	state   conjectureState
	counts  []int64 // firings of a solution, if it shows something
	walks   int     // rounds of walks along them
}

type conjectureState uint8

const (
	untried conjectureState = iota // or its attempts were too short
	proved
	solvable // there is a solution, or numbers were too large
)

// A conjectured is a question with what would help to answer it.
type conjectured struct {
	*Question
	start   time.Time
	list    []*conjecture
	formula *syntax.Formula // of Truth
}

// An equationRun is one run of the technique.
type equationRun struct {
	*Turn
	system *equation.System
	limits equation.Limits
	walks  *walkRun // nil if numbers are too large
	asked  []*conjectured
	known  map[*syntax.Formula]*conjecture // by formula without path operators that no reachable marking shall satisfy
	try    time.Duration
	at     int // the place in the lists of the questions where this round is
	next   int // the question that is next there
	short  bool
}

func (stateEquation) Run(ctx context.Context, t *Turn) error {
	r := &equationRun{Turn: t, known: map[*syntax.Formula]*conjecture{}, try: equationTry}
	r.limits.Entries = equationSize
	if room := t.Room(equationRoom); room > 0 {
		r.limits.Entries = room / entryBytes
	}
	after := time.Duration(0)
	if slices.ContainsFunc(t.Open(), func(q *Question) bool { return q.Trace || q.Kind == MostInMarking }) {
		after = unrollAfter // the traces of the diagrams are shorter
	}
	return t.Slices(ctx, after, equationFirst, r.slice) // that it does not decide says nothing: others may
}

// begin makes the equations and the conjectures.
func (r *equationRun) begin() {
	r.system = equation.New(r.Net())
	r.Learn(Fireable, false, r.system.Dead()...)
	r.walks, _ = newWalkRun(r.Turn, alongSolutions)
	for _, q := range r.Open() {
		if r.walks != nil {
			r.walks.add(q)
		}
		a := &conjectured{Question: q, start: time.Now()}
		switch q.Kind {
		case Truth:
			r.fold(a)
		case Bound, MostInMarking:
			a.list = []*conjecture{r.bound(a)}
		case Deadlock:
			a.list = []*conjecture{{
				shows: true,
				goal:  func() *certificate.Goal { return equationGoal(r.Net(), r.pool.Deadlock()) },
				refuted: func() {
					r.Answer(q, Answer{Verdict: Verdict{Result: Fails, Bound: Complete}, Took: time.Since(a.start)})
				},
			}}
		case QuasiLiveness, Liveness:
			a.list = r.dead()
		case StableMarking:
			a.list = r.stable()
		case OneSafe:
			a.list = r.safe()
		}
		r.asked = append(r.asked, a)
	}
	slices.SortStableFunc(r.asked, func(a, b *conjectured) int { return len(a.list) - len(b.list) })
}

// slice works on conjectures until ctx is done: one of each question, then a second one of each, and so on. Attempts
// are short in the first round and longer in each that follows. It reports whether nothing is left to try.
func (r *equationRun) slice(ctx context.Context) (done bool, err error) {
	if r.system == nil {
		r.begin()
	}
	for ctx.Err() == nil {
		more := false
		for ; r.next < len(r.asked); r.next++ {
			a := r.asked[r.next]
			if !r.IsOpen(a.Question) || r.at >= len(a.list) {
				continue
			}
			more = true
			if err := r.attempt(ctx, a, a.list[r.at]); err != nil || ctx.Err() != nil {
				return false, err
			}
		}
		switch r.next = 0; {
		case more:
			r.at++
		case !r.short:
			return true, nil
		default:
			r.at, r.try, r.short = 0, 3*r.try, false
		}
	}
	return false, nil
}

// attempt tries to refute a goal, or where there is a solution, walks along it. The error is a fault.
func (r *equationRun) attempt(ctx context.Context, a *conjectured, c *conjecture) error {
	if c.state != untried {
		return r.along(ctx, a, c)
	}
	goal := c.goal()
	if goal == nil {
		c.state, c.counts = solvable, nil
		return nil
	}
	own, cancel := context.WithTimeout(ctx, r.try)
	defer cancel()
	stop := context.AfterFunc(r.Context(a.Question), cancel)
	defer stop()
	r.Progress(Progress{Phase: "solving equations", Detail: a.ID})
	result, err := r.system.Refute(own, goal, r.limits)
	var wrong *equation.ProofError
	switch {
	case errors.As(err, &wrong):
		return err
	case errors.Is(err, equation.ErrRange):
		c.state = solvable
	case err != nil:
		r.short = r.short || !errors.Is(err, equation.ErrSize)
		if c.shows && result != nil && result.Solution != nil && r.IsOpen(a.Question) {
			c.follow(result.Solution)
			return r.along(ctx, a, c)
		}
	case result.Proof != nil:
		c.state = proved
		c.refuted()
	default:
		c.state = solvable
		if c.shows {
			c.follow(result.Solution)
		}
		if c.solved != nil {
			c.solved()
		}
		return r.along(ctx, a, c)
	}
	return nil
}

// follow notes the firings of a solution.
func (c *conjecture) follow(s *equation.Solution) {
	c.walks, c.counts = 0, c.counts[:0]
	for _, n := range s.Times {
		c.counts = append(c.counts, max(0, int64(math.Ceil(min(n, math.MaxInt32)-1e-6))))
	}
}

// along walks along the solution of a conjecture for some time.
func (r *equationRun) along(ctx context.Context, a *conjectured, c *conjecture) error {
	if c.counts == nil || r.walks == nil || !r.IsOpen(a.Question) {
		return nil
	}
	own, cancel := context.WithTimeout(ctx, r.try/alongTime)
	defer cancel()
	if err := r.walks.w.Along(own, c.counts, walk.Limits{Runs: alongRuns << (2 * c.walks)}); err != nil {
		return err
	}
	r.walks.tell()
	if c.walks++; c.walks >= alongRounds || len(a.list) > alongMost {
		c.counts = nil // which may be long
	} else {
		r.short = true
	}
	return nil
}

// fold puts what is proved into the formula of a question, answers it if that is enough, and makes conjectures of what
// is left.
func (r *equationRun) fold(a *conjectured) {
	before := a.formula
	if before == nil {
		before = r.Formula(a.Question)
	}
	f := syntax.Simplify(syntax.NNF(r.replaced(before, map[*syntax.Formula]*syntax.Formula{})), a.Paths)
	if f == a.formula {
		return
	}
	a.formula = f
	if !f.Temporal() {
		answer := Answer{Verdict: Verdict{Result: Fails, Bound: Complete}, Untraced: true, Took: time.Since(a.start)}
		if engine.Eval(r.Net(), f, r.Net().Initial()) {
			answer.Result = Holds
		}
		if a.Trace && wantsTrace(a.Formula, answer.Result) {
			answer.Reason = "the verdict follows from the state equation"
		}
		r.Answer(a.Question, answer)
		return
	}
	if f != before {
		r.Simplify(a.Question, f)
	}
	a.list = a.list[:0:0]
	seen := map[*conjecture]bool{}
	for _, p := range engine.Parts(f) {
		r.conjecture(p).shows = true
	}
	r.wants(f, func(p *syntax.Formula) {
		if c := r.conjecture(p); !seen[c] && c.state != proved {
			seen[c] = true
			a.list = append(a.list, c)
		}
	})
}

// replaced returns f with what is proved to hold always, or never, as constants.
func (r *equationRun) replaced(f *syntax.Formula, done map[*syntax.Formula]*syntax.Formula) *syntax.Formula {
	if g, ok := done[f]; ok {
		return g
	}
	g := f
	switch {
	case !f.Temporal() && r.never(f):
		g = r.pool.Bool(false)
	case !f.Temporal() && r.never(r.pool.Not(f)):
		g = r.pool.Bool(true)
	case len(f.Args) > 0:
		args := make([]*syntax.Formula, len(f.Args))
		for i, x := range f.Args {
			args[i] = r.replaced(x, done)
		}
		g = r.pool.Make(f.Op, args...)
	}
	done[f] = g
	return g
}

// never reports whether it is proved that no reachable marking satisfies f, which has no path operators.
func (r *equationRun) never(f *syntax.Formula) bool {
	c := r.known[syntax.NNF(f)]
	return c != nil && c.state == proved
}

// wants calls need with formulas without path operators of which it would help to know that they hold nowhere: large
// ones first, then what they are made of where path operators are beside them.
func (r *equationRun) wants(f *syntax.Formula, need func(*syntax.Formula)) {
	if p, found := engine.Part(f); found != Unknown {
		need(p)
		return
	}
	if f.Temporal() {
		for _, g := range f.Args {
			r.wants(g, need)
		}
		return
	}
	if f.Op == syntax.True || f.Op == syntax.False {
		return
	}
	if engine.Eval(r.Net(), f, r.Net().Initial()) { // then it holds somewhere
		need(syntax.NNF(r.pool.Not(f)))
	} else {
		need(syntax.NNF(f))
	}
	for _, g := range f.Args {
		r.wants(g, need)
	}
}

// conjecture returns the conjecture that p holds in no reachable marking.
func (r *equationRun) conjecture(p *syntax.Formula) *conjecture {
	c := r.known[p]
	if c == nil {
		c = &conjecture{goal: func() *certificate.Goal { return equationGoal(r.Net(), p) }}
		c.refuted = func() {
			for _, a := range r.asked {
				if a.Kind == Truth && r.IsOpen(a.Question) {
					r.fold(a)
				}
			}
		}
		r.known[p] = c
	}
	return c
}

// dead conjectures that transitions never fire.
func (r *equationRun) dead() (list []*conjecture) {
	for _, t := range r.Unclear(Fireable) {
		list = append(list, &conjecture{
			goal: func() *certificate.Goal {
				if r.Known(Fireable, t) != Unknown {
					return nil
				}
				return enabledGoal(&r.Net().Transitions[t])
			},
			refuted: func() { r.Learn(Fireable, false, t) },
			shows:   true,
		})
	}
	return list
}

// stable conjectures that places never change.
func (r *equationRun) stable() (list []*conjecture) {
	for _, p := range r.Unclear(Changing) {
		initial := r.Net().Places[p].Initial
		list = append(list, &conjecture{
			goal: func() *certificate.Goal {
				if r.Known(Changing, p) != Unknown || initial == petri.Omega {
					return nil
				}
				return certificate.Or(certificate.AtMost(p, initial-1), certificate.AtLeast(p, initial+1))
			},
			refuted: func() { r.Learn(Changing, false, p) },
			shows:   true,
		})
	}
	return list
}

// safe conjectures that places never hold two tokens.
func (r *equationRun) safe() (list []*conjecture) {
	for _, p := range r.Unclear(Safe) {
		list = append(list, &conjecture{
			goal: func() *certificate.Goal {
				if r.Known(Safe, p) != Unknown {
					return nil
				}
				return certificate.AtLeast(p, 2)
			},
			refuted: func() { r.Learn(Safe, true, p) },
			shows:   true,
		})
	}
	return list
}

// bound conjectures that a sum does not exceed a number, which is what is known to be reached at first. It becomes
// larger while there are solutions, by steps that double, and then they become smaller again: the conjecture is left
// when the largest number with a solution is known, or there is none.
func (r *equationRun) bound(a *conjectured) *conjecture {
	c := &conjecture{shows: true}
	solved, most := int64(math.MinInt64), int64(petri.Omega) // a solution has that much, none has more than that
	step, asked := int64(1), int64(0)
	sum := r.Sum(a.Question)
	told := false
	c.goal = func() *certificate.Goal {
		if !told {
			told = true
			if m0, ok := valueAt(sum, r.Net().Initial()); ok {
				r.Narrow(a.Question, m0, petri.Omega, byEquation)
			}
		}
		least, _ := r.Between(a.Question)
		if least == petri.Omega || least == math.MinInt64 {
			return nil
		}
		solved = max(solved, least)
		if solved >= most || step > math.MaxInt64/4 || solved > math.MaxInt64/4 {
			return nil
		}
		asked = solved + step
		if most != petri.Omega {
			asked = solved + (most-solved+1)/2
		}
		return atLeast(sum, asked)
	}
	c.refuted = func() {
		most = asked - 1
		r.Narrow(a.Question, math.MinInt64, most, byEquation)
		c.again(solved < most, &r.short)
	}
	c.solved = func() {
		if most == petri.Omega {
			step *= 2
		}
		solved = asked
		c.again(solved < most, &r.short)
	}
	return c
}

// again has a conjecture tried again in the next round.
func (c *conjecture) again(yes bool, short *bool) {
	if yes {
		c.state = untried
		*short = true
	}
}
