package mdd_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
)

// Random tests of paths, and of distances where events have costs.

var weighted = flag.Int("weighted", 100, "systems of the test of weighted events")

// Events with costs, drawn at random, some of them free and some in infinite systems: the distances of each version
// within a bound are those of Dijkstra's algorithm on single tuples, diagram for diagram, and each path consists of
// steps of the events and is as long as the distance. The way to a failure is
//
//	go test ./mdd -run RandomWeights -seed SEED
func TestRandomWeights(t *testing.T) {
	c := &counts{compared: map[string]int{}}
	paths, free := 0, 0
	for seed := *firstSeed; c.systems < *weighted && !t.Failed(); seed++ {
		s := &system{t: t, rng: rand.New(rand.NewPCG(seed, 22)), counts: c, op: "NewWeighted"}
		s.levels = 1 + s.rng.IntN(4)
		s.domain = 2 + s.rng.IntN(3)
		s.f = mdd.New(s.levels, mdd.Options{CollectEvery: s.draw(0, 0, 1, 3, 20), MaxCache: s.draw(0, 0, 1)})
		s.funcs = edd.New(s.f, edd.Options{CollectEvery: s.draw(0, 0, 1, 3, 20), MaxCache: s.draw(0, 0, 1)})
		s.sets = []sample{s.newSample(), s.newSample()}
		p, z := s.compareWeights()
		paths, free = paths+p, free+z
		if err := s.f.Check(); err != nil {
			t.Error(err)
		}
		s.funcs.Close()
		s.f.Close()
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	}
	t.Logf("%d systems, %d results, %d operations ended by a limit, %d paths, %d systems with events that cost nothing",
		c.systems, c.total, c.ended, paths, free)
}

// compareWeights compares weighted distances and paths of a random relation.
func (s *system) compareWeights() (paths, free int) {
	x := s.newRelation()
	endless := s.rng.IntN(3)
	for range endless {
		k, least, delta := 1+s.rng.IntN(s.levels), s.rng.IntN(3), 1+s.rng.IntN(3)
		number := x.r.Add(mdd.Step{Level: k, Effect: mdd.Shift{Min: least, Delta: delta}})
		x.events = append(x.events, event{number: number, next: func(values []int) [][]int {
			if values[k-1] < least {
				return nil
			}
			values = slices.Clone(values)
			values[k-1] += delta
			return [][]int{values}
		}})
	}
	unit := s.draw(1, 1, 1, 7, 1000, dd.MaxOperand)
	prices := make([]int, x.r.Len())
	for i := range prices {
		prices[i] = unit * s.rng.IntN(1+s.rng.IntN(10))
	}
	cost := func(number int) int { return prices[number] }
	a, out, goal := s.newFunction(), mdd.Tuples{}, s.newSample()
	if s.rng.IntN(2) == 0 {
		out = s.newSample().twin
	}
	bound := unit * s.rng.IntN(1+s.rng.IntN(24))
	const most = 2000
	want, ok := a.twin.cheapest(x.events, cost, out, bound, most)
	if !ok {
		return 0, 0
	}
	s.counts.systems++
	if slices.Contains(prices, 0) {
		free++
	}
	for _, version := range edd.Versions() {
		beyond := version == edd.Exact || version == edd.Approx // they build what lies beyond the bound
		if beyond && (len(want) > 200 || endless > 0 && slices.Contains(prices, 0)) {
			continue
		}
		z := s.funcs.NewWeighted(x.r, version, cost)
		var got edd.Func
		s.attempt(func() { got = z.Excluding(a.g, s.f.Tuples(out.Sorted()), bound) })
		s.sameFunc(version.String(), got, want)
		if len(out) == 0 {
			s.attempt(func() { got = z.Bounded(got, bound) })
			s.sameFunc(version.String()+", continued", got, want)
		}
		for _, goal := range []mdd.Tuples{goal.twin, one(want, s.rng.IntN(1+len(want)))} {
			var p mdd.Path
			var ok bool
			s.attempt(func() { p, ok = z.Path(a.g, got, s.f.Tuples(goal.Sorted())) })
			if s.samePath(version.String(), p, ok, x, cost, a.twin, out, goal, want); ok {
				paths++
			}
		}
	}
	return paths, free
}

// one returns the i-th tuple of x.
func one(x distances, i int) mdd.Tuples {
	r := mdd.Tuples{}
	if list := x.sorted(); i < len(list) {
		r.Add(list[i].values)
	}
	return r
}

// samePath compares the length of a path with the least distance of a goal, and fires its events.
func (s *system) samePath(what string, p mdd.Path, ok bool, x *relation, cost func(int) int, start distances, out,
	goal mdd.Tuples, want distances) {
	least := edd.Infinity
	for _, values := range goal {
		least = min(least, want.at(values))
	}
	s.compared(ok == (least < edd.Infinity), "%s: a path is found: %v, want one of length %d", what, ok, least)
	if !ok || s.t.Failed() {
		return
	}
	first := p.Tuples[0]
	d := start.at(first)
	for i, number := range p.Events {
		e := x.events[slices.IndexFunc(x.events, func(e event) bool { return e.number == number })]
		leads := slices.ContainsFunc(e.next(p.Tuples[i]),
			func(to []int) bool { return slices.Equal(to, p.Tuples[i+1]) })
		s.compared(leads && !out.Has(p.Tuples[i+1]), "%s: event %d from %v to %v, which may not be entered: %v", what,
			number, p.Tuples[i], p.Tuples[i+1], out.Sorted())
		d += cost(number)
	}
	last := p.Tuples[len(p.Events)]
	s.compared(len(p.Tuples) == len(p.Events)+1 && goal.Has(last) && d == least, "%s: %v by %v has length %d, want %d",
		what, p.Tuples, p.Events, d, least)
}

func (s *system) comparePath() {
	x, a, goal := s.anyRelation(), s.anySet(), s.anySet()
	s.sameShortest(x, a, goal.twin, nil, func() (mdd.Path, bool) { return x.r.Path(a.set, goal.set) })
}

func (s *system) comparePathWithin() {
	x, a, goal, within := s.anyRelation(), s.anySet(), s.anySet(), s.anySet()
	s.sameShortest(x, a, goal.twin, within.twin,
		func() (mdd.Path, bool) { return x.r.PathWithin(a.set, goal.set, within.set) })
}

func (s *system) compareBefore() {
	x, a, keep := s.anyRelation(), s.anySet(), s.rng.Uint32()
	to := s.tuple()
	if all := image(a.twin, x.events).Sorted(); len(all) > 0 && s.rng.IntN(4) > 0 {
		to = all[s.rng.IntN(len(all))]
	}
	among := func(number int) bool { return keep>>(number%32)&1 == 1 }
	want, first := -1, []int(nil)
	for _, e := range x.events {
		for _, values := range a.twin.Sorted() {
			leads := slices.ContainsFunc(e.next(values), func(next []int) bool { return slices.Equal(next, to) })
			if want < 0 && among(e.number) && leads {
				want, first = e.number, values
			}
		}
	}
	var number int
	var from []int
	var ok bool
	s.attempt(func() { number, from, ok = x.r.Before(a.set, to, among) })
	s.compared(ok == (want >= 0) && (!ok || number == want && slices.Equal(from, first)),
		"to %v: event %d from %v, %v, want %d from %v", to, number, from, ok, want, first)
}

// sameShortest compares a path with those found on single tuples; within may be nil.
func (s *system) sameShortest(x *relation, a sample, goal, within mdd.Tuples, path func() (mdd.Path, bool)) {
	start, want := distances{}, distances{}
	for d, layer := range layers(a.twin, x.events, within) {
		for _, values := range layer {
			want.lower(values, d)
			if d == 0 {
				start.lower(values, 0)
			}
		}
	}
	var p mdd.Path
	var ok bool
	s.attempt(func() { p, ok = path() })
	s.samePath("", p, ok, x, func(int) int { return 1 }, start, nil, goal, want)
	for i, values := range p.Tuples {
		s.compared(i == 0 || within == nil || within.Has(values), "%v is outside", values)
	}
}
