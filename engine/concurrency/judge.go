package concurrency

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/structure"
)

// This file decides which conditions on markings the relation excludes, and why.

const (
	mostSteps = 20_000 // operands that are looked at for one condition
	mostTerms = 1_000  // of a sum, in which places are compared in pairs
	farthest  = 1 << 62
)

// A Judge knows conditions that no reachable marking of a net satisfies. It belongs to one goroutine.
type Judge struct {
	net      *petri.Net
	relation *structure.Concurrency
	steps    int
	reasons  map[structure.Exclusion]bool // of the last condition
}

// New returns a judge who knows the relation of a net.
func New(net *petri.Net, relation *structure.Concurrency) *Judge {
	return &Judge{net: net, relation: relation, reasons: map[structure.Exclusion]bool{}}
}

// Never reports whether it is certain that no reachable marking satisfies f, which has no path operators. Cost: the
// choices of operands of disjunctions, up to a limit.
func (j *Judge) Never(f *syntax.Formula) bool {
	j.steps = 0
	clear(j.reasons)
	return !j.possible([]*syntax.Formula{syntax.NNF(f)}, nil)
}

// Reasons returns the exclusions that the last answer of Never rests on, if it was true.
func (j *Judge) Reasons() []structure.Exclusion {
	return slices.SortedFunc(maps.Keys(j.reasons), func(a, b structure.Exclusion) int {
		return cmp.Or(compare(a[0], b[0]), compare(a[1], b[1]))
	})
}

func compare(a, b structure.Level) int {
	return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Tokens, b.Tokens))
}

// together reports whether levels are concurrent. If they are not, it notes that.
func (j *Judge) together(a, b structure.Level) bool {
	if j.relation.Together(a, b) {
		return true
	}
	if compare(a, b) > 0 {
		a, b = b, a
	}
	j.reasons[structure.Exclusion{a, b}] = true
	return false
}

// possible reports whether a marking may have some levels and satisfy some formulas, in the form of syntax.NNF: whether
// a choice of operands of the disjunctions asks for levels that are concurrent.
func (j *Judge) possible(todo []*syntax.Formula, have []structure.Level) bool {
	if j.steps++; j.steps > mostSteps || len(todo) == 0 {
		return true
	}
	f, rest := todo[len(todo)-1], todo[:len(todo)-1]
	with := func(more ...*syntax.Formula) bool { return j.possible(append(slices.Clone(rest), more...), have) }
	switch f.Op {
	case syntax.False:
		return false
	case syntax.And:
		return with(f.Args...)
	case syntax.Or:
		return slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool { return with(g) })
	case syntax.Enabled:
		return slices.ContainsFunc(f.Transitions, func(t syntax.Ref) bool {
			return j.allows(have, j.conditions(t.Index), rest)
		})
	case syntax.Compare:
		if f.Const < -farthest || f.Const > farthest {
			return with() // sums may be larger than 64 bits
		}
		for lo, hi := range f.Rel.Ranges(f.Const) {
			if j.between(f.Terms, lo, hi, rest, have) {
				return true
			}
		}
		return false
	}
	return with() // true, and what says that transitions are disabled
}

// conditions returns the levels that a transition needs.
func (j *Judge) conditions(t int) (list []structure.Level) {
	for _, a := range j.net.Transitions[t].Pre {
		list = append(list, structure.Level{Place: a.Place, Tokens: a.Weight})
	}
	return list
}

// allows is possible with some levels more.
func (j *Judge) allows(have, more []structure.Level, todo []*syntax.Formula) bool {
	all := slices.Clone(have)
	for _, a := range more {
		all = append(all, a)
		for _, b := range all {
			if j.steps++; !j.together(a, b) {
				return false
			}
		}
	}
	return j.possible(todo, all)
}

// between is possible with a sum between lo and hi.
func (j *Judge) between(terms []syntax.Term, lo, hi int64, todo []*syntax.Formula, have []structure.Level) bool {
	if len(terms) == 1 {
		a := level(terms[0], least(terms[0].Weight, lo, hi))
		if a.Tokens < 1 {
			return j.possible(todo, have)
		}
		return j.allows(have, []structure.Level{a}, todo)
	}
	if most, ok := j.Most(terms); ok && most < lo {
		return false
	}
	if lo < 1 || len(terms) > mostTerms {
		return j.possible(todo, have)
	}
	// one of the places with a positive weight has a token
	return slices.ContainsFunc(terms, func(t syntax.Term) bool {
		return t.Weight > 0 && j.allows(have, []structure.Level{level(t, 1)}, todo)
	})
}

// level says that the place of a term has so many tokens.
func level(t syntax.Term, tokens int64) structure.Level {
	return structure.Level{Place: t.Place.Index, Tokens: tokens}
}

// least returns how many tokens a place has at least if a multiple of them is between lo and hi.
func least(weight, lo, hi int64) int64 {
	if weight < 0 {
		if weight == math.MinInt64 || hi == math.MinInt64 {
			return 0
		}
		weight, lo = -weight, -hi
	}
	if lo < 1 || weight == 0 {
		return 0
	}
	return (lo-1)/weight + 1
}

// Most returns a number that a sum does not exceed, and whether there is one: places that exclude each other count with
// the largest weight.
func (j *Judge) Most(terms []syntax.Term) (int64, bool) {
	if len(terms) > mostTerms {
		return 0, false
	}
	var list []syntax.Term
	for _, t := range terms {
		one, two := level(t, 1), level(t, 2)
		switch {
		case t.Weight <= 0 || !j.together(one, one):
		case j.together(two, two) || t.Weight > math.MaxInt64/mostTerms:
			return 0, false
		default:
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(a, b syntax.Term) int { return cmp.Compare(b.Weight, a.Weight) })
	sum := int64(0)
	for len(list) > 0 {
		group := list[:1:1]
		sum += list[0].Weight
		list = slices.DeleteFunc(slices.Clone(list[1:]), func(t syntax.Term) bool {
			apart := !slices.ContainsFunc(group, func(u syntax.Term) bool {
				return j.together(level(t, 1), level(u, 1))
			})
			if apart {
				group = append(group, t)
			}
			return apart
		})
	}
	return sum, true
}
