package ltl

import (
	"brim/ctl/syntax"
	"slices"
)

// implies reports whether rules on the operators show that f implies g [SB00]. For two comparisons of the same sum this
// is decided.
func (s *simplifier) implies(f, g *syntax.Formula) bool {
	if f == g || f.Op == syntax.False || g.Op == syntax.True {
		return true
	}
	if f.Op == syntax.True || g.Op == syntax.False {
		return false
	}
	pair := [2]*syntax.Formula{f, g}
	is, ok := s.implied[pair]
	if !ok {
		if s.tired() {
			return false
		}
		is = s.implication(f, g)
		s.implied[pair] = is
	}
	return is
}

// implication is implies for a pair that has not been compared yet: first the rules for connectives, comparisons and
// state formulas, then those for path operators.
func (s *simplifier) implication(f, g *syntax.Formula) bool {
	fImplies := func(h *syntax.Formula) bool { return s.implies(f, h) }
	impliesG := func(h *syntax.Formula) bool { return s.implies(h, g) }
	not := func(is func(*syntax.Formula) bool) func(*syntax.Formula) bool {
		return func(h *syntax.Formula) bool { return !is(h) }
	}
	switch {
	case f.Op == syntax.Or:
		return !slices.ContainsFunc(f.Args, not(impliesG))
	case g.Op == syntax.And:
		return !slices.ContainsFunc(g.Args, not(fImplies))
	case f.Op == syntax.And && slices.ContainsFunc(f.Args, impliesG), g.Op == syntax.Or &&
		slices.ContainsFunc(g.Args, fImplies):
		return true
	case f.Op == syntax.Compare && g.Op == syntax.Compare:
		return compareImplies(f, g)
	case len(f.Args) == 0 && len(g.Args) == 0:
		return false
	case !f.Temporal() && !g.Temporal():
		return s.impossible(f, s.not(g))
	}
	return s.fromLeft(f, g) || s.fromRight(f, g) || s.sameOperator(f, g)
}

// fromLeft has the rules that use what the operator of f implies for the current position and for later ones.
func (s *simplifier) fromLeft(f, g *syntax.Formula) bool {
	switch f.Op {
	case syntax.G:
		return s.implies(f.Args[0], g)
	case syntax.F, syntax.X:
		return s.kind(g).eventual && s.implies(f.Args[0], g)
	case syntax.U, syntax.W:
		return s.implies(f.Args[1], g) && (s.implies(f.Args[0], g) || f.Op == syntax.U && s.kind(g).eventual)
	case syntax.R:
		return s.implies(f.Args[1], g)
	}
	return false
}

// fromRight has the rules by which f implies what g says of now and of later.
func (s *simplifier) fromRight(f, g *syntax.Formula) bool {
	switch g.Op {
	case syntax.F:
		return s.implies(f, g.Args[0])
	case syntax.G, syntax.X:
		return s.kind(f).universal && s.implies(f, g.Args[0])
	case syntax.U:
		return s.implies(f, g.Args[1])
	case syntax.W:
		return s.implies(f, g.Args[1]) || s.kind(f).universal && s.implies(f, g.Args[0])
	case syntax.R:
		return s.implies(f, g.Args[1]) && (s.implies(f, g.Args[0]) || s.kind(f).universal)
	}
	return false
}

// sameOperator has the rules for two formulas of operators that are monotonic alike.
func (s *simplifier) sameOperator(f, g *syntax.Formula) bool {
	return (f.Op == g.Op || f.Op == syntax.U && g.Op == syntax.W) && slices.EqualFunc(f.Args, g.Args, s.implies)
}

// compareImplies reports whether one comparison implies another one. Only those of the same sum are compared.
func compareImplies(f, g *syntax.Formula) bool {
	if len(f.Terms) != len(g.Terms) {
		return false
	}
	for i, t := range f.Terms {
		if g.Terms[i].Place.Index != t.Place.Index || g.Terms[i].Weight != t.Weight {
			return false
		}
	}
	for lo, hi := range f.Rel.Ranges(f.Const) {
		within := false
		for least, most := range g.Rel.Ranges(g.Const) {
			within = within || least <= lo && hi <= most
		}
		if !within {
			return false
		}
	}
	return true
}
