package ldd

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/dd"
)

// An event is a list of steps, for the slow twin.
type event []Step

// enabled reports whether all steps can be taken.
func (e event) enabled(v []int) bool {
	for _, s := range e {
		if v[s.Level-1] < max(s.Least, -s.Delta) {
			return false
		}
	}
	return true
}

// after returns the tuple after e.
func (e event) after(v []int) []int {
	v = slices.Clone(v)
	for _, s := range e {
		v[s.Level-1] += s.Delta
	}
	return v
}

// A scene is a random system whose sum of values never grows, with its reachable tuples, found one by one.
type scene struct {
	levels int
	start  []int
	events []event
	tuples map[string][]int
}

// newScene draws a system.
func newScene(r *rand.Rand) *scene {
	x := &scene{levels: 1 + r.IntN(5), tuples: map[string][]int{}}
	for range x.levels {
		x.start = append(x.start, r.IntN(6)*r.IntN(2))
	}
	for range 1 + r.IntN(6) {
		x.events = append(x.events, newEvent(r, x.levels))
	}
	queue := [][]int{x.start}
	x.tuples[fmt.Sprint(x.start)] = x.start
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, e := range x.events {
			if !e.enabled(v) {
				continue
			}
			w := e.after(v)
			if key := fmt.Sprint(w); x.tuples[key] == nil {
				x.tuples[key] = w
				queue = append(queue, w)
			}
		}
	}
	return x
}

// newEvent draws an event that moves weights between levels, loses some, and looks at values.
func newEvent(r *rand.Rand, levels int) (e event) {
	left := 0
	for _, i := range r.Perm(levels) {
		s := Step{Level: i + 1}
		switch r.IntN(4) {
		case 0:
			continue
		case 1:
			s.Delta = -1 - r.IntN(3)
			left -= s.Delta
		case 2:
			s.Delta = r.IntN(left + 1)
			left -= s.Delta
		}
		if r.IntN(3) == 0 {
			s.Least = r.IntN(5)
		}
		e = append(e, s)
	}
	return e
}

// build makes the relation of the scene and saturates.
func (x *scene) build(f *Forest) (*Relation, Set) {
	r := f.NewRelation()
	for _, e := range x.events {
		r.Add(e...)
	}
	return r, r.Saturate(f.Tuple(x.start))
}

// check compares all that is known of the set with the tuples.
func (x *scene) check(t *testing.T, seed uint64, r *Relation, a Set) {
	t.Helper()
	for v := range a.All() {
		if x.tuples[fmt.Sprint(v)] == nil {
			t.Fatalf("seed %d: %v is not reachable from %v by %v", seed, v, x.start, x.events)
		}
	}
	dead, firings, most, sum := 0, 0, make([]int, x.levels), 0
	union := r.f.Tuple(x.start)
	for _, v := range x.tuples {
		n, s := 0, 0
		for _, e := range x.events {
			if e.enabled(v) {
				n++
			}
		}
		for i := range v {
			most[i] = max(most[i], v[i])
			s += v[i]
		}
		if firings += n; n == 0 {
			dead++
		}
		sum = max(sum, s)
		union = union.Union(r.f.Tuple(v))
	}
	if !union.Equal(a) {
		t.Errorf("seed %d: the reachable set of %v by %v is not the union of its %d tuples", seed, x.start, x.events,
			len(x.tuples))
	}
	got := fmt.Sprint(a.Count(), r.Dead(a).Count(), r.CountEnabled(a), a.Extents(), a.MaxSum())
	want := fmt.Sprint(len(x.tuples), dead, firings, most, sum)
	if got != want {
		t.Errorf("seed %d: %v by %v: tuples, dead, firings, extents, largest sum are %s, want %s", seed, x.start,
			x.events, got, want)
	}
	if err := r.f.Check(); err != nil {
		t.Errorf("seed %d: %v", seed, err)
	}
}

// Saturation, union and all queries agree with a search through single tuples, also when each new node causes a
// collection.
func TestRandomSystems(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 1))
		x := newScene(r)
		o := Options{}
		if seed%3 == 0 {
			o.CollectEvery = 1 + r.IntN(3)
		}
		f := New(x.levels, o)
		rel, a := x.build(f)
		x.check(t, seed, rel, a)
		f.Close()
	}
}

// A start may have several tuples: what they reach is the union of what each of them reaches.
func TestSeveralStarts(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 2))
		x := newScene(r)
		f := New(x.levels, Options{CollectEvery: int(seed % 4)})
		rel, want := x.build(f)
		start := f.Tuple(x.start)
		for range 1 + r.IntN(3) {
			v := make([]int, x.levels)
			for i := range v {
				v[i] = r.IntN(5)
			}
			start = start.Union(f.Tuple(v))
			want = want.Union(rel.Saturate(f.Tuple(v)))
		}
		if got := rel.Saturate(start); !got.Equal(want) {
			t.Errorf("seed %d: %d tuples are reachable, %d one by one", seed, got.Count(), want.Count())
		}
		f.Close()
	}
}

// ring returns the system of a ring of levels with n tokens, which move on one by one.
func ring(f *Forest, n int) (*Relation, Set) {
	r := f.NewRelation()
	for k := range f.Levels() {
		r.Add(Step{Level: k + 1, Delta: -1}, Step{Level: (k+1)%f.Levels() + 1, Delta: 1})
	}
	start := make([]int, f.Levels())
	start[0] = n
	return r, f.Tuple(start)
}

// n tokens in a ring of m places have C(n+m−1, m−1) markings, and a diagram whose size is linear in n.
func TestRing(t *testing.T) {
	for _, n := range []int{1, 10, 1000, 100_000} {
		f := New(6, Options{})
		r, start := ring(f, n)
		a := r.Saturate(start)
		if got, want := a.Count(), new(big.Int).Binomial(int64(n)+5, 5); got.Cmp(want) != 0 {
			t.Errorf("%d tokens: %d markings, want %d", n, got, want)
		}
		if nodes, most := f.Stats().PeakNodes, 30*n+100; nodes > most {
			t.Errorf("%d tokens: %d nodes, want at most %d", n, nodes, most)
		}
		f.Close()
	}
}

// Limits and values beyond the largest end a saturation; what was found before is still there.
func TestLimits(t *testing.T) {
	f := New(3, Options{})
	defer f.Close()
	r, start := ring(f, 1000)
	grows := f.NewRelation()
	grows.Add(Step{Level: 2, Delta: 1})
	for _, c := range []struct {
		kind   string
		r      *Relation
		limits dd.Limits
	}{{"values", grows, dd.Limits{}}, {"work", r, dd.Limits{Work: 1000}}, {"nodes", r, dd.Limits{Nodes: 100}}} {
		err := f.Guard(context.Background(), c.limits, func() { c.r.Saturate(start) })
		if limit, ok := err.(*dd.LimitError); !ok || limit.Kind != c.kind {
			t.Errorf("%s: %v", c.kind, err)
		}
	}
	if n := start.Count(); n.Int64() != 1 {
		t.Errorf("the start has %d tuples", n)
	}
	if n := r.Saturate(start).Count(); n.Int64() != 501_501 {
		t.Errorf("%d markings after the limits, want 501501", n)
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
}
