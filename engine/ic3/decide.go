package ic3

import (
	"context"
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/engine/ic3/certificate"
	"brim/internal/sat"
)

// A Result is what was found, and what it took.
type Result struct {
	engine.Verdict
	Trace     *circuit.Trace         // of a circuit, that shows what Result says; nil if there is none
	Invariant *certificate.Invariant // that excludes what Result says is not reached; checked. nil if there is none
	Effort
}

// Decides returns nil if the formula of a goal is one that is decided, and otherwise the error that says so.
func Decides(goal engine.Goal) error { return goal.Among("ic3", engine.Reach) }

// A Search looks for a path or an invariant, in as many turns as its caller likes.
type Search struct {
	p     *prover
	goal  engine.Goal
	trace func(*Result, *obligation) error             // takes over a path, which it replays
	prove func(context.Context, *Result, []cube) error // takes over an invariant, which it has checked
}

// DecideCircuit decides f, which is EF p or AG p where p has no path operators, on the runs of c: EF p says that some
// run has a step after which p holds. Places of f are signals, see circuit.Circuit.Names. The trace has been replayed,
// the invariant has been checked by certificate.Circuit.
//
// The end of ctx leaves the verdict unknown, with Stopped and the reason. The error says that f is of another kind,
// that c has no runs, circuit.ErrNoStart, or that the check of what was found failed. Cost: no bound is known that is
// of use; memory in proportion to the gates and the lemmas.
func DecideCircuit(ctx context.Context, c *circuit.Circuit, f *syntax.Formula) (*Result, error) {
	s, err := NewCircuit(ctx, c, f)
	switch {
	case err != nil && ctx.Err() != nil:
		r := &Result{}
		r.stop(err)
		return r, nil
	case err != nil:
		return nil, err
	}
	return s.Run(ctx)
}

// NewCircuit returns a search that decides f on c as DecideCircuit does. The error may also be the cause of the end of
// ctx.
func NewCircuit(ctx context.Context, c *circuit.Circuit, f *syntax.Formula) (*Search, error) {
	goal := engine.GoalOf(f)
	if err := Decides(goal); err != nil {
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("ic3: circuit %s: %w", c.Name, err)
	}
	x, err := newLatches(ctx, c, goal.State())
	if err != nil {
		return nil, err
	}
	s := &Search{p: newProver(x), goal: goal}
	starts, err := s.p.solver.Solve(ctx, sat.Question{Assume: []sat.Lit{s.p.switches[0], x.valid}})
	switch {
	case err != nil:
		return nil, err
	case !starts:
		return nil, fmt.Errorf("circuit %s: %w", c.Name, circuit.ErrNoStart)
	}
	s.trace = func(r *Result, path *obligation) error {
		r.Trace = x.trace(path)
		return r.Trace.Check(c, goal.State())
	}
	s.prove = func(ctx context.Context, r *Result, cubes []cube) error {
		r.Invariant = x.certify(cubes)
		return certificate.Circuit(ctx, c, goal.State(), r.Invariant)
	}
	return s, nil
}

// Run goes on until f is decided or ctx ends; after that it may be called again. The error says that the check of what
// was found failed.
func (s *Search) Run(ctx context.Context) (*Result, error) {
	path, level, err := s.p.run(ctx)
	r := &Result{Effort: s.p.spent()}
	switch {
	case err != nil:
		r.stop(err)
	case path != nil:
		if err := s.trace(r, path); err != nil {
			return nil, fmt.Errorf("ic3: a path that is none: %w", err)
		}
		r.Result = s.goal.Found
	default:
		var refusal *certificate.Refusal
		err := s.prove(ctx, r, s.p.invariant(level))
		switch {
		case errors.As(err, &refusal):
			return nil, fmt.Errorf("ic3: %w", err)
		case err != nil:
			r.Invariant = nil
			r.stop(err)
		default:
			r.Result, r.Bound = s.goal.Found.Negate(), engine.Complete
		}
	}
	return r, nil
}

// stop says that a limit ended the work. No state within fewer steps than there are frames is bad.
func (r *Result) stop(err error) {
	r.Stopped, r.Reason, r.Bound = err, err.Error(), max(0, r.Frames-1)
	if r.Frames > 1 {
		r.Reason = fmt.Sprintf("%v; no such state within %d steps", err, r.Bound)
	}
}

// certify returns the negations of cubes as an invariant.
func (x *latches) certify(cubes []cube) *certificate.Invariant {
	inv := &certificate.Invariant{}
	number := map[int]int32{} // by variable
	for _, c := range cubes {
		var clause []int32
		for _, l := range c {
			v := l.Var()
			if number[v] == 0 {
				inv.Bits = append(inv.Bits, certificate.Bit{Place: x.latch[v], AtLeast: 1})
				number[v] = int32(len(inv.Bits))
			}
			if l.Negated() {
				clause = append(clause, number[v])
			} else {
				clause = append(clause, -number[v])
			}
		}
		inv.Clauses = append(inv.Clauses, clause)
	}
	return inv
}
