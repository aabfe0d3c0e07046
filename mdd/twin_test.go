package mdd

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// The slow twin of a forest: sets are maps of tuples, events are functions on tuples. Tests compare every operation
// with it, node for node where the result is a set.

// tuples is a set of tuples by their keys.
type tuples map[string][]int

// key returns a text that is different for each tuple of this length.
func key(values []int) string {
	b := make([]byte, 0, 16)
	for _, v := range values {
		b = binary.AppendUvarint(b, uint64(v))
	}
	return string(b)
}

func (t tuples) Has(values []int) bool { return t[key(values)] != nil }

func (t tuples) Add(values []int) bool {
	if t.Has(values) {
		return false
	}
	t[key(values)] = slices.Clone(values)
	return true
}

// Set builds the diagram of t with Tuple and Union alone.
func (t tuples) Set(f *Forest) Set {
	s := f.Empty()
	for _, values := range t.Sorted() {
		s = s.Union(f.Tuple(values...))
	}
	return s
}

// Sorted lists t in the order of Set.All.
func (t tuples) Sorted() [][]int {
	list := make([][]int, 0, len(t))
	for _, values := range t {
		list = append(list, values)
	}
	slices.SortFunc(list, fromTop)
	return list
}

// Filter returns the tuples for which keep is true.
func (t tuples) Filter(keep func([]int) bool) tuples {
	r := tuples{}
	for _, values := range t {
		if keep(values) {
			r.Add(values)
		}
	}
	return r
}

// An effectTwin returns the values that one step leads to from a value.
type effectTwin func(v int) []int

// An eventTwin has the effect of each step by level.
type eventTwin map[int]effectTwin

// Successors returns the tuples that the event leads to from a tuple; none if it is disabled.
func (e eventTwin) Successors(values []int) [][]int {
	list := [][]int{slices.Clone(values)}
	for k, effect := range e {
		var next [][]int
		for _, t := range list {
			for _, to := range effect(t[k-1]) {
				u := slices.Clone(t)
				u[k-1] = to
				next = append(next, u)
			}
		}
		list = next
	}
	return list
}

// closure returns the tuples that the events reach from t.
func closure(t tuples, events []eventTwin) tuples {
	r := tuples{}
	var todo [][]int
	for _, values := range t {
		r.Add(values)
		todo = append(todo, values)
	}
	for len(todo) > 0 {
		values := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range events {
			for _, to := range e.Successors(values) {
				if r.Add(to) {
					todo = append(todo, to)
				}
			}
		}
	}
	return r
}

// A scene is a random set and relation with their twins.
type scene struct {
	f      *Forest
	r      *Relation
	events []eventTwin
	start  tuples
	set    Set
	joins  bool // a Map takes two values to one, so there is no way back
}

// newScene draws a scene over at most 4 levels with local values below about 5.
func newScene(rng *rand.Rand, o Options) *scene {
	levels := 1 + rng.IntN(4)
	const domain = 4
	c := &scene{f: New(levels, o), start: tuples{}}
	c.r = c.f.NewRelation()
	for range rng.IntN(6) {
		values := make([]int, levels)
		for k := range values {
			if rng.IntN(2) == 0 {
				values[k] = rng.IntN(domain)
			}
		}
		c.start.Add(values)
	}
	c.set = c.start.Set(c.f)
	var last []Step
	for range rng.IntN(6) {
		twin := eventTwin{}
		var steps []Step
		for k := 1; k <= levels; k++ {
			if rng.IntN(2) == 0 {
				effect, t := randomEffect(rng, domain)
				c.joins = c.joins || OneWay(effect)
				steps = append(steps, Step{k, effect})
				twin[k] = t
			}
		}
		if len(steps) == 0 && rng.IntN(8) > 0 {
			continue // the identity hides much, so few scenes have it
		}
		c.r.Add(steps...)
		c.events = append(c.events, twin)
		last = steps
		if rng.IntN(8) == 0 {
			c.r.Add(last...)
			c.events = append(c.events, twin)
		}
	}
	return c
}

// randomEffect draws an effect that keeps values in a finite domain.
func randomEffect(rng *rand.Rand, domain int) (Effect, effectTwin) {
	switch rng.IntN(4) {
	case 0, 1:
		s := Shift{Min: rng.IntN(3), Delta: rng.IntN(5) - 2}
		if s.Min+s.Delta < 0 {
			s.Min = -s.Delta
		}
		if s.Delta > 0 || rng.IntN(4) == 0 {
			s.Below = 1 + rng.IntN(domain)
		}
		return s, func(v int) []int {
			if v < s.Min || s.Below > 0 && v >= s.Below {
				return nil
			}
			return []int{v + s.Delta}
		}
	case 2:
		to := make([]int, domain+4)
		for v := range to {
			to[v] = rng.IntN(domain+2) - 2
		}
		at := func(v int) (int, bool) {
			if v >= len(to) || to[v] < 0 {
				return 0, false
			}
			return to[v], true
		}
		var back func(v int) (int, bool)
		if joins := rng.IntN(2) == 0; !joins {
			for v := range to {
				if slices.Contains(to[:v], to[v]) {
					to[v] = -1
				}
			}
			back = func(v int) (int, bool) {
				from := slices.Index(to, v)
				return from, from >= 0
			}
		}
		return NewMap(at, back), func(v int) []int {
			if w, ok := at(v); ok {
				return []int{w}
			}
			return nil
		}
	}
	var pairs [][2]int
	for range rng.IntN(6) {
		pairs = append(pairs, [2]int{rng.IntN(domain), rng.IntN(domain)})
	}
	return NewPairs(pairs...), func(v int) []int {
		var list []int
		for _, p := range pairs {
			if p[0] == v && !slices.Contains(list, p[1]) {
				list = append(list, p[1])
			}
		}
		return list
	}
}

// eachScene runs test on random scenes of both rules, with a collection at each new node (S2) and without. The seed of
// a failure is in the name of the subtest.
func eachScene(t *testing.T, n int, test func(t *testing.T, c *scene)) {
	t.Helper()
	for seed := range uint64(n) {
		for _, o := range everyOption {
			rng := rand.New(rand.NewPCG(seed, 1))
			c := newScene(rng, o)
			ok := t.Run(fmt.Sprintf("seed=%d/%v/every=%d", seed, o.Rule, o.CollectEvery), func(t *testing.T) {
				test(t, c)
				if err := c.f.Check(); err != nil {
					t.Error(err)
				}
			})
			c.f.Close()
			if !ok {
				return
			}
		}
	}
}

var everyOption = []Options{
	{Rule: QuasiReduced},
	{Rule: ZeroSuppressed},
	{Rule: QuasiReduced, CollectEvery: 1},
	{Rule: ZeroSuppressed, CollectEvery: 1},
}

// same fails the test if s has other tuples than want. Sets are compared as diagrams.
func (c *scene) same(t *testing.T, what string, s Set, want tuples) {
	t.Helper()
	if !s.Equal(want.Set(c.f)) {
		t.Errorf("%s: got %v, want %v", what, slices.Collect(s.All()), want.Sorted())
	}
}
