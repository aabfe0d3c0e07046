package symbolic

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/mdd"
)

// Verdicts with witnesses: what callers ask of a space, within limits.

// WitnessOptions of Verdict. The zero value is right for most uses.
type WitnessOptions struct {
	// Limits bound the diagrams: while the verdict is found, and then anew while the witness is. Without a limit of
	// work, that for the witness is 2^28.
	Limits mdd.Limits
	// Work is the most work that the verdict may take, in units of dd.Limits.Work, the witness not counted. 0 is no
	// limit.
	Work int64
	// Steps is the most steps that a witness may have, those of its branches included; 0 means 10 000.
	Steps int
	// None says that no witness is wanted.
	None bool
	// BySets says that the verdict is found by HoldsBySets, or that on a question of LTL by sets alone.
	BySets bool
}

// Verdict reports whether f holds in the initial marking, as c, a checker of s, finds out, and shows it: by a witness
// of f, or of !f if f fails, in the form of syntax.NNF. A path of EX, EF and EU is one of the shortest. Every witness
// has been checked.
//
// Limits, a done ctx and sums beyond 64 bits make the verdict Unknown, and the Reason tells which. If they come while
// the witness is looked for, the verdict stays, with what was found of the witness, cut, or with none. An error is a
// fault of this program.
//
// Verdict calls the forest's Guard, so it cannot run under it.
func (s *Space) Verdict(ctx context.Context, c *ctl.Checker, f *syntax.Formula, o WitnessOptions) (engine.Verdict,
	error) {
	var r engine.Result
	var err error
	limits := o.Limits
	if o.Work > 0 && (limits.Work == 0 || o.Work < limits.Work) {
		limits.Work = o.Work
	}
	holds := s.Holds
	if o.BySets {
		holds = s.HoldsBySets
	}
	if limit := s.Model.Forest.Guard(ctx, limits, func() { r, err = holds(c, f) }); limit != nil {
		err = limit
	}
	if err != nil {
		return engine.Verdict{Bound: s.bound(), Reason: err.Error(), Stopped: err}, nil
	}
	return newTracer(ctx, s, c, o).verdict(f, r, o)
}

// bound returns the Bound of verdicts on the space.
func (s *Space) bound() int {
	if s.Complete {
		return engine.Complete
	}
	return s.Steps
}

// verdict returns the verdict on f, whose result is known, with a witness if there is anything to show.
func (x *tracer) verdict(f *syntax.Formula, r engine.Result, o WitnessOptions) (v engine.Verdict, err error) {
	v = engine.Verdict{Result: r, Bound: x.s.bound()}
	if r == engine.Unknown {
		v.Reason = "the part of the state space that was explored does not decide"
		return v, nil
	}
	g := engine.Shown(f, r)
	if o.None || !showable(g) {
		return v, nil
	}
	if v.Witness, err = x.top(g); err != nil {
		v.Reason, v.Stopped = err.Error(), err
	}
	if v.Witness != nil {
		if err := v.Witness.Check(x.s.Net, x.c.Paths()); err != nil {
			return v, fmt.Errorf("internal error: net %s: %w", x.s.Net.Name, err)
		}
	}
	return v, nil
}

// top returns a witness of f, which holds in the initial marking, or nil if it would have no path. If something ends
// the search, it returns that as an error, and what was found so far; too many steps are no error where some path was
// found.
func (x *tracer) top(f *syntax.Formula) (top *engine.Witness, err error) {
	err = x.witness(f, x.s.Net.Initial(), func(w *engine.Witness) { top = w })
	if top == nil || !hasPath(top) {
		return nil, err
	}
	if errors.Is(err, runs.ErrTooLong) {
		err = nil // Cut tells it
	}
	return top, err
}

// showable reports whether a witness of f, in the form of syntax.NNF, may have a path: whether it is more than a
// marking and claims.
func showable(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.And, syntax.Or:
		return slices.ContainsFunc(f.Args, showable)
	}
	return isPath(f.Op)
}

// hasPath reports whether there is a path in w, maybe one without steps.
func hasPath(w *engine.Witness) bool {
	return isPath(w.Formula.Op) || slices.ContainsFunc(w.Branches,
		func(b engine.Branch) bool { return hasPath(b.Witness) })
}

// isPath reports whether a path shows formulas with the operator.
func isPath(op syntax.Op) bool {
	return op == syntax.EX || op == syntax.EF || op == syntax.EG || op == syntax.EU
}
