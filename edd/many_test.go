package edd_test

import (
	"flag"
	"testing"

	"brim/edd"
	"brim/mdd"
)

var many = flag.Int("many", 3000, "how many saturators are made one after the other")

// Saturators that are dropped give their operations to later ones, which find none of their results.
func TestManySaturators(t *testing.T) {
	sets := mdd.New(2, mdd.Options{})
	defer sets.Close()
	f := edd.New(sets, edd.Options{})
	defer f.Close()
	start := f.Zero(sets.Tuple(0, 1))
	for i := range *many {
		r := sets.NewRelation()
		r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Below: 1, Delta: i%5 + 1}},
			mdd.Step{Level: 2, Effect: mdd.Shift{Min: 1, Delta: -1}})
		z := f.NewSaturator(r, edd.Versions()[i%4])
		want := start.Min(f.Zero(sets.Tuple(i%5+1, 0)).Plus(1))
		if got := z.Bounded(start, 3); !got.Equal(want) {
			t.Fatalf("saturator %d: %v tuples", i, got.Support().Count())
		}
		if got := z.Excluding(start, sets.Tuple(5, 0), 3); got.Equal(want) != (i%5 != 4) {
			t.Fatalf("saturator %d, without one: %v tuples", i, got.Support().Count())
		}
	}
}
