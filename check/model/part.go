package model

import (
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
)

// Answers by a part of the runs.

// ShownByPart reports whether a result is certain for a model if it is true of a system that has only some of the
// states and runs of the model. It is if a finite run shows it and the states of this run are asked for numbers of
// tokens and enabled transitions only.
func (q *Question) ShownByPart(r engine.Result) bool {
	if q.Kind != Truth || q.Formula == nil || q.LTL != nil || r == engine.Unknown {
		return false
	}
	return shown(q.Formula, r == engine.Holds)
}

// shown reports whether finite runs of a part show that f holds, or that it does not.
func shown(f *syntax.Formula, holds bool) bool {
	all := func(args []*syntax.Formula, holds bool) bool {
		return !slices.ContainsFunc(args, func(g *syntax.Formula) bool { return !shown(g, holds) })
	}
	switch f.Op {
	case syntax.False, syntax.True, syntax.Compare:
		return true
	case syntax.Enabled:
		return holds
	case syntax.Not:
		return shown(f.Args[0], !holds)
	case syntax.And, syntax.Or, syntax.Within:
		return all(f.Args, holds)
	case syntax.Implies:
		return shown(f.Args[0], !holds) && shown(f.Args[1], holds)
	case syntax.Iff:
		return all(f.Args, true) && all(f.Args, false)
	case syntax.EX, syntax.EF, syntax.EU:
		return holds && all(f.Args, true)
	case syntax.AX, syntax.AG:
		return !holds && all(f.Args, false)
	}
	return false
}
