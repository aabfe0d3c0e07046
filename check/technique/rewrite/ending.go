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
		return r.path(syntax.EF, pool.And(pool.Deadlock(), inDead(inner.Args[0])))
	case [2]syntax.Op{syntax.AG, syntax.EF}, [2]syntax.Op{syntax.AF, syntax.AG}:
		return r.path(syntax.AG, pool.Or(pool.Not(pool.Deadlock()), inDead(inner.Args[0])))
	}
	return f
}

// path returns the simplified formula of a path operator.
func (r *rewriter) path(op syntax.Op, f *syntax.Formula) *syntax.Formula {
	return syntax.Simplify(f.Pool().Make(op, f), r.paths)
}

// inDead returns a formula without path operators that is equal to f in dead markings, of which the only path is the
// marking itself.
func inDead(f *syntax.Formula) *syntax.Formula {
	pool := f.Pool()
	switch f.Op {
	case syntax.Deadlock, syntax.AX:
		return pool.Bool(true)
	case syntax.Enabled, syntax.EX:
		return pool.Bool(false)
	case syntax.EF, syntax.AG, syntax.EG, syntax.AF:
		return inDead(f.Args[0])
	case syntax.EU, syntax.AU:
		return inDead(f.Args[1])
	}
	if len(f.Args) == 0 {
		return f
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = inDead(g)
	}
	return pool.Make(f.Op, args...)
}
