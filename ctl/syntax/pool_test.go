package syntax

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Tests of pools: equal formulas are one.

// Equal formulas are the same pointer.
func TestEqualFormulasAreOne(t *testing.T) {
	p := NewPool()
	read := func(text string) *Formula {
		f, err := p.Parse(text, "", testNames())
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, same := range [][]string{
		{"p", "p >= 1", "p + q >= 1 + q", "2*p - p >= 1"},
		{"p & q & r", "(p & q) & r", "p & (q & r)"},
		{"enabled(t1, t2)", "enabled(t2, t1, t2)"},
		{"E(p U q)", "E[p U q]"},
		{"p = q", "p - q = 0", "0 + 2*p = q + p"},
	} {
		for _, text := range same[1:] {
			if read(text) != read(same[0]) {
				t.Errorf("%s and %s are not one formula", same[0], text)
			}
		}
	}
	different := []string{
		"p", "p > 1", "p >= 2", "2*p >= 1", "q", "true", "false", "deadlock", "enabled(t1)", "enabled(t1, t2)", "!p",
		"EX p", "EF p",
		"p & q", "q & p", "p | q", "p -> q", "p <-> q", "E(p U q)", "A(p U q)", "E(q U p)", "p = q", "p = 2*q",
		"p + q = 0",
	}
	for i, a := range different {
		for _, b := range different[:i] {
			if read(a) == read(b) {
				t.Errorf("%s and %s are one formula", a, b)
			}
		}
	}
	if f := read("(p | EX q) & EF(p | EX q)"); f.Size() != 6 {
		t.Errorf("%v has the size %d, expected 6: p, q, EX q, |, EF, &", f, f.Size())
	}
}

// A formula does not change with the slices that it was made of.
func TestPoolKeepsNoSliceOfTheCaller(t *testing.T) {
	p := NewPool()
	ts := []Ref{{0, "t"}, {1, "u"}}
	args := []*Formula{p.Deadlock(), p.Bool(true)}
	f, g := p.Enabled(ts...), p.And(args...)
	ts[0], args[0] = Ref{7, "x"}, p.Bool(false)
	if f.String() != "enabled(t, u)" || g.String() != "deadlock & true" {
		t.Errorf("got %v and %v", f, g)
	}
}

// All visits each formula once, after its operands.
func TestAllYieldsOperandsFirst(t *testing.T) {
	f, err := Parse("AG((p -> EX q) & !EX q)", "", testNames())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for g := range f.All() {
		got = append(got, g.String())
		if g.Temporal() != strings.ContainsAny(g.String(), "XG") {
			t.Errorf("%v: temporal is %t", g, g.Temporal())
		}
	}
	want := []string{"p >= 1", "q >= 1", "EX(q >= 1)", "p >= 1 -> EX(q >= 1)", "!EX(q >= 1)",
		"(p >= 1 -> EX(q >= 1)) & !EX(q >= 1)", "AG((p >= 1 -> EX(q >= 1)) & !EX(q >= 1))"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Make panics for operands that make no formula.
func TestMisuse(t *testing.T) {
	p, o := NewPool(), NewPool()
	for want, f := range map[string]func(){
		"syntax: Make: operands of different pools": func() { p.And(p.Deadlock(), o.Deadlock()) },
		"syntax: Make: EU with 1 operands":          func() { p.Make(EU, p.Deadlock()) },
		"syntax: Make: enabled with 0 operands":     func() { p.Make(Enabled) },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

// Negate and Swap agree with Holds.
func TestRelations(t *testing.T) {
	for r := range relationCount {
		for a := int64(-1); a <= 1; a++ {
			if r.Holds(a, 0) == r.Negate().Holds(a, 0) || r.Holds(a, 0) != r.Swap().Holds(0, a) {
				t.Errorf("%d %v 0 does not fit its negation or its swap", a, r)
			}
		}
		if s, ok := relation(r.String()); !ok || s != r {
			t.Errorf("%v reads back as %v, %t", r, s, ok)
		}
	}
}
