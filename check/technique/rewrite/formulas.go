package rewrite

import (
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri"
)

// The rules, used from the inside of a formula to the outside until none fits.

// mostListed is how many transitions a formula that replaces EX and AX may list: with more, the evaluation of EX in a
// marking costs less than that of the formula, and far less as a set.
const mostListed = 1000

// mostRounds is how often the rules are used; two or three rounds are common.
const mostRounds = 10

// A rewriter makes formulas about one net simpler. It belongs to one goroutine.
type rewriter struct {
	net   *petri.Net
	all   []int   // transitions
	takes [][]int // of each place the transitions that take more from it than they give, and have no inhibitor arcs
	ends  bool    // each run of the net ends, from whatever marking
	paths syntax.Paths
	done  map[*syntax.Formula]*syntax.Formula
}

// rewrite returns a formula with the same truth in all markings in which places with finitely many tokens in the
// initial marking have finitely many tokens.
func (r *rewriter) rewrite(f *syntax.Formula, paths syntax.Paths) *syntax.Formula {
	r.paths, r.done = paths, map[*syntax.Formula]*syntax.Formula{}
	for range mostRounds {
		g := syntax.Simplify(r.now(r.replaced(f)), paths)
		if g == f {
			break
		}
		f = g
	}
	return f
}

// replaced uses the rules for path operators inside of f.
func (r *rewriter) replaced(f *syntax.Formula) *syntax.Formula {
	if !f.Temporal() {
		return f
	}
	if g, ok := r.done[f]; ok {
		return g
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, x := range f.Args {
		args[i] = r.replaced(x)
	}
	g := syntax.Simplify(f.Pool().Make(f.Op, args...), r.paths)
	pool := g.Pool()
	switch g.Op {
	case syntax.AG:
		if r.fails(syntax.NNF(g.Args[0])) {
			g = pool.Bool(false)
		}
	case syntax.EF:
		if r.fails(syntax.NNF(pool.Not(g.Args[0]))) {
			g = pool.Bool(true)
		}
	case syntax.EG:
		if r.stops(syntax.NNF(g.Args[0])) {
			g = pool.Bool(false)
		}
	case syntax.AF:
		if r.stops(syntax.NNF(pool.Not(g.Args[0]))) {
			g = pool.Bool(true)
		}
	}
	g = r.flat(r.atEnd(g))
	r.done[f] = g
	return g
}

// fails reports whether AG f, for f in the form of syntax.NNF, holds in no marking; see wants.
func (r *rewriter) fails(f *syntax.Formula) bool { return slices.ContainsFunc(r.wants(f), r.finite) }

// flat returns a formula equal to f, a path operator other than EX and AX, whose operands have no path operators if
// these have none but EX and AX.
func (r *rewriter) flat(f *syntax.Formula) *syntax.Formula {
	if !f.Op.Temporal() || f.Op == syntax.EX || f.Op == syntax.AX {
		return f
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, x := range f.Args {
		if args[i] = r.without(x); args[i] == nil {
			return f
		}
	}
	return syntax.Simplify(f.Pool().Make(f.Op, args...), r.paths)
}

// now replaces EX and AX that no path operator stands above.
func (r *rewriter) now(f *syntax.Formula) *syntax.Formula {
	switch {
	case !f.Temporal():
	case f.Op == syntax.EX || f.Op == syntax.AX:
		if g := r.without(f); g != nil {
			return g
		}
	case !f.Op.Temporal():
		args := make([]*syntax.Formula, len(f.Args))
		for i, x := range f.Args {
			args[i] = r.now(x)
		}
		return f.Pool().Make(f.Op, args...)
	}
	return f
}

// without returns a formula equal to f without path operators, nil if that is not found or lists too many transitions.
func (r *rewriter) without(f *syntax.Formula) *syntax.Formula {
	if !f.Temporal() {
		return f
	}
	g := syntax.Simplify(model.WithoutNext(r.net, f), r.paths)
	listed := 0
	for h := range g.All() {
		listed += len(h.Transitions)
	}
	if g.Temporal() || listed > mostListed {
		return nil
	}
	return g
}
