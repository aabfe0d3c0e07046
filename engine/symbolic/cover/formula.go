package cover

import (
	"math"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri/encode"
)

// CTL on a cover: in which of the estimated markings a formula may hold, and where it surely does.

// Holds reports whether f holds in the initial marking, as far as that follows from what holds somewhere and what holds
// nowhere.
func (c *Cover) Holds(f *syntax.Formula, paths syntax.Paths) engine.Result {
	f = c.Simplify(f, paths)
	r := c.initially(f, paths)
	if r == engine.Unknown {
		c.notice(f)
	}
	return r
}

// mostNoticed is the largest number that a view tells apart because of a formula.
const mostNoticed = 64

// notice notes which numbers of tokens the comparisons of f tell apart.
func (c *Cover) notice(f *syntax.Formula) {
	for g := range f.All() {
		if g.Op == syntax.Compare {
			c.noticeOf(g)
		}
	}
}

// noticeOf is notice for a comparison.
func (c *Cover) noticeOf(f *syntax.Formula) {
	for _, t := range f.Terms {
		if t.Weight == 0 || t.Weight == math.MinInt64 || f.Const == math.MinInt64 {
			continue
		}
		n := f.Const / t.Weight
		if f.Rel == syntax.GreaterEqual || f.Rel == syntax.Less {
			n--
		}
		c.noticed[t.Place.Index] = max(c.noticed[t.Place.Index], sight(min(n, mostNoticed)))
	}
}

// initially is Holds for a formula that cannot be simplified.
func (c *Cover) initially(f *syntax.Formula, paths syntax.Paths) engine.Result {
	if !f.Temporal() {
		return engine.Decided(engine.Eval(c.Net, f, c.Net.Initial()))
	}
	if c.view != nil {
		if r := c.view.holds(f, paths); r != engine.Unknown {
			return r
		}
	}
	switch f.Op {
	case syntax.Not, syntax.And, syntax.Or, syntax.Implies, syntax.Iff:
		return connect(f, func(g *syntax.Formula) engine.Result { return c.initially(g, paths) })
	case syntax.EF:
		return c.eventually(f.Args[0], paths)
	case syntax.AG:
		return c.eventually(f.Pool().Not(f.Args[0]), paths).Negate()
	}
	return engine.Unknown
}

// eventually reports whether EF f holds in the initial marking. Where f has path operators it looks at the dead
// markings, in which these say nothing of other markings.
func (c *Cover) eventually(f *syntax.Formula, paths syntax.Paths) engine.Result {
	switch {
	case !f.Temporal():
		return c.somewhere(f)
	case paths == syntax.Maximal:
		p := f.Pool()
		return engine.Between(c.reached(p.And(p.Deadlock(), syntax.WhereDead(f))), true)
	}
	return engine.Unknown
}

// Simplify returns a formula that holds in the same reachable markings as f, in the given reading of paths: what is
// certain to hold in all of them, or in none, is replaced by a constant, if it has no path operators.
func (c *Cover) Simplify(f *syntax.Formula, paths syntax.Paths) *syntax.Formula {
	return syntax.Simplify(syntax.Constants(f, c.never), paths)
}

// somewhere reports whether f, which has no path operators, holds in some reachable marking.
func (c *Cover) somewhere(f *syntax.Formula) engine.Result {
	never := c.never(f)
	return engine.Between(!never && c.reached(f), !never)
}

// reached reports whether f certainly holds in some reachable marking.
func (c *Cover) reached(f *syntax.Formula) bool {
	for m := range c.limits.Limits() {
		if near(c.Net, m).holds(f) == engine.Holds {
			return true
		}
	}
	return false
}

// never reports whether f, which has no path operators, certainly holds in no reachable marking.
func (c *Cover) never(f *syntax.Formula) bool {
	never, known := c.missing[f]
	if !known {
		never = c.invariant().holds(f) == engine.Fails || c.uncovered(f) ||
			c.enlarged != nil && c.possible(c.enlarged.Reached, syntax.NNF(f)).IsEmpty() ||
			c.view != nil && c.view.never(f)
		c.missing[f] = never
	}
	return never
}

// uncovered reports whether f certainly holds in no marking that the limits cover, and these are all.
func (c *Cover) uncovered(f *syntax.Formula) bool {
	if !c.limits.Complete {
		return false
	}
	for m := range c.limits.Limits() {
		if below(c.Net, m, c.limits.Pinned).holds(f) != engine.Fails {
			return false
		}
	}
	return true
}

// possible returns the markings of set, a part of the enlarged state space, in which f holds for some numbers in place
// of Omega, and maybe more, since operands are looked at one by one. f is in the form of syntax.NNF.
func (c *Cover) possible(set mdd.Set, f *syntax.Formula) mdd.Set {
	none := set.Forest().Empty()
	switch f.Op {
	case syntax.True:
		return set
	case syntax.False:
		return none
	case syntax.And:
		for _, g := range f.Args {
			set = c.possible(set, g)
		}
		return set
	case syntax.Or:
		some := none
		for _, g := range f.Args {
			some = some.Union(c.possible(set, g))
		}
		return some
	case syntax.Compare:
		return c.possibleComparison(set, f)
	case syntax.Enabled:
		some := none
		for _, t := range f.Transitions {
			some = some.Union(c.enlarged.Model.All.Enabled(t.Index, set))
		}
		return some
	case syntax.Deadlock:
		for t := range c.Net.Transitions {
			set = c.possiblyDisabled(set, t)
		}
		return set
	case syntax.Not:
		switch g := f.Args[0]; g.Op {
		case syntax.Enabled:
			for _, t := range g.Transitions {
				set = c.possiblyDisabled(set, t.Index)
			}
			return set
		case syntax.Deadlock:
			return set.Minus(c.enlarged.Model.All.Dead(set))
		}
	}
	panic("symbolic: possible: " + f.String())
}

// possiblyDisabled returns the markings of set in which transition t may be disabled.
func (c *Cover) possiblyDisabled(set mdd.Set, t int) mdd.Set {
	some := set.Forest().Empty()
	x := &c.Net.Transitions[t]
	for _, a := range x.Pre {
		some = some.Union(c.sumBetween(set, []encode.Weighted{{Place: a.Place, Weight: 1}}, math.MinInt64, a.Weight-1))
	}
	for _, a := range x.Inhibit {
		some = some.Union(c.sumBetween(set, []encode.Weighted{{Place: a.Place, Weight: 1}}, a.Weight, math.MaxInt64))
	}
	return some
}

// possibleComparison is possible for a comparison.
func (c *Cover) possibleComparison(set mdd.Set, f *syntax.Formula) mdd.Set {
	sum, some := symbolic.Weights(f.Terms), set.Forest().Empty()
	for lo, hi := range f.Rel.Ranges(f.Const) {
		some = some.Union(c.sumBetween(set, sum, lo, hi))
	}
	return some
}

// sumBetween returns the markings of set in which a sum may lie between lo and hi; all if the numbers are too large to
// tell.
func (c *Cover) sumBetween(set mdd.Set, sum []encode.Weighted, lo, hi int64) mdd.Set {
	part, err := c.enlarged.Model.Possible(set, sum, lo, hi)
	if err != nil {
		return set
	}
	return part
}
