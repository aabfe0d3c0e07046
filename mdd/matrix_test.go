package mdd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Tests of matrices as events, as guards and as graphs.

// A matrix that is released stays an event of the relation that it was added to.
func TestReleasedMatrixStaysAnEvent(t *testing.T) {
	for _, o := range everyOption {
		f := New(2, o)
		r := f.NewRelation()
		m := f.MatrixOf([]int{1, 2}, func(yield func(from, to []int) bool) {
			_ = yield([]int{0, 0}, []int{1, 2}) && yield([]int{1, 2}, []int{3, 0}) && yield([]int{5, 5}, []int{0, 0})
		})
		r.AddMatrix(m)
		m.Release()
		rng := rand.New(rand.NewPCG(7, 100))
		churn(f, rng)
		want := tuples{}
		for _, v := range [][]int{{0, 0}, {1, 2}, {3, 0}} {
			want.Add(v)
		}
		if got := r.Saturate(f.Tuple(0, 0)); !got.Equal(want.Set(f)) {
			t.Errorf("%v: got %v", o, slices.Collect(got.All()))
		}
		back := r.Inverse()
		churn(f, rng)
		if got := back.Saturate(f.Tuple(3, 0)); !got.Equal(want.Set(f).Union(f.Tuple(5, 5))) {
			t.Errorf("%v: backwards got %v", o, slices.Collect(got.All()))
		}
		if got := r.Dead(f.Tuple(3, 0).Union(f.Tuple(0, 0))); !got.Equal(f.Tuple(3, 0)) {
			t.Errorf("%v: dead are %v", o, slices.Collect(got.All()))
		}
		f.Close()
	}
}

// Guards over several variables have the right tuples, alone and before an event.
func TestGuards(t *testing.T) {
	const n = 6
	for _, o := range everyOption {
		f := New(4, o)
		var all []int
		for v := range n {
			all = append(all, v)
		}
		box := f.Box([][]int{all, all, all, {0}})
		weights := func(w ...int64) func(level, v int) int64 {
			return func(level, v int) int64 { return w[level-1] * int64(v) }
		}
		for name, c := range map[string]struct {
			levels []int
			guard  Set
			holds  func(v []int) bool
		}{
			"x < y": {[]int{1, 2}, box.Between(weights(1, -1, 0, 0), -n, -1),
				func(v []int) bool { return v[0] < v[1] }},
			"x + y ≤ z": {[]int{1, 2, 3}, box.Between(weights(1, 1, -1, 0), -n, 0),
				func(v []int) bool { return v[0]+v[1] <= v[2] }},
			"x = z": {[]int{1, 3}, box.Between(weights(1, 0, -1, 0), 0, 0),
				func(v []int) bool { return v[0] == v[2] }},
			"4 ≤ 2x+y ≤ 9": {[]int{1, 2}, box.Between(weights(2, 1, 0, 0), 4, 9),
				func(v []int) bool { return 4 <= 2*v[0]+v[1] && 2*v[0]+v[1] <= 9 }},
		} {
			guard := c.guard.Diagonal(c.levels...)
			step := f.Steps([][]int{all, all, all, all}, Step{1, Shift{Delta: 1}}, Step{4, Shift{Delta: 2}})
			guarded := guard.Compose(step)
			r := f.NewRelation()
			r.AddMatrix(guarded)
			start := f.Box([][]int{all, all, all, all})
			want := tuples{}
			for v := range start.All() {
				to := []int{v[0] + 1, v[1], v[2], v[3] + 2}
				if c.holds(v) {
					want.Add(to)
				}
				if guard.Contains(v, v) != c.holds(v) || guarded.Contains(v, to) != c.holds(v) ||
					guard.Contains(v, to) {
					t.Fatalf("%v: %s: wrong at %v", o, name, v)
				}
			}
			if got := guarded.Image(start); !got.Equal(want.Set(f)) || !r.Image(start).Equal(got) {
				t.Errorf("%v: %s: %v tuples after the event, want %d", o, name, got.Count(), len(want))
			}
			if got := r.Enabled(0, start); !got.Equal(guard.Image(start)) {
				t.Errorf("%v: %s: %v tuples enabled, want %v", o, name, got.Count(), guard.Image(start).Count())
			}
		}
		f.Close()
	}
}

// In graphs on one level, whose vertices have numbers near each other or far apart, closures reach the vertices that a
// plain search finds.
func TestGraphs(t *testing.T) {
	for _, o := range everyOption[:2] {
		for _, apart := range []int{1, MaxValue / 500} {
			const vertices = 400
			rng := rand.New(rand.NewPCG(uint64(apart), 100))
			next := make([][]int, vertices)
			for range vertices * 3 / 2 {
				v := rng.IntN(vertices)
				next[v] = append(next[v], rng.IntN(vertices))
			}
			f := New(1, o)
			m := f.MatrixOf([]int{1}, func(yield func(from, to []int) bool) {
				for v, list := range next {
					for _, w := range list {
						if !yield([]int{v * apart}, []int{w * apart}) {
							return
						}
					}
				}
			})
			r := f.NewRelation()
			r.AddMatrix(m)
			closure := m.Closure()
			for _, start := range []int{0, 1, 2, 3} {
				seen := map[int]bool{}
				todo := slices.Clone(next[start])
				for len(todo) > 0 {
					v := todo[len(todo)-1]
					if todo = todo[:len(todo)-1]; !seen[v] {
						seen[v] = true
						todo = append(todo, next[v]...)
					}
				}
				want := f.Empty()
				for v := range seen {
					want = want.Union(f.Tuple(v * apart))
				}
				from := f.Tuple(start * apart)
				if got := closure.Image(from); !got.Equal(want) {
					t.Errorf("%v: %d apart: the closure leads from %d to %v vertices, want %d", o, apart, start,
						got.Count(), len(seen))
				}
				if got := r.Saturate(from); !got.Equal(want.Union(from)) {
					t.Errorf("%v: %d apart: saturation finds %v vertices from %d, want %d", o, apart, got.Count(),
						start, len(seen))
				}
			}
			f.Close()
		}
	}
}
