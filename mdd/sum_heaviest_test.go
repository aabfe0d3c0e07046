package mdd

import (
	"math"
	"slices"
	"testing"
)

// Heaviest finds the first tuple with the largest sum, for all sets.
func TestHeaviestExhaustively(t *testing.T) {
	weights := []func(level, value int) int64{
		func(level, value int) int64 { return int64((level*7+value*5)%11 - 4) },
		func(_, value int) int64 { return -int64(value) },
		func(int, int) int64 { return 0 }, // the first of all
	}
	eachWorld(t, func(t *testing.T, w *world) {
		for m, s := range w.sets {
			for i, weight := range weights {
				var want []int
				most := int64(math.MinInt64)
				for _, values := range w.list(m) {
					sum := int64(0)
					for k, v := range values {
						sum += weight(k+1, v)
					}
					if sum > most {
						want, most = values, sum
					}
				}
				got, sum, ok := s.Heaviest(weight)
				if ok != (m != 0) || ok && (sum != most || !slices.Equal(got, want)) {
					t.Fatalf("weights %d of %v: got %v with %d, want %v with %d", i, w.list(m), got, sum, want, most)
				}
			}
		}
	})
}
