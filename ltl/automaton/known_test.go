package automaton

import (
	"context"
	"errors"
	"testing"

	"brim/ctl/syntax"
	"brim/ltl"
)

// Formulas whose smallest automata are known.
func TestKnown(t *testing.T) {
	d := newDrawer(0, 3)
	p, q, r := d.prop(0), d.prop(1), d.prop(2)
	unary := func(op syntax.Op) func(*syntax.Formula) *syntax.Formula {
		return func(f *syntax.Formula) *syntax.Formula { return d.pool.Make(op, f) }
	}
	X, F, G, not := unary(syntax.X), unary(syntax.F), unary(syntax.G), unary(syntax.Not)
	U := func(f, g *syntax.Formula) *syntax.Formula { return d.pool.Make(syntax.U, f, g) }
	many := func(n int) *syntax.Formula { // G F p for many p, of which a plain tableau expands all subsets
		list := make([]*syntax.Formula, n)
		for i := range list {
			list[i] = G(F(d.prop(i)))
		}
		return d.pool.And(list...)
	}
	for _, c := range []struct {
		path          *syntax.Formula
		states, marks int
		class         Class
	}{
		{d.pool.Bool(true), 1, 0, Terminal},
		{d.pool.Bool(false), 1, 0, Terminal},
		{d.pool.And(p, not(p)), 1, 0, Terminal},
		{p, 2, 0, Terminal},
		{X(p), 3, 0, Terminal},
		{F(p), 2, 1, Terminal},
		{U(p, q), 2, 1, Terminal},
		{G(p), 1, 0, Weak},
		{not(U(p, q)), 2, 0, Weak},
		{G(F(p)), 1, 1, Strong},
		{F(G(p)), 2, 1, Weak},
		{d.pool.And(G(F(p)), G(F(q)), G(F(r))), 1, 3, Strong},
		{many(9), 1, 9, Strong},
		{G(d.pool.Make(syntax.Implies, p, F(q))), 2, 1, Strong},
	} {
		a := of(t, ltl.NNF(c.path))
		if len(a.States) != c.states || a.Marks != c.marks || a.Class() != c.class {
			t.Errorf("%v has %d states, %d marks and is %v; expected %d, %d and %v", c.path, len(a.States), a.Marks,
				a.Class(),
				c.states, c.marks, c.class)
		}
	}
}

// A formula beyond a limit is an error that names the limit.
func TestLimits(t *testing.T) {
	d := newDrawer(0, 4)
	var all []*syntax.Formula
	for i := range 4 {
		all = append(all, d.pool.Make(syntax.F, d.prop(i)))
	}
	path := d.pool.And(all...)
	for what, limits := range map[string]Limits{"states": {States: 3}, "arcs": {Arcs: 3}, "propositions": {Props: 3}} {
		_, err := Of(t.Context(), path, limits)
		var limit *LimitError
		if !errors.As(err, &limit) || limit.What != what || limit.Most != 3 {
			t.Errorf("%v; expected the limit of %s", err, what)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Of(ctx, path, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v after it was cancelled", err)
	}
}

// A comparison and its negation are one proposition, and formulas that share no atoms stay whole.
func TestProps(t *testing.T) {
	pool := syntax.NewPool()
	compare := func(place int, rel syntax.Relation, n int64) *syntax.Formula {
		f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: place, Name: "p"}), rel, syntax.Constant(n))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	F, G := syntax.F, syntax.G
	for _, c := range []struct {
		path  *syntax.Formula
		props int
	}{
		{pool.And(pool.Make(F, compare(0, syntax.GreaterEqual, 1)), pool.Make(G, compare(1, syntax.Less, 1))), 2},
		{pool.Or(pool.Make(G, compare(0, syntax.GreaterEqual, 1)), pool.Make(G, compare(0, syntax.Less, 1))), 1},
		{pool.And(pool.Make(F, compare(0, syntax.Equal, 0)), pool.Make(F, compare(0, syntax.Greater, 0))), 1},
		{pool.Make(F, pool.And(compare(0, syntax.Equal, 1), compare(1, syntax.Equal, 1))), 1},
		{pool.Or(pool.Make(G, pool.And(compare(0, syntax.Equal, 1), compare(1, syntax.Equal, 1))),
			pool.Make(G, pool.Or(compare(0, syntax.NotEqual, 1), compare(1, syntax.NotEqual, 1)))), 1},
		{pool.And(pool.Make(F, pool.And(compare(0, syntax.Equal, 1), compare(1, syntax.Equal, 1))),
			pool.Make(F, compare(1, syntax.NotEqual, 1))), 2},
	} {
		if a := of(t, c.path); len(a.Props) != c.props {
			t.Errorf("%v has the propositions %v; expected %d", c.path, a.Props, c.props)
		}
	}
}
