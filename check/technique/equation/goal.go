package equation

import (
	"math"
	"math/big"

	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/equation/certificate"
)

// Formulas as goals of the state equation.

// goalOf translates a formula without path operators, in the form of syntax.NNF, to a goal of the state equation, whose
// atoms are inequalities with ≥. It returns nil if a number does not fit into 63 bits.
func goalOf(net *petri.Net, f *syntax.Formula) *certificate.Goal {
	switch f.Op {
	case syntax.True:
		return certificate.And()
	case syntax.False:
		return certificate.Or()
	case syntax.And, syntax.Or:
		g := &certificate.Goal{Kind: certificate.All}
		if f.Op == syntax.Or {
			g.Kind = certificate.Any
		}
		for _, a := range f.Args {
			part := goalOf(net, a)
			if part == nil {
				return nil
			}
			g.Parts = append(g.Parts, part)
		}
		return g
	case syntax.Compare:
		return comparison(f)
	case syntax.Enabled:
		g := certificate.Or()
		for _, t := range f.Transitions {
			g.Parts = append(g.Parts, enabledGoal(&net.Transitions[t.Index]))
		}
		return g
	case syntax.Deadlock:
		g := certificate.And()
		for t := range net.Transitions {
			g.Parts = append(g.Parts, disabledGoal(&net.Transitions[t]))
		}
		return g
	}
	// f is the negation of an atom, since it is in the form of syntax.NNF.
	g := &certificate.Goal{}
	switch a := f.Args[0]; a.Op {
	case syntax.Enabled:
		g.Kind = certificate.All
		for _, t := range a.Transitions {
			g.Parts = append(g.Parts, disabledGoal(&net.Transitions[t.Index]))
		}
	default: // Deadlock
		g.Kind = certificate.Any
		for t := range net.Transitions {
			g.Parts = append(g.Parts, enabledGoal(&net.Transitions[t]))
		}
	}
	return g
}

// comparison translates a Compare to a goal.
func comparison(f *syntax.Formula) *certificate.Goal {
	var ranges []*certificate.Goal
	for lo, hi := range f.Rel.Ranges(f.Const) {
		g := certificate.And()
		if lo != math.MinInt64 {
			g.Parts = append(g.Parts, linear(f.Terms, 1, lo))
		}
		if hi != math.MaxInt64 {
			g.Parts = append(g.Parts, linear(f.Terms, -1, -hi))
		}
		if len(g.Parts) == 1 {
			g = g.Parts[0]
		}
		ranges = append(ranges, g)
	}
	if len(ranges) == 1 {
		return ranges[0]
	}
	return certificate.Or(ranges...)
}

// linear returns the goal  sign · Σ terms ≥ least.
func linear(terms []syntax.Term, sign, least int64) *certificate.Goal {
	g := &certificate.Goal{Atom: certificate.Atom{Least: least}}
	for _, t := range terms {
		g.Atom.Terms = append(g.Atom.Terms, certificate.Term{Index: t.Place.Index, Weight: sign * t.Weight})
	}
	return g
}

// atLeast returns the goal that a sum is at least n, nil if numbers do not fit.
func atLeast(s *syntax.Sum, n int64) *certificate.Goal {
	least := new(big.Int).Sub(big.NewInt(n), big.NewInt(s.Const))
	if least.BitLen() > 62 {
		return nil
	}
	return linear(s.Terms, 1, least.Int64())
}

// valueAt returns the value of a sum in a marking, and whether it fits into 63 bits.
func valueAt(s *syntax.Sum, m petri.Marking) (int64, bool) {
	sum := big.NewInt(s.Const)
	for _, t := range s.Terms {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(m[t.Place.Index])))
	}
	return sum.Int64(), sum.BitLen() < 63
}

// enabledGoal returns the goal that a transition is enabled.
func enabledGoal(t *petri.Transition) *certificate.Goal {
	g := certificate.And()
	for _, a := range t.Pre {
		g.Parts = append(g.Parts, certificate.AtLeast(a.Place, a.Weight))
	}
	for _, a := range t.Inhibit {
		g.Parts = append(g.Parts, certificate.AtMost(a.Place, a.Weight-1))
	}
	return g
}

// disabledGoal returns the goal that a transition is not enabled.
func disabledGoal(t *petri.Transition) *certificate.Goal {
	g := certificate.Or()
	for _, a := range t.Pre {
		g.Parts = append(g.Parts, certificate.AtMost(a.Place, a.Weight-1))
	}
	for _, a := range t.Inhibit {
		g.Parts = append(g.Parts, certificate.AtLeast(a.Place, a.Weight))
	}
	return g
}
