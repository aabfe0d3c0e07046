package symbolic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
)

// WitnessOptions of Verdict. The zero value is right for most uses.
type WitnessOptions struct {
	// Limits bound the diagrams: while the verdict is found, and then anew while the witness is. Without a limit of work, that
	// for the witness is 2^28.
	Limits mdd.Limits
	// Steps is the most steps that a witness may have, those of its branches included; 0 means 10 000.
	Steps int
	// None says that no witness is wanted.
	None bool
}

const (
	defaultSteps = 10_000  // more than anybody reads, and a file of a few megabytes
	defaultWork  = 1 << 28 // half a minute or so
)

// Verdict tells whether f holds in the initial marking, as c, a checker of s, finds out, and shows it: by a witness of f, or of !f if f
// fails, in the form of syntax.NNF. A path of EX, EF and EU is one of the shortest. Every witness has been checked.
//
// Limits, a done ctx and sums beyond 64 bits make the verdict Unknown, and the Reason tells which. If they come while the witness is
// looked for, the verdict stays, with what was found of the witness, cut, or with none. An error is a fault of this program.
//
// Verdict calls the forest's Guard, so it cannot run under it.
func (s *Space) Verdict(ctx context.Context, c *ctl.Checker, f *syntax.Formula, o WitnessOptions) (engine.Verdict, error) {
	v := engine.Verdict{Bound: engine.Complete}
	if !s.Complete {
		v.Bound = s.Steps
	}
	var err error
	if limit := s.Model.Forest.Guard(ctx, o.Limits, func() { v.Result, err = s.Holds(c, f) }); limit != nil {
		err = limit
	}
	switch {
	case err != nil:
		v.Result, v.Reason = engine.Unknown, err.Error()
		return v, nil
	case v.Result == engine.Unknown:
		v.Reason = "the part of the state space that was explored does not decide"
		return v, nil
	}
	g := syntax.NNF(f)
	if v.Result == engine.Fails {
		g = syntax.NNF(f.Pool().Not(f))
	}
	if o.None || !showable(g) {
		return v, nil
	}
	v.Witness, err = s.witness(ctx, c, g, o)
	if err != nil {
		v.Reason = err.Error()
	}
	if v.Witness == nil {
		return v, nil
	}
	if err := v.Witness.Check(s.Net, c.Paths()); err != nil {
		return v, fmt.Errorf("internal error: net %s: %w", s.Net.Name, err)
	}
	return v, nil
}

// witness returns a witness of f, which holds in the initial marking, or nil if it would have no path. If something ends the search,
// it returns that as an error, and what was found so far; too many steps are no error where some path was found.
func (s *Space) witness(ctx context.Context, c *ctl.Checker, f *syntax.Formula, o WitnessOptions) (*engine.Witness, error) {
	x := newTracer(ctx, s, c, cmp.Or(o.Steps, defaultSteps))
	x.limits, x.left = o.Limits, cmp.Or(o.Limits.Work, defaultWork)
	var top *engine.Witness
	_, err := x.witness(f, s.Net.Initial(), func(w *engine.Witness) { top = w })
	if top == nil || !hasPath(top) {
		return nil, err
	}
	if errors.Is(err, errTooLong) {
		err = nil // Cut tells it
	}
	return top, err
}

// showable tells whether a witness of f, in the form of syntax.NNF, may have a path: whether it is more than a marking and claims.
func showable(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.And, syntax.Or:
		return slices.ContainsFunc(f.Args, showable)
	}
	return isPath(f.Op)
}

// hasPath tells whether there is a path in w, maybe one without steps.
func hasPath(w *engine.Witness) bool {
	return isPath(w.Formula.Op) || slices.ContainsFunc(w.Branches, func(b engine.Branch) bool { return hasPath(b.Witness) })
}

// isPath tells whether a path shows formulas with the operator.
func isPath(op syntax.Op) bool {
	return op == syntax.EX || op == syntax.EF || op == syntax.EG || op == syntax.EU
}
