// Package randformula makes random formulas of CTL and LTL over a net for property tests.
package randformula

import (
	"math"
	"math/rand/v2"

	"brim/ctl/syntax"
	"brim/petri"
)

var (
	connectives = []syntax.Op{syntax.Not, syntax.And, syntax.Or, syntax.Implies, syntax.Iff}
	pathOps     = []syntax.Op{
		syntax.EX, syntax.EF, syntax.EG, syntax.EU, syntax.AX, syntax.AF, syntax.AG, syntax.AU,
	}
	relations = []syntax.Relation{
		syntax.Equal, syntax.NotEqual, syntax.Less, syntax.LessEqual, syntax.Greater, syntax.GreaterEqual,
	}
)

// Generate returns a random formula of pool over the places and transitions of net,
// with operators nested at most depth deep: an atom if depth is 0. All operators and
// atoms occur, constants and deadlock less often than the others. Most comparisons
// are of small numbers, so that they hold in some markings of a small net and fail in
// others; a few have numbers near 2^63. The state of rng determines the formula. It
// panics if depth is negative.
func Generate(rng *rand.Rand, net *petri.Net, depth int, pool *syntax.Pool) *syntax.Formula {
	if depth < 0 {
		panic("randformula: Generate: negative depth")
	}
	g := generator{rng, net, pool}
	return g.formula(depth)
}

type generator struct {
	rng  *rand.Rand
	net  *petri.Net
	pool *syntax.Pool
}

func (g generator) formula(depth int) *syntax.Formula {
	if depth == 0 || g.rng.IntN(8) == 0 {
		return g.atom()
	}
	ops := connectives
	if g.rng.IntN(5) < 3 {
		ops = pathOps
	}
	op, arity := ops[g.rng.IntN(len(ops))], 1
	switch op {
	case syntax.And, syntax.Or:
		arity = 2 + g.rng.IntN(2)
	case syntax.Implies, syntax.Iff, syntax.EU, syntax.AU:
		arity = 2
	}
	var args []*syntax.Formula
	for range arity {
		args = append(args, g.formula(depth-1))
	}
	return g.pool.Make(op, args...)
}

func (g generator) atom() *syntax.Formula {
	switch d := g.rng.IntN(20); {
	case d == 0:
		return g.pool.Bool(g.rng.IntN(2) == 0)
	case d < 3:
		return g.pool.Deadlock()
	case d < 9 && len(g.net.Transitions) > 0:
		var ts []syntax.Ref
		for range 1 + g.rng.IntN(2) {
			i := g.rng.IntN(len(g.net.Transitions))
			ts = append(ts, syntax.Ref{Index: i, Name: g.net.Transitions[i].Name})
		}
		return g.pool.Enabled(ts...)
	}
	relation := relations[g.rng.IntN(len(relations))]
	for {
		// Only where numbers near 2^63 meet is there an overflow; then others are drawn.
		if f, err := g.pool.Compare(g.sum(), relation, g.sum()); err == nil {
			return f
		}
	}
}

// sum returns a sum of up to two places and a constant.
func (g generator) sum() syntax.Sum {
	s := syntax.Constant(g.number(g.rng.Int64N(4)))
	if len(g.net.Places) == 0 {
		return s
	}
	for range g.rng.IntN(3) {
		i := g.rng.IntN(len(g.net.Places))
		weight := int64(1)
		if g.rng.IntN(4) == 0 {
			weight = g.number(g.rng.Int64N(7) - 3)
		}
		s.Terms = append(s.Terms, syntax.Term{Place: syntax.Ref{Index: i, Name: g.net.Places[i].Name}, Weight: weight})
	}
	return s
}

// number returns n or, rarely, a number near ±2^63.
func (g generator) number(n int64) int64 {
	switch g.rng.IntN(40) {
	case 0:
		return math.MaxInt64 - g.rng.Int64N(3)
	case 1:
		return g.rng.Int64N(3) - math.MaxInt64
	}
	return n
}
