package mdd

import (
	"math"
	"math/big"
	"slices"
	"testing"
)

// MaxBigSum is MaxSum, and exact where that passes 64 bits.
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

// Few large values cost no more than few small ones.
func TestLargeValues(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	s := f.Tuple(MaxValue, 5).Union(f.Tuple(MaxValue-2, 0))
	got := s.AllValues()
	if want := [][]int{{MaxValue - 2, MaxValue}, {0, 5}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("AllValues: got %v, want %v", got, want)
	}
	if got := s.Extents(); !slices.Equal(got, []Interval{{MaxValue - 2, MaxValue}, {0, 5}}) {
		t.Errorf("Extents: got %v", got)
	}
}
