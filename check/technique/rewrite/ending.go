package rewrite

import "brim/ctl/syntax"

// Nets all of whose runs end. What is so from some point on, or again and again, is decided in dead markings alone.

// stops reports whether EG f, for f in the form of syntax.NNF, holds in no marking: whether each run ends, but f does
// not hold in its last marking.
func (r *rewriter) stops(f *syntax.Formula) bool {
	return r.ends && (r.paths == syntax.Infinite || len(r.wants(f)) > 0)
}

// atEnd returns a formula equal to f, if all runs end and f is one of these:
//
//	EF AG g = EG EF g = EF(deadlock & g)    AG EF g = AF AG g = AG(!deadlock | g)
func (r *rewriter) atEnd(f *syntax.Formula) *syntax.Formula {
	if !r.ends || r.paths != syntax.Maximal || len(f.Args) != 1 {
		return f
	}
	pool, inner := f.Pool(), f.Args[0]
	switch [2]syntax.Op{f.Op, inner.Op} {
	case [2]syntax.Op{syntax.EF, syntax.AG}, [2]syntax.Op{syntax.EG, syntax.EF}:
		return r.path(syntax.EF, pool.And(pool.Deadlock(), syntax.WhereDead(inner.Args[0])))
	case [2]syntax.Op{syntax.AG, syntax.EF}, [2]syntax.Op{syntax.AF, syntax.AG}:
		return r.path(syntax.AG, pool.Or(pool.Not(pool.Deadlock()), syntax.WhereDead(inner.Args[0])))
	}
	return f
}

// path returns the simplified formula of a path operator.
func (r *rewriter) path(op syntax.Op, f *syntax.Formula) *syntax.Formula {
	return syntax.Simplify(f.Pool().Make(op, f), r.paths)
}
