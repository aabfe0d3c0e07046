package mdd

import (
	"math"
	"math/big"
	"slices"
	"testing"
)

// MaxBigSum agrees with the sums of all tuples, also where MaxSum passes 64 bits.
func TestMaxBigSum(t *testing.T) {
	eachScene(t, 100, func(t *testing.T, c *scene) {
		s := c.r.Image(c.set).Union(c.set)
		for _, times := range []int64{1, math.MaxInt64 / 40} {
			weight := func(level, value int) *big.Int {
				w := big.NewInt(int64((level*7+value*5)%11 - 4))
				return w.Mul(w, big.NewInt(times))
			}
			var want *big.Int
			for values := range s.All() {
				sum := new(big.Int)
				for i, v := range values {
					sum.Add(sum, weight(i+1, v))
				}
				if want == nil || sum.Cmp(want) > 0 {
					want = sum
				}
			}
			got, ok := s.MaxBigSum(weight)
			if ok != (want != nil) || ok && got.Cmp(want) != 0 {
				t.Errorf("MaxBigSum of %v: got %v, %v, want %v", slices.Collect(s.All()), got, ok, want)
			}
		}
	})
}
