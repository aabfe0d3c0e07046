package kripke

import (
	"brim/ctl/syntax"
	"brim/engine"
)

// Goal tells what a search for one reachable state says about f. If ok, f has the verdict found exactly if some reachable state satisfies
// goal, which has no path operators, and the other verdict if none does. Without path operators f is about the initial state, and there is no
// goal.
func Goal(f *syntax.Formula) (goal *syntax.Formula, found engine.Result, ok bool) {
	switch f = syntax.NNF(f); {
	case f.Op == syntax.EF && !f.Args[0].Temporal():
		return f.Args[0], engine.Holds, true
	case f.Op == syntax.AG && !f.Args[0].Temporal():
		return syntax.NNF(f.Pool().Not(f.Args[0])), engine.Fails, true
	}
	return nil, engine.Unknown, false
}
