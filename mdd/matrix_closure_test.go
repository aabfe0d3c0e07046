package mdd

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Slow twins of Matrix.Closure: by squaring, where paths double their length in each round, and by single steps.
func (m Matrix) closureBySquares() Matrix {
	for {
		next := m.Union(m.Compose(m))
		if next.Equal(m) {
			return m
		}
		m = next
	}
}

func (m Matrix) closureBySteps() Matrix {
	all, last := m, m
	for !last.IsEmpty() {
		last = last.Compose(m).Minus(all)
		all = all.Union(last)
	}
	return all
}

// knights returns the moves of a knight on a board of n × n squares.
func knights(f *Forest, n int) Matrix {
	line := make([]int, n)
	for i := range line {
		line[i] = i
	}
	along := func(level, by int) Step {
		return Step{level, Shift{Min: max(0, -by), Below: n - max(0, by), Delta: by}}
	}
	moves := f.NoPairs()
	for _, by := range []int{-1, 1} {
		for _, across := range []int{-2, 2} {
			moves = moves.Union(f.Steps([][]int{line, line}, along(1, by), along(2, across)))
			moves = moves.Union(f.Steps([][]int{line, line}, along(1, across), along(2, by)))
		}
	}
	return moves
}

// tokens returns the moves of tokens in a ring of stations, a level each, with room for most tokens. Each move leaves
// other stations alone.
func tokens(f *Forest, most int) (moves []Matrix) {
	all := make([]int, most+1)
	for i := range all {
		all[i] = i
	}
	values := make([][]int, f.levels)
	for k := range values {
		values[k] = all
	}
	for k := 1; k <= f.levels; k++ {
		moves = append(moves, f.Steps(values, Step{k, Shift{Min: 1, Delta: -1}},
			Step{k%f.levels + 1, Shift{Below: most, Delta: 1}}))
	}
	return moves
}

func unionOf(f *Forest, list []Matrix) Matrix {
	all := f.NoPairs()
	for _, m := range list {
		all = all.Union(m)
	}
	return all
}

// ringMatrix returns the moves of tokens in a ring of stations as one matrix.
func ringMatrix(stations, most int, o Options) Matrix {
	f := New(stations, o)
	return unionOf(f, tokens(f, most))
}

// Saturation, squaring and single steps give the same closure. That of the ring leads from each state to those with the
// same number of tokens.
func TestClosures(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 100))
	for _, o := range everyOption {
		for name, relation := range map[string]func() Matrix{
			"knights": func() Matrix { return knights(New(2, o), 6) },
			"tokens":  func() Matrix { return ringMatrix(4, 2, o) },
			"pairs": func() Matrix {
				f := New(4, o)
				m := f.NoPairs()
				for range 3 { // on two levels each
					k := 1 + rng.IntN(3)
					m = m.Union(f.MatrixOf([]int{k, k + 1}, func(yield func(from, to []int) bool) {
						for range 6 {
							yield([]int{rng.IntN(3), rng.IntN(3)}, []int{rng.IntN(3), rng.IntN(3)})
						}
					}))
				}
				return m
			},
		} {
			m := relation()
			c := m.Closure()
			if !c.Equal(m.closureBySquares()) || !c.Equal(m.closureBySteps()) {
				t.Errorf("%v: %s: three closures differ", o, name)
			}
			if err := c.check(); err != nil {
				t.Errorf("%v: %s: %v", o, name, err)
			}
			if name == "tokens" { // C(s, n) states with n tokens are 1, 4, 10, 16, 19, 16, 10, 4, 1 for 0 … 8 of them
				all := []int{0, 1, 2}
				want := int64(4*4 + 10*10 + 16*16 + 19*19 + 16*16 + 10*10 + 4*4)
				if got := c.From(m.f.Box([][]int{all, all, all, all})).Count().Int64(); got != want {
					t.Errorf("%v: the closure of tokens has %d pairs, want %d", o, got, want)
				}
			}
			m.f.Close()
		}
	}
}

// A matrix for each two cells, and one for all, lead to the 9!/2 positions of the 8-puzzle.
func TestPuzzleByMatrices(t *testing.T) {
	f := New(9, Options{})
	defer f.Close()
	moves, _ := slides(f)
	matrices, one := f.NewRelation(), f.NewRelation()
	for _, m := range moves {
		matrices.AddMatrix(m)
	}
	one.AddMatrix(unionOf(f, moves))
	solved := f.Tuple(1, 2, 3, 4, 5, 6, 7, 8, 0)
	all := one.Saturate(solved)
	if got := all.Count().Int64(); got != 181_440 {
		t.Errorf("%d positions, want %d", got, 181_440)
	}
	if !testing.Short() && !matrices.Saturate(solved).Equal(all) {
		t.Error("other positions with an event for each two cells")
	}
}

// BenchmarkClosure closes relations in three ways.
func BenchmarkClosure(b *testing.B) {
	for _, model := range []struct {
		name string
		make func() Matrix
	}{
		{"knights/squares=400", func() Matrix { return knights(New(2, Options{}), 20) }},
		{"knights/squares=6400", func() Matrix { return knights(New(2, Options{}), 80) }},
		{"tokens/stations=8", func() Matrix { return ringMatrix(8, 2, Options{}) }},
		{"tokens/stations=12", func() Matrix { return ringMatrix(12, 2, Options{}) }},
	} {
		for _, way := range []struct {
			name  string
			close func(Matrix) Matrix
		}{{"saturation", Matrix.Closure}, {"squares", Matrix.closureBySquares}, {"steps", Matrix.closureBySteps}} {
			if way.name == "squares" && model.name == "tokens/stations=12" {
				continue // takes minutes
			}
			b.Run(fmt.Sprintf("relation=%s/by=%s", model.name, way.name), func(b *testing.B) {
				for b.Loop() {
					m := model.make()
					way.close(m)
					b.ReportMetric(float64(m.f.Stats().PeakNodes), "nodes")
					b.ReportMetric(float64(m.f.Stats().Lookups), "lookups")
					m.f.Close()
				}
			})
		}
	}
}
