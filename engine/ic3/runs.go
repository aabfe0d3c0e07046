package ic3

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/bmc"
	"brim/engine/circuit"
	"brim/ltl"
	"brim/petri/structure"
)

// Runs is a search for a run that satisfies a path formula of LTL, or for a number of rounds of its monitor that no run
// has: k-liveness [CS12]. For more and more rounds it asks whether some run has so many. If none has, there is no run
// that satisfies the formula. If one has, it may come back to a state after a round: then it can go on like that for
// ever. Since states are bounded many, so is the number of rounds that is needed for one or the other.
type Runs struct {
	goal    ltl.Goal
	monitor *bmc.Monitor
	replay  func(r *Result, steps []int, trace *circuit.Trace) error // takes over a run, and checks it

	rounds  int
	product *circuit.Circuit
	where   *bmc.Where
	search  *Search
	before  Effort
}

// NewNetLTL returns a search that decides a question of LTL in the initial marking of a net, whose facts these are, as
// bmc.DecideLTL reads it. The witness has been replayed by the firing rule and its word has been evaluated. The
// invariant is one of Result.Product and has been checked by certificate.Circuit. The error is a
// *structure.UnboundedPlaceError, says that bounds are too large, or is the cause of the end of ctx.
func NewNetLTL(ctx context.Context, facts *structure.Profile, goal ltl.Goal, paths syntax.Paths) (*Runs, error) {
	m, err := bmc.MonitorNet(ctx, facts, goal.Path, paths)
	if err != nil {
		return nil, err
	}
	net := facts.Net()
	shows := goal.Path.Pool().Make(syntax.E, goal.Path)
	return &Runs{goal: goal, monitor: m, replay: func(r *Result, steps []int, trace *circuit.Trace) error {
		r.Witness = &engine.Witness{Formula: shows, Start: net.Initial(), Steps: steps, Loop: trace.Loop}
		return r.Witness.Check(net, paths)
	}}, nil
}

// NewCircuitLTL is NewNetLTL for the runs of a circuit, of which the trace is shown. The error may be
// circuit.ErrNoStart.
func NewCircuitLTL(ctx context.Context, c *circuit.Circuit, goal ltl.Goal) (*Runs, error) {
	pool := syntax.NewPool()
	if _, err := NewCircuit(ctx, c, pool.Make(syntax.EF, pool.Bool(false))); err != nil {
		return nil, err // no run at all
	}
	m, err := bmc.MonitorCircuit(ctx, c, goal.Path)
	if err != nil {
		return nil, err
	}
	return &Runs{goal: goal, monitor: m, replay: func(r *Result, _ []int, trace *circuit.Trace) error {
		r.Trace = trace
		return trace.CheckLTL(c, goal.Path)
	}}, nil
}

// Run goes on until the question is decided or ctx ends; after that it may be called again, unless the result says that
// it was not stopped. The error says that the check of what was found failed.
func (s *Runs) Run(ctx context.Context) (*Result, error) {
	for {
		if s.search == nil {
			if err := s.next(ctx); err != nil && ctx.Err() != nil {
				r := &Result{Effort: s.before}
				r.Stopped, r.Reason = err, err.Error()
				return r, nil
			} else if err != nil {
				return nil, err
			}
		}
		r, err := s.search.Run(ctx)
		if err != nil {
			return nil, err
		}
		trace := r.Trace
		r.Trace, r.Effort = nil, s.before.plus(r.Effort)
		switch r.Result {
		case engine.Unknown:
			r.Bound = 0
			r.Reason = fmt.Sprintf("%v; whether some run has %d rounds is open", r.Stopped, s.rounds)
			return r, nil
		case engine.Fails:
			r.Result, r.Product = engine.Decided(!s.goal.Holds), s.product
			return r, nil
		}
		r.Bound = 0
		if s.where.Breaks(s.product, trace) {
			r.Result, r.Reason = engine.Unknown, "units promise a safe net, and a place can hold more tokens"
			return r, nil
		}
		if steps, run, ok := s.where.Lasso(s.product, trace); ok {
			r.Result = engine.Decided(s.goal.Holds)
			if err := s.replay(r, steps, run); err != nil {
				return nil, fmt.Errorf("ic3: a lasso that is none: %w", err)
			}
			return r, nil
		}
		s.search.p.memory.Set(0)
		s.before, s.search = r.Effort, nil
	}
}

// next begins a search for more rounds.
func (s *Runs) next(ctx context.Context) error {
	rounds := s.rounds + 1 + s.rounds/4
	c, known, where, err := s.monitor.Rounds(rounds)
	if err != nil {
		return fmt.Errorf("ic3: %w", err)
	}
	pool := syntax.NewPool()
	bad := len(c.Signals()) - 1
	f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: bad, Name: c.Bad[0].Name}), syntax.GreaterEqual,
		syntax.Constant(1))
	if err != nil {
		return err
	}
	search, err := newCircuit(ctx, c, pool.Make(syntax.EF, f), known)
	if err != nil {
		return err
	}
	s.rounds, s.product, s.where, s.search = rounds, c, where, search
	return nil
}

// plus adds up what two searches took; frames and lemmas are those of the later one.
func (e Effort) plus(later Effort) Effort {
	later.Obligations += e.Obligations
	later.Questions += e.Questions
	later.Conflicts += e.Conflicts
	return later
}
