package unfold_test

import (
	"testing"

	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

// TestCoarsenByHand has nets whose classes can be counted.
func TestCoarsenByHand(t *testing.T) {
	bound := func(v int) *coloured.Term {
		return &coloured.Term{Op: coloured.Bound, Sort: coloured.Open, Value: int64(v)}
	}
	colour := func(c int64) *coloured.Term {
		return &coloured.Term{Op: coloured.Colour, Sort: coloured.Open, Value: c}
	}
	op := func(o coloured.Op, args ...*coloured.Term) *coloured.Term {
		return &coloured.Term{Op: o, Sort: coloured.Open, Args: args}
	}
	all := op(coloured.All)
	twice := &coloured.Term{Op: coloured.Times, Sort: coloured.Open, Value: 2, Args: []*coloured.Term{bound(0)}}
	compare := func(test coloured.Test, left, right *coloured.Term) *coloured.Guard {
		return &coloured.Guard{Test: test, Left: left, Right: right}
	}
	three := func(b *coloured.Builder) (s int) { // a sort of three colours, with the variables 0 to 2
		s = b.Range("S", "", 0, 2)
		for _, v := range []string{"x", "y", "z"} {
			b.Variable(v, "", s)
		}
		return s
	}
	for _, c := range []struct {
		name                string
		build               func(b *coloured.Builder, s int)
		places, transitions int
	}{
		{"votes", func(b *coloured.Builder, s int) { // of all into two boxes: who votes does not matter
			b.Initial(b.Place("voters", s), all)
			b.Place("yes", s)
			b.Place("no", s)
			for p, name := range []string{"", "aye", "nay"} {
				if p > 0 {
					b.Input(0, b.Transition(name), bound(0))
					b.Output(p-1, p, bound(0))
				}
			}
		}, 3, 2},
		{"two of a kind", func(b *coloured.Builder, s int) { // are one kind or another
			b.Initial(b.Place("p", s), all)
			b.Input(0, b.Transition("t"), twice)
		}, 3, 3},
		{"two of any kind", func(b *coloured.Builder, s int) {
			b.Initial(b.Place("p", s), all)
			b.Input(0, b.Transition("t"), op(coloured.Sum, bound(0), bound(1)))
		}, 1, 1},
		{"two of different kinds", func(b *coloured.Builder, s int) {
			b.Initial(b.Place("p", s), all)
			b.Input(0, b.Transition("t"), op(coloured.Sum, bound(0), bound(1)))
			b.Guard(0, compare(coloured.Unequal, bound(0), bound(1)))
		}, 3, 3}, // bindings of the same effect count once
		{"the last one", func(b *coloured.Builder, s int) { // is told from the others
			b.Initial(b.Place("p", s), all)
			b.Input(0, b.Transition("t"), bound(0))
			b.Guard(0, compare(coloured.Equal, bound(0), colour(2)))
		}, 2, 1},
		{"any other", func(b *coloured.Builder, s int) { // there is one whatever x is, so x is no matter
			b.Initial(b.Place("p", s), all)
			b.Input(0, b.Transition("t"), bound(0))
			b.Guard(0, compare(coloured.Unequal, bound(0), bound(1)))
		}, 1, 1},
		{"a larger one", func(b *coloured.Builder, s int) { // there is one unless x is the last
			b.Initial(b.Place("p", s), all)
			b.Input(0, b.Transition("t"), bound(0))
			b.Guard(0, compare(coloured.Less, bound(0), bound(1)))
		}, 2, 1},
		{"the same one", func(b *coloured.Builder, s int) { // y is another name of x
			b.Initial(b.Place("p", s), all)
			b.Place("q", s)
			b.Input(0, b.Transition("t"), bound(0))
			b.Output(0, 1, bound(1))
			b.Guard(0, compare(coloured.Equal, bound(0), bound(1)))
		}, 2, 1},
		{"a table", func(b *coloured.Builder, s int) { // says which pairs are taken: 0 with 1, 1 with 2
			b.Initial(b.Place("p", s), all)
			b.Initial(b.Place("q", s), all)
			table := b.Place("table", b.Product("P", "", s, s))
			b.Initial(table, op(coloured.Sum, op(coloured.Tuple, colour(0), colour(1)),
				op(coloured.Tuple, colour(1), colour(2))))
			tr, pair := b.Transition("t"), op(coloured.Tuple, bound(0), bound(1))
			b.Input(0, tr, bound(0))
			b.Input(1, tr, bound(1))
			b.Input(table, tr, pair)
			b.Output(tr, table, pair)
		}, 3 + 3 + 2, 2},
		{"a list", func(b *coloured.Builder, s int) { // from which any is copied
			list := b.Place("list", s)
			b.Initial(list, all)
			b.Place("copy", s)
			tr := b.Transition("t")
			b.Input(list, tr, bound(0))
			b.Output(tr, list, bound(0))
			b.Output(tr, 1, bound(0))
		}, 2 + 1, 1}, // the one that stands for all, and the others that are not read
		{"a row", func(b *coloured.Builder, s int) { // has all with the same x
			row := b.Place("row", b.Product("P", "", s, s))
			b.Initial(row, op(coloured.Tuple, all, all))
			b.Input(row, b.Transition("t"), op(coloured.Tuple, all, bound(0)))
		}, 9, 3},
		{"the same one from a list", func(b *coloured.Builder, s int) { // any but the first
			b.Initial(b.Place("p", s), colour(0))
			list := b.Place("list", s)
			b.Initial(list, all)
			draw := b.Transition("draw")
			b.Input(0, draw, colour(0))
			b.Output(draw, 0, bound(0))
			look := b.Transition("look")
			b.Guard(look, &coloured.Guard{Test: coloured.And, Args: []*coloured.Guard{
				compare(coloured.Equal, bound(0), bound(1)), compare(coloured.Unequal, bound(0), colour(0)),
			}})
			b.Input(0, look, bound(0))
			b.Input(list, look, bound(1))
			b.Output(look, list, bound(1))
		}, 2 + 2, 2 + 1},
		{"a short list", func(b *coloured.Builder, s int) { // from which 1 is copied; 0 is waited for, and is not on it
			list := b.Place("list", s)
			b.Initial(list, op(coloured.Difference, all, colour(0)))
			b.Place("copy", s)
			b.Place("never", s)
			tr := b.Transition("t")
			b.Guard(tr, compare(coloured.Less, bound(0), colour(2)))
			b.Input(list, tr, bound(0))
			b.Output(tr, list, bound(0))
			b.Output(tr, 1, bound(0))
			b.Input(1, b.Transition("wait"), colour(0))
			b.Output(1, 2, colour(0))
		}, 2 + 1, 1},
	} {
		b := coloured.NewBuilder(c.name)
		c.build(b, three(b))
		net, err := b.Net()
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		coarse, err := unfold.Coarsen(t.Context(), net, unfold.Keep{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		u, err := coarse.Unfold(t.Context(), unfold.Options{Merge: true})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if p, x := len(u.Net.Places), len(u.Net.Transitions); p != c.places || x != c.transitions {
			t.Errorf("%s: %d places and %d transitions, expected %d and %d", c.name, p, x, c.places, c.transitions)
		}
		if r := bisimilar(t, net, unfold.Keep{}); r.err != nil {
			t.Errorf("%s: %v", c.name, r.err)
		}
	}
}
