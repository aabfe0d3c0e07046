package engine

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
)

// This file evaluates state formulas in a marking.

// Eval reports whether f, a formula of net without path operators, holds in m. Sums are exact, of any size.
// It panics if f has a path operator. Cost: each formula in f once, where deadlock asks every transition.
func Eval(net *petri.Net, f *syntax.Formula, m petri.Marking) bool {
	e := evaluation{net: net, m: m}
	return e.holds(f)
}

// An evaluation finds what holds in one marking.
type evaluation struct {
	net   *petri.Net
	m     petri.Marking
	known map[*syntax.Formula]bool // of connectives: as a tree, a formula can be far larger than it is
}

func (e *evaluation) holds(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.False, syntax.True:
		return f.Op == syntax.True
	case syntax.Deadlock:
		return dead(e.net, e.m)
	case syntax.Compare:
		return compare(f, e.m)
	case syntax.Enabled:
		return slices.ContainsFunc(f.Transitions, func(t syntax.Ref) bool { return e.net.Enabled(e.m, t.Index) })
	}
	holds, ok := e.known[f]
	if !ok {
		holds = e.connective(f)
		if e.known == nil {
			e.known = map[*syntax.Formula]bool{}
		}
		e.known[f] = holds
	}
	return holds
}

func (e *evaluation) connective(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.Not:
		return !e.holds(f.Args[0])
	case syntax.And:
		return !slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool { return !e.holds(g) })
	case syntax.Or:
		return slices.ContainsFunc(f.Args, e.holds)
	case syntax.Implies:
		return !e.holds(f.Args[0]) || e.holds(f.Args[1])
	case syntax.Iff:
		return e.holds(f.Args[0]) == e.holds(f.Args[1])
	}
	panic(fmt.Sprintf("engine: Eval: a marking does not decide %v", f.Op))
}

// dead reports whether m enables no transition.
func dead(net *petri.Net, m petri.Marking) bool {
	for range net.EnabledTransitions(m) {
		return false
	}
	return true
}

// compare reports whether the comparison f holds in m.
func compare(f *syntax.Formula, m petri.Marking) bool {
	sum := int64(0)
	for _, t := range f.Terms {
		x, ok := multiply(t.Weight, m[t.Place.Index])
		next := sum + x
		if !ok || (next > sum) != (x > 0) && x != 0 {
			return compareBig(f, m)
		}
		sum = next
	}
	return f.Rel.Holds(sum, f.Const)
}

// multiply returns weight·tokens, where tokens ≥ 0, if it lies between −2^63 and 2^63.
func multiply(weight, tokens int64) (product int64, ok bool) {
	size := uint64(weight)
	if weight < 0 {
		size = -size
	}
	hi, lo := bits.Mul64(size, uint64(tokens))
	return weight * tokens, hi == 0 && lo < 1<<63
}

// compareBig is compare for sums that may pass 64 bits.
func compareBig(f *syntax.Formula, m petri.Marking) bool {
	sum, x := new(big.Int), new(big.Int)
	for _, t := range f.Terms {
		x.SetInt64(m[t.Place.Index])
		sum.Add(sum, x.Mul(x, big.NewInt(t.Weight)))
	}
	return f.Rel.Holds(int64(sum.Cmp(big.NewInt(f.Const))), 0)
}
