package mdd

import (
	"bytes"
	"context"
	"math/big"
	"sync"
	"testing"
)

// Queries of sets that make no set may run concurrently, as the package comment promises: a test for the race detector.
func TestQuestionsSideBySide(t *testing.T) {
	for _, o := range everyOption[:2] {
		f := New(4, o)
		s, other := ring(f).Saturate(f.Tuple(0, 5, 0, 0)), f.Tuple(1, 1, 1, 1)
		weight := func(_, v int) int64 { return int64(v) }
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				tuples := 0
				for range s.All() {
					tuples++
				}
				for range s.Each {
					tuples++
				}
				first, _ := s.Pick()
				_, heaviest, _ := s.Heaviest(weight)
				half := s.Probability(func(level, _ int) float64 { return []float64{0.5, 1}[min(level-1, 1)] })
				depth, _ := Fold(s, 0, func(_ int, arcs []Arc[int]) int { return arcs[0].Below + 1 }, nil)
				x, err := s.Index(context.Background(), Indexing{})
				if err != nil || x.Total().Int64() != 56 || heaviest != 5 || half != 28 || depth == 0 {
					t.Error("a wrong answer to a question about all tuples")
				}
				r, err := f.Reorder(context.Background(), Reordering{}, s, other)
				if err != nil || r.Sets[0].Count().Int64() != 56 || r.Sets[1].Count().Int64() != 1 {
					t.Error("reordered sets have other tuples")
				}
				sum, _ := s.MaxSum(weight)
				most, _ := s.MaxBigSum(func(_, v int) *big.Int { return big.NewInt(int64(v)) })
				_, highest, _ := s.Extent(2)
				var file, drawing bytes.Buffer
				if err := s.Save(&file); err != nil {
					t.Error(err)
				}
				if err := s.WriteDOT(&drawing, DOTOptions{}); err != nil {
					t.Error(err)
				}
				nodes := s.Nodes()
				for _, n := range s.Widths() {
					nodes -= n
				}
				if nodes != 0 {
					t.Errorf("%d nodes are on no level", nodes)
				}
				nodes = s.Nodes()
				if o.Rule == ZeroSuppressed {
					for range s.EachNode() {
						nodes--
					}
					if nodes != 0 {
						t.Errorf("%d nodes are not listed", nodes)
					}
				}
				// 5 tokens on 4 stations: 56 = C(8, 3)
				if s.Count().Int64() != 56 || tuples != 2*56 || sum != 5 || most.Int64() != 5 || highest != 5 ||
					s.IsEmpty() || s.Equal(other) ||
					!s.Contains(first...) || len(s.Values(1)) != 6 || s.Arcs() == 0 || len(s.Extents()) != 4 ||
					f.Levels() != 4 || f.Rule() != o.Rule || f.Stats().Nodes == 0 {
					t.Error("a wrong answer")
				}
			})
		}
		wg.Wait()
		f.Close()
	}
}
