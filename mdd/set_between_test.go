package mdd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Between agrees with a filter by the sum of weights.
func TestBetweenAgrees(t *testing.T) {
	seed := uint64(0)
	eachScene(t, 20, func(t *testing.T, c *scene) {
		seed++
		rng := rand.New(rand.NewPCG(seed, 3))
		set := c.randomTuples(rng, 1+rng.IntN(9))
		weights := make([][5]int64, c.f.Levels())
		for k := range weights {
			for v := range weights[k] {
				weights[k][v] = int64(rng.IntN(9)) - 3
			}
		}
		weight := func(level, v int) int64 { return weights[level-1][v] }
		for range 6 {
			lo := int64(rng.IntN(20)) - 8
			hi := lo + int64(rng.IntN(6))
			switch rng.IntN(5) {
			case 0:
				lo = math.MinInt64
			case 1:
				hi = math.MaxInt64
			}
			want := set.Filter(func(values []int) bool {
				sum := int64(0)
				for k, v := range values {
					sum += weights[k][v]
				}
				return lo <= sum && sum <= hi
			})
			c.same(t, "Between", set.Set(c.f).Between(weight, lo, hi), want)
		}
		if !set.Set(c.f).Between(weight, 1, 0).IsEmpty() {
			t.Error("an empty interval has tuples")
		}
	})
}

// Bounds stay bounds when weights are subtracted, also at the ends of 64 bits.
func TestMinusBound(t *testing.T) {
	for _, c := range []struct{ bound, w, want int64 }{
		{5, 3, 2}, {5, -3, 8},
		{math.MaxInt64, 3, math.MaxInt64}, {math.MinInt64, -3, math.MinInt64},
		{math.MaxInt64 - 1, -3, math.MaxInt64}, {math.MinInt64 + 1, 3, math.MinInt64},
	} {
		if got := minus(c.bound, c.w); got != c.want {
			t.Errorf("%d − %d: got %d, want %d", c.bound, c.w, got, c.want)
		}
	}
}
