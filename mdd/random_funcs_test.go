package mdd_test

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"maps"
	"math"
	"slices"

	"brim/edd"
	"brim/mdd"
)

// Random tests of functions of package edd: distances, their algebra and bounded saturation.

// A function of package edd, with its twin.
type function struct {
	g    edd.Func
	twin distances
}

// distances are the finite distances of tuples, by key.
type distances map[string]far

type far struct {
	values []int
	d      int
}

// lower lowers the distance of a tuple, and reports whether that changed it.
func (x distances) lower(values []int, d int) bool {
	key := mdd.TupleKey(values)
	if old, ok := x[key]; ok && old.d <= d {
		return false
	}
	x[key] = far{values, d}
	return true
}

func (x distances) at(values []int) int {
	if f, ok := x[mdd.TupleKey(values)]; ok {
		return f.d
	}
	return edd.Infinity
}

// only returns the tuples for whose distance keep is true, with distances larger by more.
func (x distances) only(keep func(d int) bool, more int) distances {
	r := distances{}
	for key, f := range x {
		if keep(f.d) {
			r[key] = far{f.values, f.d + more}
		}
	}
	return r
}

func (x distances) within(bound int) distances {
	return x.only(func(d int) bool { return d <= bound }, 0)
}

// support returns the tuples for whose distance keep is true.
func (x distances) support(keep func(d int) bool) mdd.Tuples {
	r := mdd.Tuples{}
	for _, f := range x {
		if keep(f.d) {
			r.Add(f.values)
		}
	}
	return r
}

// sorted lists x in the order of Func.All.
func (x distances) sorted() []far {
	list := make([]far, 0, len(x))
	for _, f := range x {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b far) int { return cmp.Or(a.d-b.d, mdd.FromTop(a.values, b.values)) })
	return list
}

// largest returns the largest distance, −1 if there is none.
func (x distances) largest() int {
	d := -1
	for _, f := range x {
		d = max(d, f.d)
	}
	return d
}

// nearest returns the distances within bound of the tuples that the events reach from x without entering out.
func (x distances) nearest(events []event, out mdd.Tuples, bound int) distances {
	r, _ := x.cheapest(events, func(int) int { return 1 }, out, bound, math.MaxInt)
	return r
}

// cheapest is nearest where events have costs, by Dijkstra's algorithm: tuples are done in the order of their
// distances. It fails where more tuples are reached than most.
func (x distances) cheapest(events []event, cost func(number int) int, out mdd.Tuples, bound, most int) (r distances,
	ok bool) {
	r = distances{}
	queue := map[int][][]int{}
	add := func(values []int, d int) {
		if d <= bound && r.lower(values, d) {
			queue[d] = append(queue[d], values)
		}
	}
	for _, f := range x {
		add(f.values, f.d)
	}
	for len(queue) > 0 {
		d := slices.Min(slices.Collect(maps.Keys(queue)))
		for i := 0; i < len(queue[d]); i++ { // it grows by events without a cost
			values := queue[d][i]
			if r.at(values) < d {
				continue
			}
			for _, e := range events {
				for _, to := range e.next(values) {
					if !out.Has(to) {
						add(to, d+cost(e.number))
					}
				}
			}
			if len(r) > most {
				return nil, false
			}
		}
		delete(queue, d)
	}
	return r, true
}

func anyDistance(int) bool { return true }

// function makes the function of x in f, distance by distance in a random order.
func (s *system) function(f *edd.Forest, x distances) edd.Func {
	byDistance := map[int][][]int{}
	var order []int
	for _, far := range x.sorted() {
		if byDistance[far.d] == nil {
			order = append(order, far.d)
		}
		byDistance[far.d] = append(byDistance[far.d], far.values)
	}
	s.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	g := f.Infinity()
	for _, d := range order {
		g = g.Min(f.Zero(s.f.Tuples(byDistance[d])).Plus(d))
	}
	return g
}

func (s *system) newFunction() function {
	twin := distances{}
	tuples, most := s.rng.IntN(20), 1+s.rng.IntN(12)
	switch s.rng.IntN(20) {
	case 0:
		most = 3000 // differences that few keys of results have room for
	case 1, 2, 3, 4, 5, 6:
		tuples, most = 1, 1 // as searches begin
	}
	for range tuples {
		twin.lower(s.tuple(), s.rng.IntN(most))
	}
	return function{s.function(s.funcs, twin), twin}
}

func (s *system) anyFunction() function { return s.dist[s.rng.IntN(len(s.dist))] }

// sameFunc compares a function with the expected one: its tuples, their order, and the diagram.
func (s *system) sameFunc(what string, got edd.Func, want distances) {
	var list []far
	for d, values := range got.All() {
		list = append(list, far{values, d})
	}
	sorted := want.sorted()
	ok := slices.EqualFunc(list, sorted, func(a, b far) bool { return a.d == b.d && slices.Equal(a.values, b.values) })
	s.compared(ok, "%s: got %v, want %v", what, list, sorted)
	s.compared(s.function(s.funcs, want).Equal(got), "%s: another diagram of %v", what, list)
}

// keepFunc is sameFunc, and has later operations use the function.
func (s *system) keepFunc(what string, got edd.Func, want distances) {
	s.sameFunc(what, got, want)
	for _, x := range want {
		if !s.isSmall(x.values) {
			return
		}
	}
	if len(want) > 0 && len(want) <= mostTwins && want.largest() < 5000 {
		s.dist[s.rng.IntN(len(s.dist))] = function{got, want}
	}
}

// saturator returns a saturator of x, if possible one that was used before.
func (s *system) saturator(x *relation, version edd.Version) *edd.Saturator {
	if z := x.saturators[version]; z != nil && s.rng.IntN(8) > 0 {
		return z
	}
	z := s.funcs.NewSaturator(x.r, version)
	x.saturators[version] = z
	return z
}

// funcOps are the operations on functions.
var funcOps = []op{
	{"Func.Min", func(s *system) {
		a, b := s.anyFunction(), s.anyFunction()
		want := a.twin.only(anyDistance, 0)
		for _, f := range b.twin {
			want.lower(f.values, f.d)
		}
		var got edd.Func
		s.attempt(func() { got = a.g.Min(b.g) })
		s.keepFunc("", got, want)
	}},
	{"Func.Plus", func(s *system) {
		a, d := s.anyFunction(), s.rng.IntN(6)
		s.keepFunc("", a.g.Plus(d), a.twin.only(anyDistance, d))
		d = s.draw(1<<20, 1<<20-1, 1<<24, edd.Infinity-1-max(0, a.twin.largest()))
		s.sameFunc("far", a.g.Plus(d), a.twin.only(anyDistance, d))
	}},
	{"Func.Equal", func(s *system) {
		a, b := s.anyFunction(), s.anyFunction()
		equal := slices.EqualFunc(a.twin.sorted(), b.twin.sorted(),
			func(a, b far) bool { return a.d == b.d && slices.Equal(a.values, b.values) })
		s.compared(a.g.Equal(b.g) == equal, "%v and %v", a.twin.sorted(), b.twin.sorted())
	}},
	{"Func.At", func(s *system) {
		a := s.anyFunction()
		same := true
		for _, f := range a.twin {
			same = same && a.g.At(f.values...) == f.d
		}
		for range 5 {
			values := s.tuple()
			same = same && a.g.At(values...) == a.twin.at(values)
		}
		s.compared(same, "some of %v", a.twin.sorted())
		s.compared(a.g.Largest() == a.twin.largest(), "largest %d, want %d", a.g.Largest(), a.twin.largest())
		s.compared(a.g.IsInfinity() == (len(a.twin) == 0), "IsInfinity of %v", a.twin.sorted())
	}},
	{"Func.Fold", func(s *system) {
		type tally struct{ n, sum int } // of tuples and of their distances
		a := s.anyFunction()
		got, least, ok := edd.Fold(a.g, tally{n: 1}, func(_ int, arcs []edd.Arc[tally]) (all tally) {
			for _, arc := range arcs {
				all.n += arc.Below.n
				all.sum += arc.Below.sum + arc.Distance*arc.Below.n
			}
			return all
		}, nil)
		got.sum += least * got.n
		want := tally{n: len(a.twin)}
		for _, f := range a.twin {
			want.sum += f.d
		}
		s.compared(ok == (want.n > 0) && got == want, "got %+v, want %+v", got, want)
	}},
	{"Func.TruncateExact", func(s *system) {
		a, bound := s.anyFunction(), s.rng.IntN(14)
		var got edd.Func
		s.attempt(func() { got = a.g.TruncateExact(bound) })
		s.keepFunc("", got, a.twin.within(bound))
	}},
	{"Func.TruncateApprox", func(s *system) {
		a, bound := s.anyFunction(), s.rng.IntN(14)
		var got edd.Func
		s.attempt(func() { got = a.g.TruncateApprox(bound) })
		kept, same := distances{}, true
		for d, values := range got.All() {
			kept.lower(values, d)
			same = same && a.twin.at(values) == d
		}
		for _, f := range a.twin {
			same = same && (f.d > bound || kept.at(f.values) == f.d)
		}
		s.compared(same, "got %v of %v within %d", kept.sorted(), a.twin.sorted(), bound)
		s.keepFunc("", got, kept)
	}},
	{"Func.Add", func(s *system) {
		a, b := s.anyFunction(), s.anyFunction()
		want := distances{}
		for _, f := range a.twin {
			if d := b.twin.at(f.values); d != edd.Infinity {
				want.lower(f.values, f.d+d)
			}
		}
		var got edd.Func
		s.attempt(func() { got = a.g.Add(b.g) })
		s.keepFunc("", got, want)
	}},
	{"Func.Max", func(s *system) {
		a, b := s.anyFunction(), s.anyFunction()
		want := distances{}
		for _, f := range a.twin {
			if d := b.twin.at(f.values); d != edd.Infinity {
				want.lower(f.values, max(f.d, d))
			}
		}
		var got edd.Func
		s.attempt(func() { got = a.g.Max(b.g) })
		s.keepFunc("", got, want)
	}},
	{"Func.MinOver", func(s *system) {
		a := s.anyFunction()
		var levels []int
		for range s.rng.IntN(s.levels + 1) {
			levels = append(levels, 1+s.rng.IntN(s.levels))
		}
		want := distances{}
		for _, f := range a.twin {
			values := slices.Clone(f.values)
			for _, k := range levels {
				values[k-1] = 0
			}
			want.lower(values, f.d)
		}
		var got edd.Func
		s.attempt(func() { got = a.g.MinOver(levels...) })
		s.keepFunc("", got, want)
	}},
	{"edd.Move", func(s *system) {
		a, to := s.anyFunction(), s.rng.Perm(s.levels)
		want := distances{}
		for i := range to {
			to[i]++
			if s.rng.IntN(5) == 0 {
				to[i] = 0
			}
		}
		for _, f := range a.twin {
			values := make([]int, s.levels)
			for i, v := range f.values {
				if to[i] > 0 {
					values[to[i]-1] = v
				}
			}
			want.lower(values, f.d)
		}
		var got edd.Func
		s.attempt(func() { got = s.funcs.Move(a.g, to) })
		s.keepFunc("", got, want)
		s.attempt(func() { got = s.moreFuncs.Move(a.g, to) })
		s.compared(got.Equal(s.function(s.moreFuncs, want)), "another diagram in another forest, moved to %v", to)
		same := make([]int, s.levels)
		for i := range same {
			same[i] = i + 1
		}
		s.attempt(func() { got = s.funcs.Move(got, same) })
		s.sameFunc("and back", got, want)
	}},
	{"Func.Nearest", func(s *system) {
		a := s.anyFunction()
		values, d, ok := a.g.Nearest()
		sorted := a.twin.sorted()
		s.compared(ok == (len(sorted) > 0), "ok is %v of %v", ok, sorted)
		if ok {
			s.compared(d == sorted[0].d && slices.Equal(values, sorted[0].values), "%v at %d, want %v", values, d,
				sorted[0])
		}
	}},
	{"Func.Between", func(s *system) {
		a, lo, hi := s.anyFunction(), s.rng.IntN(14), s.rng.IntN(14)
		if s.rng.IntN(3) == 0 {
			hi = edd.Infinity - 1
		}
		var got mdd.Set
		s.attempt(func() { got = a.g.Between(lo, hi) })
		s.keep("", got, a.twin.support(func(d int) bool { return lo <= d && d <= hi }))
	}},
	{"Func.Border", func(s *system) {
		a, at := s.anyFunction(), s.rng.IntN(14)
		var got mdd.Set
		s.attempt(func() { got = a.g.Border(at) })
		s.keep("", got, a.twin.support(func(d int) bool { return d == at }))
		if a.twin.largest() < 100 {
			for d, layer := range a.g.Layers() {
				s.same("Layers", layer, a.twin.support(func(x int) bool { return x == d }))
			}
		}
	}},
	{"Func.Support", func(s *system) {
		a := s.anyFunction()
		var got mdd.Set
		s.attempt(func() { got = a.g.Support() })
		s.keep("", got, a.twin.support(anyDistance))
	}},
	{"Zero", func(s *system) {
		a := s.anySet()
		want := distances{}
		for _, values := range a.twin {
			want.lower(values, 0)
		}
		var got edd.Func
		s.attempt(func() { got = s.funcs.Zero(a.set) })
		s.keepFunc("", got, want)
	}},
	{"Func.Save", func(s *system) {
		var file, again bytes.Buffer
		list := []function{s.anyFunction(), s.anyFunction()}
		for _, a := range list {
			if err := a.g.Save(&file); err != nil {
				s.t.Error(err)
			}
		}
		for i := 0; ; i++ {
			g, err := s.moreFuncs.Load(&file)
			if err != nil {
				s.compared(errors.Is(err, io.EOF) && i == len(list), "function %d: %v", i, err)
				break
			}
			s.compared(g.Equal(s.function(s.moreFuncs, list[i].twin)), "another diagram in another forest")
			if err := g.Save(&again); err != nil {
				s.t.Error(err)
			}
		}
		for i, a := range list {
			g, err := s.funcs.Load(&again)
			if err != nil {
				s.t.Errorf("function %d and back: %v", i, err)
				return
			}
			s.sameFunc("and back", g, a.twin)
		}
	}},
	{"Bounded", func(s *system) {
		x, a, bound := s.anyRelation(), s.anyFunction(), s.rng.IntN(1+s.rng.IntN(30))
		want := a.twin.nearest(x.events, nil, bound)
		for _, version := range edd.Versions() {
			var got edd.Func
			z := s.saturator(x, version)
			s.attempt(func() { got = z.Bounded(a.g, bound) })
			s.keepFunc(version.String(), got, want)
			more := bound + s.rng.IntN(4)
			s.attempt(func() { got = z.Bounded(got, more) })
			s.keepFunc(version.String()+", continued", got, want.nearest(x.events, nil, more))
		}
	}},
	{"Excluding", func(s *system) {
		x, a, out, bound := s.anyRelation(), s.anyFunction(), s.anySet(), s.rng.IntN(1+s.rng.IntN(30))
		want := a.twin.nearest(x.events, out.twin, bound)
		for _, version := range edd.Versions() {
			var got edd.Func
			s.attempt(func() { got = s.saturator(x, version).Excluding(a.g, out.set, bound) })
			s.keepFunc(version.String(), got, want)
		}
	}},
	{"Within", func(s *system) {
		x, a, within, bound := s.anyRelation(), s.anyFunction(), s.anySet(), s.rng.IntN(1+s.rng.IntN(30))
		var inside []event
		for _, e := range x.events {
			next := e.next
			e.next = func(values []int) [][]int {
				return slices.DeleteFunc(next(values), func(to []int) bool { return !within.twin.Has(to) })
			}
			inside = append(inside, e)
		}
		want := a.twin.nearest(inside, nil, bound)
		for _, version := range edd.Versions() {
			var got edd.Func
			s.attempt(func() { got = s.saturator(x, version).Within(a.g, within.set, bound) })
			s.keepFunc(version.String(), got, want)
		}
	}},
}
