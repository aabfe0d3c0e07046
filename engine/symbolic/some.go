package symbolic

import (
	"math"
	"slices"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
)

// This file finds out whether a formula holds in some marking, case by case, without the set of the formula.

// satisfiable reports whether f, in existential form, holds in some marking of the space.
//
// The set of a large Boolean formula can be far larger than the space: a disjunction of comparisons of places on
// distant levels multiplies what they have to remember. So the set is not built at first. The search is a DPLL-style
// split [DLL62]: the reached markings are cut down by one literal after the other, disjunctions are split into cases,
// and the first marking left over ends it. There may be as many cases as the disjunctions have combinations; after
// maxCases the set is built nevertheless.
func (s *Space) satisfiable(c *ctl.Checker, f *syntax.Formula) (engine.Result, error) {
	q := caseSplit{space: s, checker: c, cases: maxCases}
	found, err := q.some(s.Reached, []*syntax.Formula{f})
	switch {
	case err != nil:
		return engine.Unknown, err
	case found || q.cases > 0:
		return engine.Between(found, !s.Open.IsEmpty()), nil
	}
	set, err := c.Must(f)
	if err != nil || !set.IsEmpty() {
		return engine.Between(err == nil, true), err
	}
	set, err = c.May(f)
	return engine.Between(false, err != nil || !set.IsEmpty() || !s.Open.IsEmpty()), err
}

// maxCases is how many combinations of disjuncts satisfiable tries.
const maxCases = 100

// A caseSplit is one search of satisfiable.
type caseSplit struct {
	space   *Space
	checker *ctl.Checker
	cases   int // still to be tried; at 0, an answer of false says nothing
}

// some reports whether all of the formulas hold in some marking of set. It first restricts the set to the markings that
// satisfy the literals, and then splits the smallest disjunction into cases, one by one. When the allowed number of
// cases is used up, the answer is false, which then means nothing; see q.cases.
func (q *caseSplit) some(set mdd.Set, all []*syntax.Formula) (bool, error) {
	literals, splits := apart(all)
	for i, f := range ctl.Sorted(literals) {
		if i == len(literals)-1 && len(splits) == 0 && f.Op == syntax.Compare {
			return q.exists(set, f)
		}
		part, err := q.checker.Within(set, f)
		if err != nil || part.IsEmpty() {
			return false, err
		}
		set = part
	}
	if len(splits) == 0 {
		return true, nil
	}
	slices.SortStableFunc(splits, func(f, g *syntax.Formula) int { return len(f.Args) - len(g.Args) })
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

// exists reports whether the comparison f holds in some marking of set, which is not empty. For all but equations the
// largest value of the sum, or the least, tells, so no set is built.
func (q *caseSplit) exists(set mdd.Set, f *syntax.Formula) (bool, error) {
	for lo, hi := range f.Rel.Ranges(f.Const) {
		if lo != math.MinInt64 && hi != math.MaxInt64 {
			part, err := q.checker.Within(set, f)
			return err == nil && !part.IsEmpty(), err
		}
		sum, end := Weights(f.Terms), lo
		if lo == math.MinInt64 {
			end = -max(hi, -math.MaxInt64) // sums have 62 bits
			for i := range sum {
				sum[i].Weight = -sum[i].Weight
			}
		}
		most, err := q.space.Model.MaxWeighted(set, sum)
		if err != nil || most >= end {
			return err == nil, err
		}
	}
	return false, nil
}

// apart takes conjunctions apart and returns the disjunctions, and what cannot be split.
func apart(all []*syntax.Formula) (literals, splits []*syntax.Formula) {
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
	return literals, splits
}
