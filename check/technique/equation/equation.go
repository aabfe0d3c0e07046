package equation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/walks"
	"brim/ctl/syntax"
	"brim/engine/walk"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
)

// The technique: conjectures about questions, and the attempts to prove them.

// alongSolutions is what the answers are By that walks along solutions found.
const alongSolutions = "parikh"

const (
	equationAfter = 300 * time.Millisecond // where a trace is wanted: those of the diagrams are shorter
	equationFirst = 100 * time.Millisecond // the first slice
	equationTry   = 20 * time.Millisecond  // the first attempt at one conjecture; each round has three times as much
	alongRuns     = 8                      // along a solution, in each of so many rounds
	alongRounds   = 4                      //
	alongMost     = 16                     // conjectures of a question, else there is one round
	alongTime     = 2                      // the part of the time of an attempt for them
	equationParts = 8                      // the part of the memory that the equations may have
	entryBytes    = 16                     // of an entry of the tableau, with what else there is
	equationSize  = 1 << 26                // entries without a limit of memory
)

// Technique refutes by the state equation that certain markings are reachable, and decides what follows. One system of
// equations serves all questions, and each proof is checked before it is believed; see package petri/equation.
// Solutions that are not refuted guide walks.
type Technique struct{}

// Name returns "equation".
func (Technique) Name() string { return "equation" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true, Linear: true} }

// Takes takes formulas of CTL with path operators, formulas of LTL, bounds and global properties.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.Net == nil:
		return model.NoNet(m.Name, "equation")
	case q.LTL != nil:
		return nil
	case q.Kind == model.Truth && (q.Formula == nil || !q.Formula.Temporal()):
		return errors.New("the state equation decides formulas of CTL with path operators, bounds and global " +
			"properties")
	case q.Kind >= model.States && q.Kind != model.MostInMarking:
		return fmt.Errorf("the state equation does not count %v", q.Kind)
	}
	return nil
}

// A conjecture says that no reachable marking satisfies a goal, or has a proof of another kind.
type conjecture struct {
	goal    func() *certificate.Goal                // nil if numbers are too large
	prove   func(ctx context.Context) (bool, error) // of a conjecture without a goal: reports whether it is proved
	refuted func()
	solved  func() // may be nil
	shows   bool   // a marking that satisfies the goal helps to answer the question
	state   conjectureState
	counts  []int64 // firings of a solution that is worth walking along
	walks   int     // rounds of walks along counts
}

type conjectureState uint8

const (
	untried conjectureState = iota // or all attempts were too short
	proved
	solvable // a solution exists, or numbers were too large
)

// A task is a question with the conjectures that would help to answer it.
type task struct {
	*model.Question
	start   time.Time
	list    []*conjecture
	formula *syntax.Formula // of Truth
	endless *endless        // of LTL
	staying *conjecture     // of LTL, with endless: no run stays in an accepting part of the automaton
}

// An run is one run of the technique.
type run struct {
	*board.Turn
	system *equation.System
	limits equation.Limits
	walks  *walks.Walks // nil if numbers are too large
	tasks  []*task
	known  map[*syntax.Formula]*conjecture // by the formula without path operators that no reachable marking satisfies
	try    time.Duration
	at     int // position of this round in the lists of conjectures
	next   int // the next task at this position
	short  bool
}

// Run works in slices of time.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	r := &run{Turn: t, known: map[*syntax.Formula]*conjecture{}, try: equationTry}
	r.limits.Entries = equationSize
	if room := t.Options().Room(equationParts); room > 0 {
		r.limits.Entries = room / entryBytes
	}
	after := time.Duration(0)
	if slices.ContainsFunc(t.Open(), func(q *model.Question) bool { return q.Trace || q.Kind == model.MostInMarking }) {
		after = equationAfter
	}
	return t.Slices(ctx, after, equationFirst, r.slice) // it gives no reasons, since other techniques may decide
}

// begin builds the state equation and makes, for each open question, the conjectures whose proofs would help to answer
// it. Questions with few conjectures come first.
func (r *run) begin() {
	r.system = equation.New(r.Net())
	r.Learn(model.Fireable, false, r.system.Dead()...)
	r.walks, _ = walks.New(r.Turn, alongSolutions)
	for _, q := range r.Open() {
		if r.walks != nil && q.LTL == nil {
			r.walks.Add(q)
		}
		a := &task{Question: q, start: time.Now()}
		switch q.Kind {
		case model.Truth:
			r.put(a)
		case model.Bound, model.MostInMarking:
			a.list = []*conjecture{r.bound(a)}
		case model.Deadlock:
			a.list = []*conjecture{{
				shows: true,
				goal:  func() *certificate.Goal { return model.Condition(r.Net(), r.Pool().Deadlock()) },
				refuted: func() {
					r.Answer(q, model.Answer{Verdict: model.Verdict{Result: model.Fails, Bound: model.Complete},
						Took: time.Since(a.start)})
				},
			}}
		case model.QuasiLiveness, model.Liveness:
			a.list = r.dead()
		case model.StableMarking:
			a.list = r.stable()
		case model.OneSafe:
			a.list = r.safe()
		}
		r.tasks = append(r.tasks, a)
	}
	slices.SortStableFunc(r.tasks, func(a, b *task) int { return len(a.list) - len(b.list) })
}

// slice works on conjectures until ctx is done: on the first one of each question, then on the second one of each, and
// so on. Attempts are short in the first round, and three times as long in each later round. It reports whether nothing
// is left to try.
func (r *run) slice(ctx context.Context) (done bool, err error) {
	if r.system == nil {
		r.begin()
	}
	for ctx.Err() == nil {
		more := false
		for ; r.next < len(r.tasks); r.next++ {
			a := r.tasks[r.next]
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

// attempt tries to refute the goal of a conjecture within the time r.try. If that succeeds, c.refuted draws the
// consequences; if there is a solution, walks along it look for a marking that satisfies the goal. The error is a
// fault.
func (r *run) attempt(ctx context.Context, a *task, c *conjecture) error {
	if c.state != untried {
		return r.along(ctx, a, c)
	}
	own, cancel := context.WithTimeout(ctx, r.try)
	defer cancel()
	stop := context.AfterFunc(r.Context(a.Question), cancel)
	defer stop()
	r.Progress(board.Progress{Phase: "solving equations", Detail: a.ID})
	if c.prove != nil {
		return r.proves(own, c)
	}
	goal := c.goal()
	if goal == nil {
		c.state, c.counts = solvable, nil
		return nil
	}
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

// proves tries to prove a conjecture without a goal. The error is a fault.
func (r *run) proves(ctx context.Context, c *conjecture) error {
	ok, err := c.prove(ctx)
	switch {
	case err != nil:
		return err
	case ok:
		c.state = proved
		c.refuted()
	case ctx.Err() != nil:
		r.short = true
	default:
		c.state = solvable
	}
	return nil
}

// follow takes over the firings of a solution, rounded up.
func (c *conjecture) follow(s *equation.Solution) {
	c.walks, c.counts = 0, c.counts[:0]
	for _, n := range s.Times {
		c.counts = append(c.counts, max(0, int64(math.Ceil(min(n, math.MaxInt32)-1e-6))))
	}
}

// along walks along the solution of a conjecture for some time.
func (r *run) along(ctx context.Context, a *task, c *conjecture) error {
	if c.counts == nil || r.walks == nil || !r.IsOpen(a.Question) {
		return nil
	}
	own, cancel := context.WithTimeout(ctx, r.try/alongTime)
	defer cancel()
	if err := r.walks.Along(own, c.counts, walk.Limits{Runs: alongRuns << (2 * c.walks)}); err != nil {
		return err
	}
	if c.walks++; c.walks >= alongRounds || len(a.list) > alongMost {
		c.counts = nil // which may be a long slice
	} else {
		r.short = true
	}
	return nil
}
