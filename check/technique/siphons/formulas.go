package siphons

import (
	"slices"

	"brim/ctl/syntax"
)

// What is known of all reachable markings, in formulas of CTL.

// wants tells whether it would make a formula simpler to know that there are no deadlocks, and that the net is live.
func wants(f *syntax.Formula) (dead, live bool) {
	for g := range f.All() {
		switch {
		case g.Op == syntax.Deadlock:
			dead = true
		case g.Op == syntax.EF:
			live = live || enables(g.Args[0])
		case g.Op == syntax.AG:
			live = live || disables(g.Args[0])
		}
	}
	return dead, live
}

// enables reports whether f holds where certain transitions are enabled.
func enables(f *syntax.Formula) bool {
	return f.Op == syntax.Enabled && len(f.Transitions) > 0 || f.Op == syntax.Or &&
		slices.ContainsFunc(f.Args, enables) ||
		f.Op == syntax.Not && disables(f.Args[0])
}

// disables reports whether f does not hold where certain transitions are enabled.
func disables(f *syntax.Formula) bool {
	return f.Op == syntax.And && slices.ContainsFunc(f.Args, disables) || f.Op == syntax.Not && enables(f.Args[0])
}

// fold replaces deadlock by false if there is none; in live nets, EF enabled(t) by true, AG !enabled(t) by false, and
// weaker formulas with EF, stronger ones with AG, likewise. The result holds in the same reachable markings.
func fold(f *syntax.Formula, deadlockFree, live bool) *syntax.Formula {
	done := map[*syntax.Formula]*syntax.Formula{}
	var visit func(g *syntax.Formula) *syntax.Formula
	visit = func(g *syntax.Formula) *syntax.Formula {
		if h, ok := done[g]; ok {
			return h
		}
		h := g
		switch {
		case g.Op == syntax.Deadlock && deadlockFree:
			h = g.Pool().Bool(false)
		case g.Op == syntax.EF && live && enables(g.Args[0]):
			h = g.Pool().Bool(true)
		case g.Op == syntax.AG && live && disables(g.Args[0]):
			h = g.Pool().Bool(false)
		case len(g.Args) > 0:
			args := make([]*syntax.Formula, len(g.Args))
			for i, a := range g.Args {
				args[i] = visit(a)
			}
			h = g.Pool().Make(g.Op, args...)
		}
		done[g] = h
		return h
	}
	return visit(f)
}
