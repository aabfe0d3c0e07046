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
	"brim/petri/structure"
)

// A Result is what was found, and what it took.
type Result struct {
	engine.Verdict
	Trace     *circuit.Trace         // of a circuit, that shows what Result says; nil if there is none
	Invariant *certificate.Invariant // that excludes what Result says is not reached; checked. nil if there is none
	// Product is the circuit that Invariant is about if the question was one of LTL; nil if it is that of the question
	Product *circuit.Circuit
	Effort
}

// Decides returns nil if the formula of a goal is one that is decided, and otherwise the error that says so.
func Decides(goal engine.Goal) error { return goal.Among("ic3", engine.Reach) }

// A Search looks for a path or an invariant, in as many turns as its caller likes.
type Search struct {
	p    *prover
	goal engine.Goal
	// trace takes over a path, which it replays; found is false if it only leads beyond promised bounds
	trace func(*Result, *obligation) (found bool, err error)
	// prove takes over an invariant, which it has checked
	prove func(context.Context, *Result, []cube) error
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
	return s.start(ctx, err)
}

// NewCircuit returns a search that decides f on c as DecideCircuit does. The error may also be the cause of the end of
// ctx.
func NewCircuit(ctx context.Context, c *circuit.Circuit, f *syntax.Formula) (*Search, error) {
	s, err := newCircuit(ctx, c, f, 0)
	if err != nil {
		return nil, err
	}
	x := s.p.system.(*latches)
	switch starts, err := s.p.solver.Solve(ctx, sat.Question{Assume: []sat.Lit{s.p.switches[0], x.valid}}); {
	case err != nil:
		return nil, err
	case !starts:
		return nil, fmt.Errorf("circuit %s: %w", c.Name, circuit.ErrNoStart)
	}
	return s, nil
}

// newCircuit is NewCircuit where the first constraints, as many as known says, hold in all reachable states, and where
// there may be no run at all.
func newCircuit(ctx context.Context, c *circuit.Circuit, f *syntax.Formula, known int) (*Search, error) {
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
	x.known = known
	s := &Search{p: newProver(x), goal: goal}
	s.trace = func(r *Result, path *obligation) (bool, error) {
		r.Trace = x.trace(path)
		return true, r.Trace.Check(c, goal.State())
	}
	s.prove = func(ctx context.Context, r *Result, cubes []cube) error {
		n := &numbering{new(certificate.Invariant), x.bit, map[int]int32{}}
		r.Invariant = n.certify(cubes)
		return certificate.Circuit(ctx, c, goal.State(), r.Invariant)
	}
	return s, nil
}

// Decide decides f, which is EF p or AG p where p has no path operators, in the initial marking of a net, whose facts
// these are. The witness has been replayed by the firing rule, with what paths says of dead markings; the invariant has
// been checked by certificate.Net.
//
// All places need bounds, by invariants or by units that promise a safe net. A promise that is wrong leaves the verdict
// unknown unless a path is found before. The end of ctx does so, too, with Stopped and the reason. The error says that
// f is of another kind, that a place has no bound (*structure.UnboundedPlaceError) or too large a one, or that the
// check of what was found failed. Cost: no bound is known that is of use; memory in proportion to tokens and lemmas.
func Decide(ctx context.Context, facts *structure.Profile, f *syntax.Formula, paths syntax.Paths) (*Result, error) {
	s, err := NewNet(ctx, facts, f, paths)
	return s.start(ctx, err)
}

// NewNet returns a search that decides f as Decide does. The error may also be the cause of the end of ctx.
func NewNet(ctx context.Context, facts *structure.Profile, f *syntax.Formula, paths syntax.Paths) (*Search, error) {
	goal := engine.GoalOf(f)
	if err := Decides(goal); err != nil {
		return nil, err
	}
	x, err := newPlaces(ctx, facts, goal.State())
	if err != nil {
		return nil, err
	}
	net := facts.Net()
	s := &Search{p: newProver(x), goal: goal}
	s.trace = func(r *Result, path *obligation) (bool, error) {
		list, beyond := steps(path)
		if beyond {
			r.Reason = fmt.Sprintf("units promise a safe net, and a place can hold more tokens after %d firings",
				len(list))
			_, err := net.Replay(list)
			return false, err
		}
		r.Witness = &engine.Witness{Formula: goal.Path, Start: net.Initial(), Steps: list, Loop: engine.NoLoop}
		return true, r.Witness.Check(net, paths)
	}
	s.prove = func(ctx context.Context, r *Result, cubes []cube) error {
		r.Invariant = x.certify(cubes)
		return certificate.Net(ctx, net, goal.State(), r.Invariant)
	}
	return s, nil
}

// start runs a new search, or returns the error with which it was made; the end of ctx then is an unknown result.
func (s *Search) start(ctx context.Context, err error) (*Result, error) {
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

// Run goes on until f is decided or ctx ends; after that it may be called again. The error says that the check of what
// was found failed.
func (s *Search) Run(ctx context.Context) (*Result, error) {
	path, level, err := s.p.run(ctx)
	r := &Result{Effort: s.p.spent()}
	switch {
	case err != nil:
		r.stop(err)
	case path != nil:
		switch found, err := s.trace(r, path); {
		case err != nil:
			return nil, fmt.Errorf("ic3: a path that is none: %w", err)
		case found:
			r.Result = s.goal.Found
		}
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

// A numbering gives the bits of an invariant their numbers.
type numbering struct {
	*certificate.Invariant
	bit    func(v int) certificate.Bit
	number map[int]int32 // by variable
}

// add adds a clause.
func (n *numbering) add(clause []sat.Lit) {
	var list []int32
	for _, l := range clause {
		v := l.Var()
		if n.number[v] == 0 {
			n.Bits = append(n.Bits, n.bit(v))
			n.number[v] = int32(len(n.Bits))
		}
		if l.Negated() {
			list = append(list, -n.number[v])
		} else {
			list = append(list, n.number[v])
		}
	}
	n.Clauses = append(n.Clauses, list)
}

// certify adds the negations of cubes.
func (n *numbering) certify(cubes []cube) *certificate.Invariant {
	for _, c := range cubes {
		n.add(c.clause(nil))
	}
	return n.Invariant
}
