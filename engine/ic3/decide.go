package ic3

import (
	"context"
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/certificate"
	"brim/engine/circuit"
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

// DecideCircuit decides f, which is EF p or AG p where p has no path operators, on the runs of c: EF p says that some
// run has a step after which p holds. Places of f are signals, see circuit.Circuit.Names. The trace has been replayed,
// the invariant has been checked by certificate.Circuit.
//
// The end of ctx leaves the verdict unknown, with Stopped and the reason. The error says that f is of another kind,
// that c has no runs, circuit.ErrNoStart, or that the check of what was found failed. Cost: no bound is known that is
// of use; memory in proportion to the gates and the lemmas.
func DecideCircuit(ctx context.Context, c *circuit.Circuit, f *syntax.Formula) (*Result, error) {
	goal := engine.GoalOf(f)
	if err := Decides(goal); err != nil {
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("ic3: circuit %s: %w", c.Name, err)
	}
	x, err := newLatches(ctx, c, goal.State())
	if err != nil {
		return stopped(err), nil
	}
	p := newProver(x)
	if starts, err := p.solver.Solve(ctx, sat.Question{Assume: []sat.Lit{p.switches[0], x.valid}}); err != nil {
		return stopped(err), nil
	} else if !starts {
		return nil, fmt.Errorf("circuit %s: %w", c.Name, circuit.ErrNoStart)
	}
	path, level, err := p.run(ctx)
	r := &Result{Effort: p.spent()}
	switch {
	case err != nil:
		r.stop(err)
	case path != nil:
		r.Trace = x.trace(path)
		if err := r.Trace.Check(c, goal.State()); err != nil {
			return nil, fmt.Errorf("ic3: a trace that is none: %w", err)
		}
		r.Result = goal.Found
	default:
		inv := x.certify(p.invariant(level))
		var refusal *certificate.Refusal
		err := certificate.Circuit(ctx, c, goal.State(), inv)
		if errors.As(err, &refusal) {
			return nil, fmt.Errorf("ic3: %w", err)
		} else if err != nil {
			r.stop(err)
			return r, nil
		}
		r.Result, r.Bound, r.Invariant = goal.Found.Negate(), engine.Complete, inv
	}
	return r, nil
}

// stopped is the result of work that ended by err before it began.
func stopped(err error) *Result {
	r := &Result{}
	r.stop(err)
	return r
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
