package engine

import (
	"slices"

	"brim/ctl/syntax"
)

// Parts lists what single reachable markings tell of f: formulas p without path operators, each once, in the form of
// syntax.NNF, such that EF p or AG !p is in f outside of other path operators. Cost: that of syntax.NNF.
func Parts(f *syntax.Formula) (list []*syntax.Formula) {
	var walk func(*syntax.Formula)
	seen := map[*syntax.Formula]bool{}
	walk = func(g *syntax.Formula) {
		if seen[g] {
			return
		}
		seen[g] = true
		if g.Op == syntax.And || g.Op == syntax.Or {
			for _, a := range g.Args {
				walk(a)
			}
		} else if p, found := Part(g); found != Unknown && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	walk(syntax.NNF(f))
	return list
}

// Part returns the p of EF p or of AG !p, in the form of syntax.NNF, and what a reachable marking where p holds tells
// of that formula: Holds or Fails. Of another formula, also where p has path operators, it returns Unknown.
func Part(f *syntax.Formula) (p *syntax.Formula, found Result) {
	switch {
	case f.Op != syntax.EF && f.Op != syntax.AG || f.Args[0].Temporal():
		return nil, Unknown
	case f.Op == syntax.EF:
		return syntax.NNF(f.Args[0]), Holds
	}
	return syntax.NNF(f.Pool().Not(f.Args[0])), Fails
}
