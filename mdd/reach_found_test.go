package mdd

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"brim/dd"
)

// Found never passes the number of reachable tuples, and comes to a part of it on the way. Tokens move freely between
// levels, so the number of markings is a binomial coefficient.
func TestFound(t *testing.T) {
	const levels, tokens = 16, 14
	for _, o := range everyOption {
		f := New(levels, o)
		r := f.NewRelation()
		for i := 1; i <= levels; i++ {
			for j := 1; j <= levels; j++ {
				if i != j {
					r.Add(Step{i, Shift{Min: 1, Delta: -1}}, Step{j, Shift{Delta: 1}})
				}
			}
		}
		if got := r.Found(); got != 0 {
			t.Errorf("%v before any run", got)
		}
		all := 1.0
		for i := 1.0; i < levels; i++ {
			all = all * (tokens + i) / i
		}
		var seen []float64
		start := make([]int, levels)
		start[0] = tokens
		err := f.Guard(context.Background(), Limits{Tick: func() { seen = append(seen, r.Found()) }},
			func() { r.Saturate(f.Tuple(start...)) })
		if err != nil {
			t.Fatal(err)
		}
		between := 0
		for _, x := range seen {
			if x < 0 || x > math.Log2(all)+1e-9 {
				t.Errorf("%v bits found, there are %v", x, math.Log2(all))
			}
			if x > 0 && x < math.Log2(all)-1 {
				between++
			}
		}
		if between == 0 {
			t.Errorf("no look at it on the way: %v", seen)
		}
		f.Close()
	}
}

// A tally of random sets agrees with Count, also where its table has grown.
func TestTally(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	f := New(24, Options{})
	defer f.Close()
	var memory dd.Scratch
	defer memory.Close()
	tally := newTally(f.s, &memory, 0)
	for size := 1; size <= 3000; size *= 3 {
		set := f.FromSeq(func(yield func([]int) bool) {
			for range size {
				tuple := make([]int, 24)
				for i := range tuple {
					tuple[i] = rng.IntN(3)
				}
				if !yield(tuple) {
					return
				}
			}
		})
		box := make([][]int, 24)
		for i := range box {
			box[i] = []int{0, 1, 2, 3, 4}[:1+rng.IntN(5)]
		}
		for _, s := range []Set{set, set.Union(f.Box(box))} {
			exact, _ := new(big.Float).SetInt(s.Count()).Float64()
			if got := tally.of(s.node()).log2(); math.Abs(got-math.Log2(exact)) > 1e-9 {
				t.Errorf("size %d: 2^%v tuples, want %v", size, got, s.Count())
			}
		}
	}
	if tally.n < 1000 {
		t.Errorf("only %d nodes", tally.n)
	}
}
