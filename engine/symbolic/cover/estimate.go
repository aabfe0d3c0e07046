package cover

import (
	"math"
	"math/big"
	"math/bits"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
	"brim/petri/structure"
)

// Estimates of sums of tokens, from bounds of single places, invariants and limits.

// A span holds the least and the largest number that tokens or a sum may be: endless where there is no largest,
// −endless where there is no least. From endless to endless is what grows beyond every number.
type span struct{ least, most int64 }

const endless = petri.Omega

// An estimate of markings tells of each place how many tokens it may hold.
type estimate struct {
	net    *petri.Net
	tokens func(place int) span
	ranges *structure.Ranges // of sums in all the markings, nil if only the tokens of single places are known
}

// near estimates the markings close enough to a limit: those that equal it on the places without Omega and have enough
// tokens on the others.
func near(net *petri.Net, limit petri.Marking) estimate {
	return estimate{net: net, tokens: func(p int) span { return span{limit[p], limit[p]} }}
}

// below estimates the markings with at most the given tokens, and exactly as many on the pinned places.
func below(net *petri.Net, most petri.Marking, pinned []bool) estimate {
	return estimate{net: net, tokens: func(p int) span {
		if pinned != nil && pinned[p] {
			return span{most[p], most[p]}
		}
		return span{0, most[p]}
	}}
}

// holds reports whether f, which has no path operators, holds in all the markings, or in none, as far as its operands
// tell one by one.
func (e estimate) holds(f *syntax.Formula) engine.Result {
	switch f.Op {
	case syntax.True, syntax.False:
		return engine.Decided(f.Op == syntax.True)
	case syntax.Compare:
		return e.compare(f)
	case syntax.Enabled:
		r := engine.Fails
		for _, t := range f.Transitions {
			if r = r.Or(e.enabled(t.Index)); r == engine.Holds {
				break
			}
		}
		return r
	case syntax.Deadlock:
		r := engine.Fails
		for t := range e.net.Transitions {
			if r = r.Or(e.enabled(t)); r == engine.Holds {
				break
			}
		}
		return r.Negate()
	}
	return connect(f, e.holds)
}

// enabled reports whether transition t is enabled in all the markings, or in none.
func (e estimate) enabled(t int) engine.Result {
	r := engine.Holds
	for _, a := range e.net.Transitions[t].Pre {
		switch x := e.tokens(a.Place); {
		case x.most < a.Weight:
			return engine.Fails
		case x.least < a.Weight:
			r = engine.Unknown
		}
	}
	for _, a := range e.net.Transitions[t].Inhibit {
		switch x := e.tokens(a.Place); {
		case x.least >= a.Weight:
			return engine.Fails
		case x.most >= a.Weight:
			r = engine.Unknown
		}
	}
	return r
}

// compare is holds for a comparison.
func (e estimate) compare(f *syntax.Formula) engine.Result {
	x := e.sum(f.Terms)
	r := x.compare(f)
	if r != engine.Unknown || e.ranges == nil {
		return r
	}
	// Only that can hold everywhere which holds in the initial marking, so one end of the range decides but for
	// equations.
	rel := f.Rel
	if !engine.Eval(e.net, f, e.net.Initial()) {
		rel = rel.Negate()
	}
	at := near(e.net, e.net.Initial()).sum(f.Terms)
	if rel == syntax.Less || rel == syntax.LessEqual || rel == syntax.Equal || rel == syntax.NotEqual &&
		at.most < f.Const {
		x.most = min(x.most, e.most(f.Terms))
	}
	if rel == syntax.Greater || rel == syntax.GreaterEqual || rel == syntax.Equal && x.most == f.Const ||
		rel == syntax.NotEqual && at.least > f.Const {
		x.least = max(x.least, e.least(f.Terms))
	}
	return x.compare(f)
}

// compare tells what a comparison is where the sum is anything in x.
func (x span) compare(f *syntax.Formula) engine.Result {
	under := func(x int64) bool { return x == -endless || x < f.Const }
	over := func(x int64) bool { return x == endless || x > f.Const }
	less, more := engine.Between(under(x.most), under(x.least)), engine.Between(over(x.least), over(x.most))
	switch f.Rel {
	case syntax.Less:
		return less
	case syntax.LessEqual:
		return more.Negate()
	case syntax.Greater:
		return more
	case syntax.GreaterEqual:
		return less.Negate()
	}
	same := engine.Between(less == engine.Fails && more == engine.Fails, less != engine.Holds && more != engine.Holds)
	if f.Rel == syntax.NotEqual {
		return same.Negate()
	}
	return same
}

// least returns what a sum is nowhere below, by the ranges; −endless if they do not tell.
func (e estimate) least(terms []syntax.Term) int64 {
	switch n := e.ranges.Least(split(terms)); {
	case n == nil || n.Cmp(big.NewInt(-endless)) <= 0:
		return -endless
	case n.Cmp(big.NewInt(endless)) >= 0:
		return endless - 1
	default:
		return n.Int64()
	}
}

// most returns what a sum is nowhere above, by the ranges; endless if they do not tell.
func (e estimate) most(terms []syntax.Term) int64 {
	switch n := e.ranges.Most(split(terms)); {
	case n == nil || n.Cmp(big.NewInt(endless)) >= 0:
		return endless
	case n.Cmp(big.NewInt(-endless)) <= 0:
		return -endless + 1
	default:
		return n.Int64()
	}
}

// split returns the places of terms and their weights.
func split(terms []syntax.Term) (places []int, weights []int64) {
	for _, t := range terms {
		places, weights = append(places, t.Place.Index), append(weights, t.Weight)
	}
	return places, weights
}

// sum returns what the weighted sum of the places lies between, as far as these tell one by one. Numbers beyond 64 bits
// make it unknown.
func (e estimate) sum(terms []syntax.Term) span {
	total := span{}
	for _, t := range terms {
		x := e.tokens(t.Place.Index)
		least, ok1 := times(t.Weight, x.least)
		most, ok2 := times(t.Weight, x.most)
		if t.Weight < 0 {
			least, most = most, least
		}
		var ok3, ok4 bool
		total.least, ok3 = plus(total.least, least, -endless)
		total.most, ok4 = plus(total.most, most, endless)
		if !ok1 || !ok2 || !ok3 || !ok4 {
			return span{-endless, endless}
		}
	}
	return total
}

// times returns w·x; ok is false beyond 64 bits.
func times(w, x int64) (product int64, ok bool) {
	switch {
	case x == endless && w > 0:
		return endless, true
	case x == endless && w < 0:
		return -endless, true
	}
	over, p := bits.Mul64(uint64(max(w, -w)), uint64(x))
	if over != 0 || p >= uint64(endless) || w == math.MinInt64 {
		return 0, false
	}
	if w < 0 {
		return -int64(p), true
	}
	return int64(p), true
}

// plus returns x + y, or the endless one of them; of two that are endless in different directions, the one that wins.
// ok is false beyond 64 bits.
func plus(x, y, wins int64) (sum int64, ok bool) {
	switch {
	case x == wins || y == wins:
		return wins, true
	case x == -wins || y == -wins:
		return -wins, true
	case y > 0 && x >= endless-y || y < 0 && x <= -endless-y:
		return 0, false
	}
	return x + y, true
}

// connect returns the result of a connective from those of its operands, as far as these settle it one by one.
func connect(f *syntax.Formula, of func(*syntax.Formula) engine.Result) engine.Result {
	switch f.Op {
	case syntax.Not:
		return of(f.Args[0]).Negate()
	case syntax.And:
		r := engine.Holds
		for _, g := range f.Args {
			if r = r.And(of(g)); r == engine.Fails {
				break
			}
		}
		return r
	case syntax.Or:
		r := engine.Fails
		for _, g := range f.Args {
			if r = r.Or(of(g)); r == engine.Holds {
				break
			}
		}
		return r
	case syntax.Implies:
		return of(f.Args[0]).Negate().Or(of(f.Args[1]))
	case syntax.Iff:
		a, b := of(f.Args[0]), of(f.Args[1])
		if a == engine.Unknown || b == engine.Unknown {
			return engine.Unknown
		}
		return engine.Decided(a == b)
	}
	panic("symbolic: connect: " + f.Op.String())
}
