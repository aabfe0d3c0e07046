package syntax

import (
	"math"

	"pgregory.net/rapid"
)

// drawFormula draws a formula over the names of smallNames, or over the places and
// transitions given.
func drawFormula(t *rapid.T, p *Pool, places, transitions []string, numbers *rapid.Generator[int64],
	depth int) *Formula {
	op := Op(rapid.IntRange(0, int(X)-1).Draw(t, "op"))
	if depth == 0 && op > Enabled || op == Timelock || op == Within { // see TestWindows for those of nets with time
		op = Compare
	}
	draw := func() *Formula { return drawFormula(t, p, places, transitions, numbers, depth-1) }
	switch op {
	case Compare:
		return drawComparison(t, p, places, numbers)
	case Enabled:
		var ts []Ref
		for range rapid.IntRange(1, 2).Draw(t, "transitions") {
			i := rapid.IntRange(0, len(transitions)-1).Draw(t, "transition")
			ts = append(ts, Ref{i, transitions[i]})
		}
		return p.Enabled(ts...)
	case And, Or:
		var args []*Formula
		for range rapid.IntRange(2, 3).Draw(t, "operands") {
			args = append(args, draw())
		}
		return p.Make(op, args...)
	}
	switch op.arity() {
	case 0:
		return p.Make(op)
	case 1:
		return p.Make(op, draw())
	}
	return p.Make(op, draw(), draw())
}

// drawQuestion draws A φ or E φ, with a path formula of LTL.
func drawQuestion(t *rapid.T, p *Pool, places, transitions []string, numbers *rapid.Generator[int64],
	depth int) *Formula {
	var path func(depth int) *Formula
	path = func(depth int) *Formula {
		op := rapid.SampledFrom([]Op{Compare, Not, And, Or, Implies, Iff, X, F, G, U, R, W}).Draw(t, "op")
		switch {
		case depth == 0 || op == Compare:
			return drawFormula(t, p, places, transitions, numbers, 0)
		case op.arity() == 1:
			return p.Make(op, path(depth-1))
		}
		return p.Make(op, path(depth-1), path(depth-1))
	}
	return p.Make(rapid.SampledFrom([]Op{A, E}).Draw(t, "quantifier"), path(depth))
}

// drawComparison draws a comparison of sums.
func drawComparison(t *rapid.T, p *Pool, places []string, numbers *rapid.Generator[int64]) *Formula {
	side := func() Sum {
		s := Constant(numbers.Draw(t, "constant"))
		for range rapid.IntRange(0, 2).Draw(t, "terms") {
			i := rapid.IntRange(0, len(places)-1).Draw(t, "place")
			s.Terms = append(s.Terms, Term{Ref{i, places[i]}, numbers.Draw(t, "weight")})
		}
		return s
	}
	rel := Relation(rapid.IntRange(0, int(relationCount)-1).Draw(t, "relation"))
	f, err := p.Compare(side(), rel, side())
	if err != nil {
		return p.Bool(false)
	}
	return f
}

// smallNumbers draws numbers near 0.
func smallNumbers() *rapid.Generator[int64] { return rapid.Int64Range(-4, 4) }

// anyNumbers draws numbers of all sizes, often near the ends of 64 bits.
func anyNumbers() *rapid.Generator[int64] {
	return rapid.OneOf(smallNumbers(), rapid.Int64(),
		rapid.SampledFrom([]int64{math.MaxInt64, math.MinInt64, -math.MaxInt64}))
}
