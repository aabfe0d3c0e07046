package ic3

import (
	"slices"

	"brim/ctl/syntax"
)

// This file evaluates a propositional formula and finds atoms that determine its value. IC3 uses them to generalize a
// state to a cube (lifting).

// truths evaluates every subformula of f, which has no path operators. atom gives the values of the atoms.
func truths(f *syntax.Formula, atom func(*syntax.Formula) bool) map[*syntax.Formula]bool {
	truth := map[*syntax.Formula]bool{}
	holds := func(g *syntax.Formula) bool { return truth[g] }
	for g := range f.All() { // operands first
		switch g.Op {
		case syntax.Not:
			truth[g] = !truth[g.Args[0]]
		case syntax.And:
			truth[g] = !slices.ContainsFunc(g.Args, func(h *syntax.Formula) bool { return !truth[h] })
		case syntax.Or:
			truth[g] = slices.ContainsFunc(g.Args, holds)
		case syntax.Implies:
			truth[g] = !truth[g.Args[0]] || truth[g.Args[1]]
		case syntax.Iff:
			truth[g] = truth[g.Args[0]] == truth[g.Args[1]]
		default:
			truth[g] = atom(g)
		}
	}
	return truth
}

// decisive calls need with a set of atoms of f that determine its value: as long as these keep their values in truth, f
// keeps its own. It descends from f, into one operand where that decides a conjunction or disjunction by itself, else
// into all operands.
func decisive(f *syntax.Formula, truth map[*syntax.Formula]bool, need func(atom *syntax.Formula)) {
	seen := map[*syntax.Formula]bool{}
	for todo := []*syntax.Formula{f}; len(todo) > 0; {
		g := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[g] {
			continue
		}
		seen[g] = true
		if len(g.Args) == 0 {
			need(g)
			continue
		}
		one := -1 // an operand that decides
		if g.Op == syntax.And && !truth[g] || g.Op == syntax.Or && truth[g] {
			one = slices.IndexFunc(g.Args, func(h *syntax.Formula) bool { return truth[h] == truth[g] })
		}
		if one >= 0 {
			todo = append(todo, g.Args[one])
		} else {
			todo = append(todo, g.Args...)
		}
	}
}
