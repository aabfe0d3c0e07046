package mdd

import (
	"fmt"
	"testing"
)

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

// BenchmarkRemembered asks for a union that the computed table knows: what is left are a lookup and the handle of the
// result.
func BenchmarkRemembered(b *testing.B) {
	f := New(10, Options{})
	defer f.Close()
	x, y := compositions(f, 20), compositions(f, 21)
	for b.Loop() {
		x.Union(y)
	}
}

// BenchmarkFarValue makes a node with two values far from each other, which costs what lies between them.
func BenchmarkFarValue(b *testing.B) {
	for _, far := range []int{1_000, 1_000_000} {
		b.Run(fmt.Sprintf("value=%d", far), func(b *testing.B) {
			bytes := int64(0)
			for b.Loop() {
				f := New(1, Options{})
				f.Box([][]int{{0, far}})
				bytes = f.Stats().PeakBytes
				f.Close()
			}
			b.ReportMetric(float64(bytes), "store-bytes")
		})
	}
}

// BenchmarkAddPairs adds an event with so many pairs of values.
func BenchmarkAddPairs(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("pairs=%d", n), func(b *testing.B) {
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
	}
}
