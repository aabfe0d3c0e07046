package edd_test

import (
	"flag"
	"testing"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
)

var wide = flag.Bool("wide", false, "run tests that need the real widths of packed fields: millions of things, half "+
	"a minute")

// W1: distances are right where the handles of chains pass the range of an operation's extra operand. Event i adds
// their number to value i of level 2, and i mod 7 + 1 to level 1; no two have a chain in common.
func TestManyChains(t *testing.T) {
	const collide = (dd.MaxOperand + 1) / 2 // events, of two chains each
	if !*wide && collide > 1000 {
		t.Skip("a million chains: needs -wide, or the tag narrow")
	}
	const events = collide + 10
	sets := mdd.New(2, mdd.Options{})
	defer sets.Close()
	f := edd.New(sets, edd.Options{})
	defer f.Close()
	r := sets.NewRelation()
	var before, after [][]int
	for i := 1; i <= events; i++ {
		r.Add(mdd.Step{Level: 2, Effect: mdd.Shift{Min: i, Below: i + 1, Delta: events}},
			mdd.Step{Level: 1, Effect: mdd.Shift{Below: 20 + i, Delta: i%7 + 1}})
		if i <= 10 || i > collide {
			for v := range 10 {
				before = append(before, []int{v, i})
				after = append(after, []int{v + i%7 + 1, i + events})
			}
		}
	}
	start, moved := f.Zero(sets.Tuples(before)), f.Zero(sets.Tuples(after)).Plus(1)
	want, out := start.Min(moved), sets.Tuple(9, events+5)
	for _, version := range edd.Versions() {
		z := f.NewSaturator(r, version)
		if got := z.Bounded(start, 3); !got.Equal(want) {
			t.Errorf("%v: %v tuples, want %v", version, got.Support().Count(), want.Support().Count())
		}
		got := z.Excluding(start, out, 3).Support()
		if n := want.Support().Minus(out); !got.Equal(n) {
			t.Errorf("%v, without one: %v tuples, want %v", version, got.Count(), n.Count())
		}
	}
}
