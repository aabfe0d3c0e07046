package model

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/petri"
)

// What holds after a firing, as a formula about the marking before it.

// mostAfter is how many comparisons may replace EX f or AX f.
const mostAfter = 500

// After returns a formula without enabled( ) that holds in each marking in which firing transition t would lead to a
// marking with f, which has no path operators. It returns nil if f has deadlock or a number is too large.
func After(net *petri.Net, t int, f *syntax.Formula) *syntax.Formula {
	delta := map[int]int64{}
	for e := range net.Transitions[t].Effects() {
		delta[e.Place] = e.Delta
	}
	exact := true
	after := OnPlaces(net, f).Map(func(pool *syntax.Pool, g *syntax.Formula) *syntax.Formula {
		if g.Op != syntax.Compare {
			exact = exact && g.Op != syntax.Deadlock
			return pool.Copy(g)
		}
		by, ok := change(g, delta)
		h, err := pool.Compare(syntax.Sum{Terms: g.Terms}, g.Rel, syntax.Constant(g.Const-by))
		if exact = exact && ok && err == nil && g.Const > -1<<61 && g.Const < 1<<61; !exact {
			return pool.Copy(g)
		}
		return h
	})
	if !exact {
		return nil
	}
	return f.Pool().Copy(after)
}

// change returns what a firing adds to the sum of a comparison, and whether that is small.
func change(f *syntax.Formula, delta map[int]int64) (by int64, small bool) {
	small = true
	for _, term := range f.Terms {
		d := delta[term.Place.Index]
		small = small && max(term.Weight, -term.Weight, d, -d) < 1<<20
		by += term.Weight * d
	}
	return by, small
}

// WithoutNext returns a formula with the same truth in all markings in which EX f and AX f are replaced where f has no
// path operators and that takes not too many comparisons: some transition is enabled after which f holds. Transitions
// that do the same to the sums in f are one case.
func WithoutNext(net *petri.Net, f *syntax.Formula) *syntax.Formula {
	done := map[*syntax.Formula]*syntax.Formula{}
	var without func(f *syntax.Formula) *syntax.Formula
	without = func(f *syntax.Formula) *syntax.Formula {
		if !f.Temporal() {
			return f
		}
		if g, ok := done[f]; ok {
			return g
		}
		pool := f.Pool()
		args := make([]*syntax.Formula, len(f.Args))
		for i, x := range f.Args {
			args[i] = without(x)
		}
		g := pool.Make(f.Op, args...)
		switch {
		case g.Op == syntax.EX && !args[0].Temporal():
			if h := someNext(net, args[0]); h != nil {
				g = h
			}
		case g.Op == syntax.AX && !args[0].Temporal():
			if h := someNext(net, syntax.NNF(pool.Not(args[0]))); h != nil {
				g = pool.Not(h)
			}
		}
		done[f] = g
		return g
	}
	return without(f)
}

// someNext returns a formula without path operators that is EX f, nil if that is too large.
func someNext(net *petri.Net, f *syntax.Formula) *syntax.Formula {
	var sums []*syntax.Formula
	for g := range OnPlaces(net, f).All() {
		if g.Op == syntax.Compare {
			sums = append(sums, g)
		}
	}
	cases := map[string][]syntax.Ref{}
	var order []string
	for t := range net.Transitions {
		delta := map[int]int64{}
		for e := range net.Transitions[t].Effects() {
			delta[e.Place] = e.Delta
		}
		changes := make([]int64, len(sums))
		for i, g := range sums {
			changes[i], _ = change(g, delta)
		}
		key := fmt.Sprint(changes)
		if cases[key] == nil {
			if order = append(order, key); len(order)*(len(sums)+1) > mostAfter {
				return nil
			}
		}
		cases[key] = append(cases[key], syntax.Ref{Index: t, Name: net.Transitions[t].Name})
	}
	pool := f.Pool()
	var any []*syntax.Formula
	for _, key := range order {
		after := After(net, cases[key][0].Index, f)
		if after == nil {
			return nil
		}
		any = append(any, pool.And(pool.Enabled(cases[key]...), after))
	}
	return pool.Or(any...)
}
