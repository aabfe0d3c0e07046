package mdd

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// Benchmarks of counting, of making and releasing sets, of far values, and of events.

// compositions returns all ways to spread a number of tokens over the levels: wide nodes, with about levels·tokens²/2
// arcs.
func compositions(f *Forest, tokens int) Set {
	s := f.s
	mark := s.Mark()
	below := s.Grow(tokens + 1) // by number of tokens below the current level, the node
	s.Put(below, unit)
	for k := 1; k <= f.levels; k++ {
		here := s.Grow(tokens + 1)
		for rest := range tokens + 1 {
			if k == f.levels && rest < tokens {
				continue
			}
			p := s.Grow(rest + 1)
			for v := range rest + 1 {
				s.Put(p+v, s.At(below+rest-v))
			}
			s.Put(here+rest, f.make(k, 0, p))
		}
		copy(s.Words(below, tokens+1), s.Words(here, tokens+1))
		s.Release(here)
	}
	top := s.At(below + tokens)
	s.Release(mark)
	return f.set(top)
}

// ring returns the relation by which tokens walk around, one level further each time.
func ring(f *Forest) *Relation {
	r := f.NewRelation()
	for k := 1; k <= f.levels; k++ {
		r.Add(Step{k, Shift{Min: 1, Delta: -1}}, Step{k%f.levels + 1, Shift{Delta: 1}})
	}
	return r
}

// The sets of the benchmarks are those that tokens in a ring reach.
func TestCompositions(t *testing.T) {
	for _, o := range everyOption {
		f := New(6, o)
		r := ring(f)
		if got := r.Saturate(f.Tuple(0, 0, 7, 0, 0, 0)); !got.Equal(compositions(f, 7)) {
			t.Errorf("%v: %v tuples are reached, expected %v", o.Rule, got.Count(), compositions(f, 7).Count())
		}
		f.Close()
	}
}

// Few nodes with many arcs: 16 000 nodes, 6.1 million arcs, numbers of 128 bits.
func benchmarkWide(b *testing.B, run func(r *Relation, s Set)) {
	f := New(20, Options{})
	defer f.Close()
	r, s := ring(f), compositions(f, 800)
	for b.Loop() {
		run(r, s)
	}
}

func BenchmarkCountWide(b *testing.B) { benchmarkWide(b, func(_ *Relation, s Set) { s.Count() }) }

func BenchmarkCountEnabledWide(b *testing.B) {
	benchmarkWide(b, func(r *Relation, s Set) { r.CountEnabled(s) })
}

func BenchmarkExtentsWide(b *testing.B) { benchmarkWide(b, func(_ *Relation, s Set) { s.Extents() }) }

func BenchmarkDeadWide(b *testing.B) {
	benchmarkWide(b, func(r *Relation, s Set) { r.Only(func(int) bool { return true }).Dead(s) })
}

// Many levels: 30 000 nodes, 40 000 arcs, numbers of 7 000 bits and more, events between neighbours and one around.
func benchmarkTall(b *testing.B, run func(r *Relation, s Set)) {
	f := New(10000, Options{Rule: QuasiReduced})
	defer f.Close()
	r, s := f.NewRelation(), noTwoOnes(f)
	for k := 1; k <= f.levels; k++ {
		r.Add(Step{k, Shift{Min: 1, Delta: -1}}, Step{k%f.levels + 1, Shift{Below: 1, Delta: 1}})
		r.Add(Step{k, Shift{Below: 1, Delta: 1}})
	}
	for b.Loop() {
		run(r, s)
	}
}

func BenchmarkCountTall(b *testing.B) { benchmarkTall(b, func(_ *Relation, s Set) { s.Count() }) }

func BenchmarkCountEnabledTall(b *testing.B) {
	benchmarkTall(b, func(r *Relation, s Set) { r.CountEnabled(s) })
}

func BenchmarkDeadTall(b *testing.B) {
	benchmarkTall(b, func(r *Relation, s Set) { r.Only(func(int) bool { return true }).Dead(s) })
}

// BenchmarkRemembered repeats a union that the computed table has, with different numbers of live sets: what it
// measures is a lookup and the handle of the result.
func BenchmarkRemembered(b *testing.B) {
	for _, c := range []struct {
		name string
		do   func(x, y Set) Set
	}{{"union", Set.Union}, {"intersect", Set.Intersect}, {"minus", Set.Minus}} {
		for _, live := range []int{1, 1_000_000} {
			b.Run(fmt.Sprintf("operation=%s/sets=%d", c.name, live), func(b *testing.B) {
				f := New(10, Options{})
				defer f.Close()
				sets := manySets(f, live)
				x, y := compositions(f, 20), compositions(f, 21)
				result := c.do(x, y)
				if live > 1 {
					f.Collect() // the table of roots lets go of it
					result = c.do(x, y)
				}
				b.ReportAllocs()
				for b.Loop() {
					c.do(x, y)
				}
				runtime.KeepAlive(result)
				runtime.KeepAlive(sets)
			})
		}
	}
}

// manySets returns n sets of one tuple each.
func manySets(f *Forest, n int) []Set {
	sets, values := make([]Set, n), make([]int, f.levels)
	for i := range sets {
		for k, left := 0, i; k < f.levels; k, left = k+1, left/100 {
			values[k] = left % 100
		}
		sets[i] = f.Tuple(values...)
	}
	return sets
}

// BenchmarkNewSet makes sets that come and go, with a diagram of three nodes each.
func BenchmarkNewSet(b *testing.B) {
	for _, release := range []bool{true, false} {
		b.Run(fmt.Sprintf("release=%v", release), func(b *testing.B) {
			f := New(3, Options{})
			defer f.Close()
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				i++
				if s := f.Tuple(i%1_000_003, i%1_009, i%31); release {
					s.Release()
				}
			}
			b.ReportMetric(float64(f.Stats().Collections)/float64(b.N), "collections/op")
		})
	}
}

// BenchmarkCollectLive collects with different numbers of live sets, each time with a run of Go's collector.
func BenchmarkCollectLive(b *testing.B) {
	for _, live := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprintf("sets=%d", live), func(b *testing.B) {
			f := New(3, Options{})
			defer f.Close()
			sets := manySets(f, live)
			f.Collect()
			for b.Loop() {
				f.Collect()
			}
			runtime.KeepAlive(sets)
		})
	}
}

// BenchmarkFarValue closes a tuple under events that lead from each of some values to the next, and from the least to
// the greatest, which is far away: the cost follows the number of values.
func BenchmarkFarValue(b *testing.B) {
	for _, far := range []int{1_000, 10_000_000} {
		for _, n := range []int{2, 1_000} {
			b.Run(fmt.Sprintf("value=%d/values=%d", far, n), func(b *testing.B) {
				values := make([]int, n)
				for i := range values {
					values[i] = i * (far / n)
				}
				bytes := int64(0)
				for b.Loop() {
					f := New(2, Options{})
					r := f.NewRelation()
					step := NewMap(func(v int) (int, bool) { return v + far/n, v < values[n-1] }, nil)
					r.Add(Step{1, step}, Step{2, NewPairs([2]int{0, values[n-1]}, [2]int{values[n-1], 0})})
					if !r.Saturate(f.Tuple(0,
						0)).Union(f.Box([][]int{values, values})).Equal(f.Box([][]int{values, values})) {
						b.Fatal("tuples outside of the box")
					}
					bytes = f.Stats().PeakBytes
					f.Close()
				}
				b.ReportMetric(float64(bytes), "store-bytes")
			})
		}
	}
}

// BenchmarkAddPairs adds an event of many pairs of values, and of many pairs of tuples of three values.
func BenchmarkAddPairs(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("levels=1/pairs=%d", n), func(b *testing.B) {
			pairs := make([][2]int, n)
			for i := range pairs {
				pairs[i] = [2]int{i, n - i}
			}
			effect := NewPairs(pairs...)
			f := New(1, Options{})
			defer f.Close()
			b.ReportAllocs()
			for b.Loop() {
				f.NewRelation().Add(Step{1, effect})
			}
		})
		b.Run(fmt.Sprintf("levels=3/pairs=%d", n), func(b *testing.B) {
			pairs := New(6, Options{})
			defer pairs.Close()
			s := pairs.FromSeq(func(yield func([]int) bool) {
				for i := range n {
					j := i * 7919 % n
					if !yield([]int{j % 100, i % 100, j / 100 % 100, i / 100 % 100, j / 10000, i / 10000}) {
						return
					}
				}
			})
			f := New(3, Options{})
			defer f.Close()
			b.ReportAllocs()
			for b.Loop() {
				f.NewRelation().AddDiagram([]int{1, 2, 3}, s)
			}
		})
	}
}

// BenchmarkPairs adds an event of many random pairs of tuples, and searches breadth-first from one of them.
func BenchmarkPairs(b *testing.B) {
	const base = 64
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("levels=3/pairs=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 100))
			pairs := New(6, Options{})
			defer pairs.Close()
			s := pairs.FromSeq(func(yield func([]int) bool) {
				for range n {
					v, w := rng.IntN(n/4), rng.IntN(n/4)
					if !yield([]int{w % base, v % base, w / base % base, v / base % base, w / base / base,
						v / base / base}) {
						return
					}
				}
			})
			b.ReportAllocs()
			for b.Loop() {
				f := New(3, Options{})
				r := f.NewRelation()
				r.AddDiagram([]int{1, 2, 3}, s)
				if reached, _ := r.BFS(f.Tuple(0, 0, 0)); reached.Count().Int64() < int64(n/5) {
					b.Fatal("too little is reached") // of n/4 tuples
				}
				b.ReportMetric(float64(f.Stats().PeakBytes), "store-B")
				f.Close()
			}
		})
	}
}

// slides returns the slides of the 8-puzzle: for each two neighbouring cells one matrix, and the steps of each tile.
func slides(f *Forest) (moves []Matrix, steps [][]Step) {
	const width = 3
	slide := func(cell, next int) {
		moves = append(moves, f.MatrixOf([]int{cell, next}, func(yield func(from, to []int) bool) {
			for tile := 1; tile < width*width; tile++ {
				if !yield([]int{0, tile}, []int{tile, 0}) || !yield([]int{tile, 0}, []int{0, tile}) {
					return
				}
			}
		}))
		for tile := 1; tile < width*width; tile++ {
			take, leave := NewPairs([2]int{0, tile}), NewPairs([2]int{tile, 0})
			steps = append(steps, []Step{{cell, take}, {next, leave}}, []Step{{cell, leave}, {next, take}})
		}
	}
	for cell := 1; cell <= width*width; cell++ {
		if cell%width != 0 {
			slide(cell, cell+1)
		}
		if cell+width <= width*width {
			slide(cell, cell+width)
		}
	}
	return moves, steps
}

// BenchmarkMatrixEvents finds all positions of the 8-puzzle, and tokens in a ring, by events of steps, by a matrix for
// each two variables, and by one matrix for all.
func BenchmarkMatrixEvents(b *testing.B) {
	for _, system := range []struct {
		name  string
		start []int
		moves func(f *Forest) ([]Matrix, [][]Step)
	}{
		{"puzzle", []int{1, 2, 3, 4, 5, 6, 7, 8, 0}, slides},
		{"ring", slices.Repeat([]int{0, 1}, 15), func(f *Forest) (moves []Matrix, steps [][]Step) {
			for k := 1; k <= f.levels; k++ {
				steps = append(steps, []Step{{k, Shift{Min: 1, Delta: -1}},
					{k%f.levels + 1, Shift{Below: 4, Delta: 1}}})
			}
			return tokens(f, 4), steps
		}},
	} {
		for _, way := range []string{"steps", "matrices", "matrix"} {
			b.Run(fmt.Sprintf("system=%s/events=%s", system.name, way), func(b *testing.B) {
				for b.Loop() {
					f := New(len(system.start), Options{})
					r := f.NewRelation()
					switch moves, steps := system.moves(f); way {
					case "steps":
						for _, list := range steps {
							r.Add(list...)
						}
					case "matrices":
						for _, m := range moves {
							r.AddMatrix(m)
						}
					case "matrix":
						r.AddMatrix(unionOf(f, moves))
					}
					r.Saturate(f.Tuple(system.start...))
					b.ReportMetric(float64(f.Stats().Lookups), "lookups")
					f.Close()
				}
			})
		}
	}
}

// BenchmarkWidths measures the widths of a forest and of a set.
func BenchmarkWidths(b *testing.B) {
	const cells = 60
	f := New(cells, Options{})
	defer f.Close()
	r := f.NewRelation()
	values := make([]int, cells)
	values[cells-1] = 4 * cells
	for k := 1; k <= cells; k++ {
		r.Add(Step{Level: k, Effect: Shift{Min: 1, Delta: -1}}, Step{Level: k%cells + 1, Effect: Shift{Delta: 1}})
	}
	reached := r.Saturate(f.Tuple(values...))
	b.Run("forest", func(b *testing.B) {
		for b.Loop() {
			f.Widths()
		}
		b.ReportMetric(float64(f.Stats().Nodes), "nodes")
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.Stats().Nodes), "ns/node")
	})
	b.Run("set", func(b *testing.B) {
		for b.Loop() {
			reached.Widths()
		}
		b.ReportMetric(float64(reached.Nodes()), "nodes")
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*reached.Nodes()), "ns/node")
	})
}
