package symbolic

import (
	"slices"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
)

// somewhere tells whether f, in existential form, holds in some marking of the space.
//
// The set of a large Boolean formula can be far larger than the space: a disjunction of comparisons of places on distant levels
// multiplies what they have to remember. So the set is not built at first. As in a search for a satisfying assignment, the
// reached markings are cut down by one literal after the other, disjunctions are split, and the first marking left over ends it.
// That may take as many cases as the disjunctions have combinations; after a few the set is built nevertheless.
func (s *Space) somewhere(c *ctl.Checker, f *syntax.Formula) (engine.Result, error) {
	if s.Open.IsEmpty() {
		q := caseSplit{space: s, checker: c, cases: maxCases}
		found, err := q.some(s.Reached, []*syntax.Formula{f})
		switch {
		case err != nil:
			return engine.Unknown, err
		case found:
			return engine.Holds, nil
		case q.cases > 0:
			return engine.Fails, nil
		}
	}
	b, err := c.Sat(f)
	if err != nil {
		return engine.Unknown, err
	}
	return within(!b.Must.IsEmpty(), !b.May.IsEmpty() || !s.Open.IsEmpty()), nil
}

// maxCases is how many combinations of disjuncts somewhere tries.
const maxCases = 100

// A caseSplit is one search of somewhere.
type caseSplit struct {
	space   *Space
	checker *ctl.Checker
	cases   int // still to be tried; at 0, an answer of false says nothing
}

// some tells whether all of the formulas hold in some marking of set.
func (q *caseSplit) some(set mdd.Set, all []*syntax.Formula) (bool, error) {
	literals, splits := sorted(all)
	for _, f := range literals {
		part, err := q.restrict(set, f)
		if err != nil || part.IsEmpty() {
			return false, err
		}
		set = part
	}
	if len(splits) == 0 {
		return true, nil
	}
	rest := splits[1:]
	for _, f := range splits[0].Args {
		if q.cases == 0 {
			return false, nil
		}
		q.cases--
		found, err := q.some(set, append(slices.Clone(rest), f))
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// sorted takes conjunctions apart and returns what cannot be split, the cheapest first, and the disjunctions, those with few operands
// first.
func sorted(all []*syntax.Formula) (literals, splits []*syntax.Formula) {
	for todo := slices.Clone(all); len(todo) > 0; {
		f := todo[0]
		todo = todo[1:]
		switch f.Op {
		case syntax.And:
			todo = append(todo, f.Args...)
		case syntax.Or:
			splits = append(splits, f)
		default:
			literals = append(literals, f)
		}
	}
	cost := func(f *syntax.Formula) int {
		if f.Temporal() {
			return 1000
		}
		return len(f.Terms) + len(f.Transitions)
	}
	slices.SortStableFunc(literals, func(f, g *syntax.Formula) int { return cost(f) - cost(g) })
	slices.SortStableFunc(splits, func(f, g *syntax.Formula) int { return len(f.Args) - len(g.Args) })
	return literals, splits
}

// restrict returns the markings of set in which f holds, which is neither a conjunction nor a disjunction.
func (q *caseSplit) restrict(set mdd.Set, f *syntax.Formula) (mdd.Set, error) {
	switch f.Op {
	case syntax.Compare, syntax.Enabled:
		return atoms{q.space, set}.Sat(f)
	case syntax.Not:
		if g := f.Args[0]; g.Op == syntax.Enabled {
			part, err := atoms{q.space, set}.Sat(g)
			if err != nil {
				return part, err
			}
			return set.Minus(part), nil
		}
	}
	b, err := q.checker.Sat(f)
	if err != nil {
		return set, err
	}
	return set.Intersect(b.Must), nil
}
