package gmc

import (
	"brim/ctl/syntax"

	"github.com/dalzilio/rudd"
)

// A compiler makes diagrams of formulas without path operators.
type compiler struct {
	net  *Net
	done map[*syntax.Formula]rudd.Node
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

func (c *compiler) operator(f *syntax.Formula, args []rudd.Node) rudd.Node {
	d := c.net.d
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
		return d.or(d.and(args[0], args[1]), d.not(d.or(args[0], args[1])))
	case syntax.Deadlock:
		n := d.True()
		for _, e := range c.net.enabled {
			n = d.and(n, d.not(e))
		}
		return n
	case syntax.Enabled:
		n := d.False()
		for _, t := range f.Transitions {
			n = d.or(n, c.net.enabled[t.Index])
		}
		return n
	}
	return c.comparison(f)
}

// comparison makes the diagram of a comparison from its last place up. A diagram of what is left of the terms is made once for each sum of those before.
func (c *compiler) comparison(f *syntax.Formula) rudd.Node {
	type rest struct {
		term int
		sum  total
	}
	done := map[rest]rudd.Node{}
	var from func(r rest) rudd.Node
	from = func(r rest) rudd.Node {
		if r.term == len(f.Terms) {
			return c.net.d.From(r.sum.holds(f.Rel, f.Const))
		}
		if n, ok := done[r]; ok {
			return n
		}
		t := f.Terms[r.term]
		without := from(rest{r.term + 1, r.sum})
		with := from(rest{r.term + 1, r.sum.plus(t.Weight)})
		n := c.net.d.ite(c.net.now(t.Place.Index), with, without)
		done[r] = n
		return n
	}
	return from(rest{})
}

// A total is a sum of fewer than 2^32 numbers of 64 bits: high·2^32 + low, with 0 ≤ low < 2^32.
type total struct{ high, low int64 }

func (t total) plus(w int64) total {
	t.high += w >> 32
	t.low += w & (1<<32 - 1)
	return total{t.high + t.low>>32, t.low & (1<<32 - 1)}
}

// holds compares with a constant.
func (t total) holds(r syntax.Relation, constant int64) bool {
	c := total{}.plus(constant)
	if t.high != c.high {
		return r.Holds(t.high, c.high)
	}
	return r.Holds(t.low, c.low)
}
