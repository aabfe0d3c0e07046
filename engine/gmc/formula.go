package gmc

import (
	"slices"

	"brim/ctl/syntax"

	"github.com/dalzilio/rudd"
)

// A compiler makes diagrams of formulas without path operators.
type compiler struct {
	d        *diagrams
	deadlock func() rudd.Node
	enabled  []rudd.Node                     // by transition
	compare  func(*syntax.Formula) rudd.Node // a comparison
	done     map[*syntax.Formula]rudd.Node
}

func (c *compiler) formula(f *syntax.Formula) rudd.Node {
	if n, ok := c.done[f]; ok {
		return n
	}
	var args []rudd.Node
	for _, g := range f.Args {
		args = append(args, c.formula(g))
	}
	n := c.operator(f, args)
	c.done[f] = n
	return n
}

// operator returns the diagram of f from those of its operands.
func (c *compiler) operator(f *syntax.Formula, args []rudd.Node) rudd.Node {
	d := c.d
	switch f.Op {
	case syntax.False, syntax.True:
		return d.From(f.Op == syntax.True)
	case syntax.Not:
		return d.not(args[0])
	case syntax.And:
		n := d.True()
		for _, a := range args {
			n = d.and(n, a)
		}
		return n
	case syntax.Or:
		n := d.False()
		for _, a := range args {
			n = d.or(n, a)
		}
		return n
	case syntax.Implies:
		return d.or(d.not(args[0]), args[1])
	case syntax.Iff:
		return d.iff(args[0], args[1])
	case syntax.Deadlock:
		return c.deadlock()
	case syntax.Enabled:
		n := d.False()
		for _, t := range f.Transitions {
			n = d.or(n, c.enabled[t.Index])
		}
		return n
	}
	return c.compare(f)
}

// A term of a sum counts where its diagram is true.
type term struct {
	n      rudd.Node
	weight total
}

// compare makes the diagram of a comparison of a sum from its last term up. A diagram of what is left of the terms is
// made once for each sum of those before.
func compare(d *diagrams, terms []term, r syntax.Relation, constant int64) rudd.Node {
	slices.SortStableFunc(terms, func(a, b term) int { return d.top(a.n) - d.top(b.n) })
	type rest struct {
		term int
		sum  total
	}
	done := map[rest]rudd.Node{}
	var from func(x rest) rudd.Node
	from = func(x rest) rudd.Node {
		if d.stopped != nil || x.term == len(terms) {
			return d.From(x.sum.holds(r, constant))
		}
		if n, ok := done[x]; ok {
			return n
		}
		t := terms[x.term]
		without := from(rest{x.term + 1, x.sum})
		with := from(rest{x.term + 1, x.sum.add(t.weight)})
		n := d.ite(t.n, with, without)
		done[x] = n
		return n
	}
	return from(rest{})
}

// A total is a sum of fewer than 2^32 numbers of 64 bits, or of fewer times powers of two: high·2^32 + low, with 0 ≤
// low < 2^32.
type total struct{ high, low int64 }

func (t total) plus(w int64) total { return t.add(total{w >> 32, w & (1<<32 - 1)}) }

func (t total) add(u total) total {
	low := t.low + u.low
	return total{t.high + u.high + low>>32, low & (1<<32 - 1)}
}

// times returns t·2^shift, for a shift of at most 20.
func (t total) times(shift int) total {
	low := t.low << shift
	return total{t.high<<shift + low>>32, low & (1<<32 - 1)}
}

// holds compares with a constant.
func (t total) holds(r syntax.Relation, constant int64) bool {
	c := total{}.plus(constant)
	if t.high != c.high {
		return r.Holds(t.high, c.high)
	}
	return r.Holds(t.low, c.low)
}
