package ctl_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/mdd"
)

var checkers = flag.Int("checkers", 60, "random relations of TestForever")

// The tuples from which a path stays in a set are those of the plain greatest fixed point, whatever sets the checker
// was asked for before: what it keeps of these is only a short cut. Some sets are parts of earlier ones, and there are
// more than it keeps. Events that are said to recur may be too many.
func TestForever(t *testing.T) {
	var some, none, whole int
	for seed := range uint64(*checkers) {
		rng := rand.New(rand.NewPCG(seed, 132))
		f := mdd.New(3, mdd.Options{Rule: mdd.Rule(seed % 2)})
		r := randomRelation(rng, f)
		universe := r.Saturate(f.Tuple(rng.IntN(6), rng.IntN(6), rng.IntN(6)))
		paths := []syntax.Paths{syntax.Maximal, syntax.Infinite}[rng.IntN(2)]
		c := ctl.New(r, universe, nil, paths)
		c.Recurring = func(events []bool) []bool { return events }
		ends := f.Empty()
		if paths == syntax.Maximal {
			ends = r.Dead(universe)
		}
		part := universe
		for range 80 {
			if rng.IntN(4) == 0 {
				part = universe
			}
			level, out := 1+rng.IntN(3), rng.IntN(6)
			part = part.Minus(part.Where(level, func(v int) bool { return v == out }))
			want := part
			for again := true; again; {
				smaller := part.Intersect(r.PreImage(want)).Union(part.Intersect(ends)).Intersect(want)
				again, want = !smaller.Equal(want), smaller
			}
			if got := c.Forever(part); !got.Equal(want) {
				t.Fatalf("seed %d: %v tuples of %v, want %v", seed, got.Count(), part.Count(), want.Count())
			}
			if c.Stays(part) == want.IsEmpty() {
				t.Fatalf("seed %d: Stays is %v, want %v", seed, want.IsEmpty(), !want.IsEmpty())
			}
			switch {
			case want.IsEmpty():
				none++
			case want.Equal(part):
				whole++
			default:
				some++
			}
		}
		f.Close()
	}
	if min(some, none, whole) < 10 {
		t.Errorf("%d parts, %d empty and %d whole sets; want more of each", some, none, whole)
	}
}

// randomRelation returns a relation of shifts on values up to 5.
func randomRelation(rng *rand.Rand, f *mdd.Forest) *mdd.Relation {
	r := f.NewRelation()
	for range 1 + rng.IntN(6) {
		var steps []mdd.Step
		for k := 1; k <= 3; k++ {
			delta := rng.IntN(5) - 2
			shift := mdd.Shift{Min: max(0, -delta) + rng.IntN(2), Below: 6 - max(0, delta), Delta: delta}
			if rng.IntN(3) > 0 && shift.Below > shift.Min {
				steps = append(steps, mdd.Step{Level: k, Effect: shift})
			}
		}
		r.Add(steps...)
	}
	return r
}
