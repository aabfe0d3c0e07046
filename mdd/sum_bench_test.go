package mdd

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"
)

// BenchmarkMax measures sums over all tuples by folds, on few wide nodes with 93 thousand arcs and on many narrow ones
// with 9 thousand.
func BenchmarkMax(b *testing.B) {
	weight := func(level, value int) int64 { return int64(level*value%7) - 3 }
	bigWeight := func(level, value int) *big.Int { return big.NewInt(weight(level, value)) }
	for _, c := range []struct{ levels, tokens int }{{20, 100}, {1000, 3}} {
		f := New(c.levels, Options{})
		s := compositions(f, c.tokens)
		for _, q := range []struct {
			name string
			ask  func()
		}{
			{"MaxSum", func() { s.MaxSum(weight) }},
			{"MaxBigSum", func() { s.MaxBigSum(bigWeight) }},
			{"Heaviest", func() { s.Heaviest(weight) }},
			{"Probability", func() {
				s.Probability(func(level,
					value int) float64 {
					return 1 / float64(level+value)
				})
			}},
			{"Between", func() { s.Between(weight, math.MinInt64, 4).Release() }},
		} {
			b.Run(fmt.Sprintf("do=%s/levels=%d/tokens=%d", q.name, c.levels, c.tokens), func(b *testing.B) {
				for b.Loop() {
					q.ask()
				}
			})
		}
		f.Close()
	}
}

// BenchmarkCountMatrix counts the pairs of a matrix.
func BenchmarkCountMatrix(b *testing.B) {
	f := New(10, Options{})
	defer f.Close()
	s := compositions(f, 20)
	m := s.Cross(s)
	for b.Loop() {
		m.Count()
	}
}

// BenchmarkCountFold counts by Fold and by Weigh, for comparison with Count; see fold.
func BenchmarkCountFold(b *testing.B) {
	byFold := func(_ *Relation, s Set) {
		Fold(s, big.NewInt(1), func(_ int, arcs []Arc[*big.Int]) *big.Int {
			sum := new(big.Int)
			for _, a := range arcs {
				sum.Add(sum, a.Below)
			}
			return sum
		}, nil)
	}
	b.Run("wide", func(b *testing.B) { benchmarkWide(b, byFold) })
	b.Run("tall", func(b *testing.B) { benchmarkTall(b, byFold) })
	b.Run("by=Weigh/wide", func(b *testing.B) {
		benchmarkWide(b, func(_ *Relation, s Set) {
			base := make([]int, 20)
			for i := range base {
				base[i] = One
			}
			_, _ = s.Weigh(context.Background(), Weighing{Base: base}, Variant{})
		})
	})
	b.Run("by=Weigh/tall", func(b *testing.B) {
		benchmarkTall(b, func(_ *Relation, s Set) {
			base := make([]int, 10000)
			for i := range base {
				base[i] = One
			}
			_, _ = s.Weigh(context.Background(), Weighing{Base: base}, Variant{})
		})
	})
}
