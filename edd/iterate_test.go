package edd_test

import (
	"slices"
	"testing"

	"brim/edd"
	"brim/mdd"
)

// All lists what Layers has, each layer in the order of its set.
func TestAllListsLayers(t *testing.T) {
	eachNet(t, func(t *testing.T, s *scene) {
		g := s.f.NewSaturator(s.model.Moves, edd.Budgeted).Bounded(s.f.Zero(s.model.Init), s.bound)
		for i, g := range []edd.Func{g, g.Plus(3), g.Min(s.f.Zero(g.Border(s.bound)))} {
			expectAll(t, g)
			if t.Failed() {
				t.Errorf("function %d", i)
				return
			}
		}
	})
}

// expectAll compares All with Layers.
func expectAll(t *testing.T, g edd.Func) {
	t.Helper()
	type pair struct {
		d      int
		values []int
	}
	var want, got []pair
	for d, layer := range g.Layers() {
		for values := range layer.All() {
			want = append(want, pair{d, values})
		}
	}
	for d, values := range g.All() {
		got = append(got, pair{d, values})
	}
	if !slices.EqualFunc(got, want, func(a, b pair) bool { return a.d == b.d && slices.Equal(a.values, b.values) }) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Distances with gaps: the sum over the levels of 0, 2 or 100.
func TestAllWithGaps(t *testing.T) {
	f := edd.New(mdd.New(7, mdd.Options{}), edd.Options{})
	defer f.Close()
	g := f.Zero(f.Sets().Tuple(make([]int, 7)...))
	for k := range 7 {
		sum := f.Infinity()
		for v, d := range []int{0, 2, 100} {
			part := f.Infinity()
			for old, values := range g.All() {
				values[k] = v
				part = part.Min(f.Zero(f.Sets().Tuple(values...)).Plus(old + d))
			}
			sum = sum.Min(part)
		}
		g = sum
	}
	if got := g.Support().Count(); got.Int64() != 2187 {
		t.Fatalf("%v tuples, want 2187", got)
	}
	expectAll(t, g)
}

// The loop may end early, slices belong to the caller, and the forest may be used and collected meanwhile.
func TestAllLeavesTheForestFree(t *testing.T) {
	sets := mdd.New(2, mdd.Options{})
	f := edd.New(sets, edd.Options{CollectEvery: 1})
	defer f.Close()
	r := sets.NewRelation()
	for k := 1; k <= 2; k++ {
		r.Add(mdd.Step{Level: k, Effect: mdd.Shift{Delta: 1}})
	}
	i := 0
	for d, values := range f.NewSaturator(r, edd.Budgeted).Bounded(f.Zero(sets.Tuple(0, 0)), 50).All() {
		if values[0]+values[1] != d {
			t.Fatalf("%v at distance %d", values, d)
		}
		clear(values)
		f.Zero(sets.Tuple(i, d))
		if i++; i == 100 {
			break
		}
	}
	if i != 100 {
		t.Errorf("the loop ended after %d tuples", i)
	}
}
