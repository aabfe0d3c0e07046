package edd_test

import (
	"context"
	"errors"
	"testing"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
)

// Distances at the limits of their range.

// Finite distances stay below Infinity, and no sum wraps around.
func TestPlusAtTheLimit(t *testing.T) {
	f := newForest(1, edd.Options{})
	defer closeBoth(f)
	const most = edd.Infinity - 1
	at := func(v, d int) edd.Func { return f.Zero(f.Sets().Tuple(v)).Plus(d) }
	g := at(0, 0).Min(at(1, most-5))
	if h := g.Plus(5); h.At(0) != 5 || h.At(1) != most || h.Largest() != most {
		t.Errorf("got %d and %d, want 5 and %d", h.At(0), h.At(1), most)
	}
	for _, d := range []int{6, most, 1 << 40} {
		if got := panicOf(func() { g.Plus(d) }); got == "" {
			t.Errorf("Plus(%d) gives %d and %d", d, g.Plus(d).At(0), g.Plus(d).At(1))
		}
	}
	h := at(2, most) // many sums of small parts
	for range 10 {
		if got := panicOf(func() { h = h.Min(g).Plus(6) }); got != "edd: Plus: distance 2147483652, expected 0 to "+
			"2147483646" {
			t.Errorf("got the panic %q", got)
		}
	}
}

// Counters of 30 bits, the bits of the lowest places at the lowest levels, count from 0 to 2³⁰−1. Together they are as
// many steps away as they have counted, so three of them pass the bound but not 32 bits, and five pass these.
func TestSumsBeyondTheBound(t *testing.T) {
	const top = 1<<30 - 1
	for _, counters := range []int{1, 3, 5} {
		f := newForest(30*counters, edd.Options{})
		r := f.Sets().NewRelation()
		for c := range counters {
			for i := range 30 {
				steps := []mdd.Step{{Level: i*counters + c + 1, Effect: mdd.Shift{Below: 1, Delta: 1}}}
				for j := range i {
					steps = append(steps, mdd.Step{Level: j*counters + c + 1, Effect: mdd.Shift{Min: 1, Delta: -1}})
				}
				r.Add(steps...)
			}
		}
		state := func(counts ...int) []int {
			values := make([]int, 30*counters)
			for c, n := range counts {
				for i := range 30 {
					values[i*counters+c] = n >> i & 1
				}
			}
			return values
		}
		start := f.Zero(f.Sets().Tuple(state()...))
		const bound = edd.Infinity - 1
		var g edd.Func
		err := f.Guard(context.Background(), dd.Limits{},
			func() { g = f.NewSaturator(r, edd.Approx).Bounded(start, bound) })
		if counters == 5 {
			if limit := (*dd.LimitError)(nil); !errors.As(err, &limit) || limit.Kind != "distances" {
				t.Errorf("got %v, want a limit of distances", err)
			}
			closeBoth(f)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, counts := range [][]int{
			{0}, {5}, {1 << 29}, {top}, {top, top}, {top, top, 1}, {top, top, top}, {top, top - 7, 7},
			{top, top - 7, 8}, {1, 2, 3},
		} {
			if len(counts) > counters {
				continue
			}
			want := 0
			for _, n := range counts {
				want += n
			}
			if want > bound {
				want = edd.Infinity
			}
			if got := g.At(state(counts...)...); got != want {
				t.Errorf("%d counters: %v has distance %d, want %d", counters, counts, got, want)
			}
		}
		closeBoth(f)
	}
}
