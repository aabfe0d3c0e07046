package syntax

import (
	"math"
	"slices"
)

// This file propagates constants: where an operand of a conjunction fixes the number of tokens of a place, that number
// replaces the place in the other comparisons of the conjunction. Disjunctions are treated dually.

// insertKnown returns the operands of a conjunction (op is And) after inserting, into each comparison, the numbers of
// tokens that other operands fix; of a disjunction, those that the negations of other operands fix. A comparison never
// loses the place that it fixes itself. ok is false if nothing changed.
func (s *simplifier) insertKnown(op Op, args []*Formula) (out []*Formula, ok bool) {
	type fact struct {
		from   *Formula
		tokens int64
	}
	known := map[int]fact{} // by place
	for _, a := range args {
		if tokens, fixed := fixes(op, a); fixed {
			if p := a.Terms[0].Place.Index; known[p].from == nil {
				known[p] = fact{a, tokens}
			}
		}
	}
	if len(known) == 0 {
		return args, false
	}
	for _, a := range args {
		from := a
		for again := a.Op == Compare; again; {
			again = false
			for _, t := range a.Terms {
				f, found := known[t.Place.Index]
				if !found || f.from == from {
					continue
				}
				if g, fits := s.insert(a, t, f.tokens); fits {
					a, ok, again = g, true, g.Op == Compare
					break
				}
			}
		}
		out = append(out, a)
	}
	return out, ok
}

// fixes returns the tokens that the only place of comparison a has where a holds, or where it does not in a
// disjunction.
func fixes(op Op, a *Formula) (tokens int64, ok bool) {
	if a.Op != Compare || len(a.Terms) != 1 || a.Terms[0].Weight != 1 {
		return 0, false
	}
	switch {
	case op == And && a.Rel == Equal, op == Or && a.Rel == NotEqual:
		return a.Const, true
	case op == Or && a.Rel == GreaterEqual && a.Const == 1:
		return 0, true
	}
	return 0, false
}

// insert returns comparison a, simplified, with tokens in place of the place of its term t; ok is false if a number
// would pass 64 bits.
func (s *simplifier) insert(a *Formula, t Term, tokens int64) (g *Formula, ok bool) {
	weighted, ok := mul(-t.Weight, tokens)
	if !ok {
		return a, false
	}
	c, ok := add(a.Const, weighted)
	if !ok || c == math.MinInt64 {
		return a, false
	}
	rest := slices.DeleteFunc(slices.Clone(a.Terms), func(u Term) bool { return u.Place.Index == t.Place.Index })
	if g = s.p.compare(rest, a.Rel, c); g.Op == Compare {
		g = s.compare(rest, a.Rel, c)
	}
	return g, true
}
