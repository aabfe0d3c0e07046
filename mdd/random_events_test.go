package mdd_test

import (
	"context"
	"slices"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
)

// Random tests of relations: events of all kinds, their images, closures and inverses.

// An event is the twin of an event of a relation, by its number: the successors and the predecessors of a tuple.
type event struct {
	number     int
	next, prev func(values []int) [][]int
}

// A relation with its twin, and with saturators by version.
type relation struct {
	r          *mdd.Relation
	events     []event
	oneWay     bool // no way back
	saturators map[edd.Version]*edd.Saturator
}

// newRelation draws a relation.
func (s *system) newRelation() *relation {
	x := &relation{r: s.f.NewRelation(), saturators: map[edd.Version]*edd.Saturator{}}
	pages := max(1, s.rng.IntN(12)-8)
	if dd.MaxOperand > 1<<12 {
		pages = 1
	}
	for page := range pages {
		// In builds with the tag narrow some chains are as far apart as keys have room for; events that are never
		// enabled lie between.
		for i := 0; page > 0 && x.r.Chains() <= page*(dd.MaxOperand+1); i++ {
			x.r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Min: mdd.MaxValue - 1000*page - i}})
		}
		for range s.rng.IntN(6) {
			s.addEvent(x)
		}
	}
	return x
}

// addEvent adds a random event, of steps or a diagram.
func (s *system) addEvent(x *relation) {
	switch s.rng.IntN(6) {
	case 0:
		s.addDiagram(x)
		return
	case 1:
		s.addMatrix(x)
		return
	}
	var steps []mdd.Step
	twin := mdd.EventTwin{}
	back := map[int]map[int][]int{} // by level and value: from where
	for k := 1; k <= s.levels; k++ {
		if s.rng.IntN(2) > 0 {
			continue
		}
		effect, t := s.number(k - 1).effect(mdd.RandomEffect(s.rng, s.domain))
		x.oneWay = x.oneWay || mdd.OneWay(effect)
		steps = append(steps, mdd.Step{Level: k, Effect: effect})
		twin[k] = t
		back[k] = map[int][]int{}
		for v := range s.domain + 12 { // more than any operand has
			v = s.number(k - 1).at(v)
			for _, to := range t(v) {
				back[k][to] = append(back[k][to], v)
			}
		}
	}
	s.rng.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	number := x.r.Add(steps...)
	prev := mdd.EventTwin{}
	for k, from := range back {
		prev[k] = func(v int) []int { return from[v] }
	}
	x.events = append(x.events, event{number, twin.Successors, prev.Successors})
}

// addDiagram adds an event of random pairs over some levels.
func (s *system) addDiagram(x *relation) {
	var levels []int
	for k := 1; k <= s.levels; k++ {
		if s.rng.IntN(2) == 0 && len(levels) < 3 {
			levels = append(levels, k)
		}
	}
	if len(levels) == 0 {
		levels = []int{1 + s.rng.IntN(s.levels)}
	}
	pairs := mdd.New(2*len(levels), mdd.Options{Rule: mdd.Rule(s.rng.IntN(2)), CollectEvery: s.draw(0, 1, 3)})
	defer pairs.Close()
	twin := mdd.Tuples{}
	for range s.rng.IntN(12) {
		var pair []int
		from, to := s.tuple(), s.tuple()
		for _, k := range levels {
			pair = append(pair, to[k-1], from[k-1])
		}
		twin.Add(pair)
	}
	list := twin.Sorted()
	number := x.r.AddDiagram(levels, pairs.Tuples(list))
	follow := func(from, to int) func(values []int) [][]int {
		return func(values []int) (found [][]int) {
			for _, pair := range list {
				moved := slices.Clone(values)
				fits := true
				for i, k := range levels {
					fits = fits && pair[2*i+from] == values[k-1]
					moved[k-1] = pair[2*i+to]
				}
				if fits {
					found = append(found, moved)
				}
			}
			return found
		}
	}
	x.events = append(x.events, event{number, follow(1, 0), follow(0, 1)})
}

// addMatrix adds the event of a matrix that is composed of others, each on different levels.
func (s *system) addMatrix(x *relation) {
	m, next, prev := s.someMatrix()
	if s.rng.IntN(2) == 0 {
		o, more, back := s.someMatrix()
		first, last := next, prev
		if s.rng.IntN(2) == 0 {
			m = m.Union(o)
			next = func(values []int) [][]int { return slices.Concat(first(values), more(values)) }
			prev = func(values []int) [][]int { return slices.Concat(last(values), back(values)) }
		} else {
			m = m.Compose(o)
			next = func(values []int) [][]int { return through(values, first, more) }
			prev = func(values []int) [][]int { return through(values, back, last) }
		}
	}
	x.events = append(x.events, event{x.r.AddMatrix(m), next, prev})
}

// through returns the results of one function and then the other.
func through(values []int, first, then func([]int) [][]int) (list [][]int) {
	for _, between := range first(values) {
		list = append(list, then(between)...)
	}
	return list
}

// someMatrix draws pairs, or a guard, on some levels.
func (s *system) someMatrix() (m mdd.Matrix, next, prev func(values []int) [][]int) {
	var levels []int
	for k := 1; k <= s.levels; k++ {
		if s.rng.IntN(2) == 0 && len(levels) < 3 {
			levels = append(levels, k)
		}
	}
	var pairs [][2][]int // of values of all levels
	list := func(yield func([]int, []int) bool) {
		pick := func(values []int) (some []int) {
			for _, k := range levels {
				some = append(some, values[k-1])
			}
			return some
		}
		for _, pair := range pairs {
			if !yield(pick(pair[0]), pick(pair[1])) {
				return
			}
		}
	}
	if s.rng.IntN(3) == 0 {
		a := s.anySet()
		for _, values := range a.twin {
			pairs = append(pairs, [2][]int{values, values})
		}
		m = a.set.Diagonal(levels...)
	} else {
		for range s.rng.IntN(8) {
			pairs = append(pairs, [2][]int{s.tuple(), s.tuple()})
		}
		m = s.f.MatrixOf(levels, list)
	}
	follow := func(from, to int) func(values []int) [][]int {
		return func(values []int) [][]int {
			found := mdd.Tuples{}
			for _, pair := range pairs {
				moved := slices.Clone(values)
				fits := true
				for _, k := range levels {
					fits = fits && pair[from][k-1] == values[k-1]
					moved[k-1] = pair[to][k-1]
				}
				if fits {
					found.Add(moved)
				}
			}
			return found.Sorted()
		}
	}
	return m, follow(0, 1), follow(1, 0)
}

// image returns the successors of the tuples by the events.
func image(of mdd.Tuples, events []event) mdd.Tuples {
	r := mdd.Tuples{}
	for _, e := range events {
		for _, values := range of {
			for _, to := range e.next(values) {
				r.Add(to)
			}
		}
	}
	return r
}

// layers returns the tuples reached from the start, by distance; within may be nil.
func layers(start mdd.Tuples, events []event, within mdd.Tuples) (list []mdd.Tuples) {
	seen := mdd.Tuples{}
	for _, values := range start {
		seen.Add(values)
	}
	for layer := start; len(layer) > 0; {
		list = append(list, layer)
		layer = image(layer, events).Filter(func(v []int) bool {
			return within == nil ||
				within.Has(v)
		}).Filter(seen.Add)
	}
	return list
}

func all(layers []mdd.Tuples) mdd.Tuples {
	r := mdd.Tuples{}
	for _, layer := range layers {
		for _, values := range layer {
			r.Add(values)
		}
	}
	return r
}

// back returns the events of x backwards.
func (x *relation) back() []event {
	list := slices.Clone(x.events)
	for i, e := range list {
		list[i] = event{e.number, e.prev, e.next}
	}
	return list
}

func (x *relation) dead(values []int) bool {
	return !slices.ContainsFunc(x.events, func(e event) bool { return len(e.next(values)) > 0 })
}

func (s *system) anyRelation() *relation { return s.rels[s.rng.IntN(len(s.rels))] }

// eventOps are the operations of relations.
var eventOps = []op{
	{"Image", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		var got mdd.Set
		s.attempt(func() { got = x.r.Image(a.set) })
		s.keep("", got, image(a.twin, x.events))
	}},
	{"ImageWithin", func(s *system) {
		x, a, within := s.anyRelation(), s.anySet(), s.anySet()
		var got mdd.Set
		s.attempt(func() { got = x.r.ImageWithin(a.set, within.set) })
		s.keep("", got, image(a.twin, x.events).Filter(within.twin.Has))
	}},
	{"ImageOf", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		for _, e := range x.events {
			var got mdd.Set
			s.attempt(func() { got = x.r.ImageOf(e.number, a.set) })
			s.keep("", got, image(a.twin, []event{e}))
		}
	}},
	{"Leads", func(s *system) {
		x, a, b := s.anyRelation(), s.anySet(), s.anySet()
		for _, e := range x.events {
			want := len(image(a.twin, []event{e}).Filter(b.twin.Has)) > 0
			got := want
			s.attempt(func() { got = x.r.Leads(e.number, a.set, b.set) })
			s.compared(got == want, "got %v, want %v", got, want)
		}
	}},
	{"StuckWithin", func(s *system) {
		x, a, within := s.anyRelation(), s.anySet(), s.anySet()
		if s.rng.IntN(3) == 0 {
			within = a
		}
		var got mdd.Set
		s.attempt(func() { got = x.r.StuckWithin(a.set, within.set) })
		s.keep("", got, a.twin.Filter(func(v []int) bool {
			return len(image(twinOf([][]int{v}), x.events).Filter(within.twin.Has)) == 0
		}))
	}},
	{"PreImage", func(s *system) {
		x, a, within := s.anyRelation(), s.anySet(), s.anySet()
		if x.oneWay {
			return
		}
		want := image(a.twin, x.back())
		var got mdd.Set
		s.attempt(func() { got = x.r.PreImage(a.set) })
		s.keep("", got, want)
		s.attempt(func() { got = x.r.PreImageWithin(a.set, within.set) })
		s.keep("within", got, want.Filter(within.twin.Has))
		s.attempt(func() { got = x.r.Inverse().SaturateWithin(a.set, within.set) })
		s.keep("SaturateWithin", got, all(layers(a.twin, x.back(), within.twin)))
	}},
	{"Saturate", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		var got mdd.Set
		s.attempt(func() { got = x.r.Saturate(a.set) })
		s.keep("", got, all(layers(a.twin, x.events, nil)))
	}},
	{"SaturateWithin", func(s *system) {
		x, a, within := s.anyRelation(), s.anySet(), s.anySet()
		var got mdd.Set
		s.attempt(func() { got = x.r.SaturateWithin(a.set, within.set) })
		s.keep("", got, all(layers(a.twin, x.events, within.twin)))
	}},
	{"Partial", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		limits := mdd.Limits{Nodes: 1 + s.rng.IntN(200), Work: int64(s.rng.IntN(200))}
		want := all(layers(a.twin, x.events, nil))
		if s.f.Guard(context.Background(), limits, func() { x.r.Saturate(a.set) }) == nil {
			s.compared(x.r.Saturate(a.set).Equal(s.f.Tuples(want.Sorted())), "Saturate: another diagram")
			return
		}
		s.counts.ended++
		part := twinOf(slices.Collect(x.r.Partial(a.set).All()))
		s.compared(len(a.twin.Filter(part.Has)) == len(a.twin), "got %v from %v", part.Sorted(), a.twin.Sorted())
		s.compared(len(part.Filter(want.Has)) == len(part), "got %v, reachable are %v", part.Sorted(), want.Sorted())
	}},
	{"Chaining", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		var got mdd.Set
		s.attempt(func() { got = x.r.Chaining(a.set) })
		s.keep("", got, all(layers(a.twin, x.events, nil)))
	}},
	{"BFS", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		want := layers(a.twin, x.events, nil)
		got, depth := x.r.BFS(a.set)
		s.keep("", got, all(want))
		s.compared(depth == max(0, len(want)-1), "depth %d, want %d", depth, len(want)-1)
		x.r.Layers(a.set, func(d int, layer mdd.Set) bool {
			if d < len(want) {
				s.same("layer", layer, want[d])
			}
			return d < len(want)
		})
	}},
	{"Dead", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		var got mdd.Set
		s.attempt(func() { got = x.r.Dead(a.set) })
		s.keep("", got, a.twin.Filter(x.dead))
	}},
	{"Enabled", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		for _, e := range x.events {
			var got mdd.Set
			s.attempt(func() { got = x.r.Enabled(e.number, a.set) })
			s.keep("", got, a.twin.Filter(func(v []int) bool { return len(e.next(v)) > 0 }))
		}
	}},
	{"CountEnabled", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		want := int64(0)
		for _, e := range x.events {
			for _, v := range a.twin {
				if len(e.next(v)) > 0 {
					want++
				}
			}
		}
		got := x.r.CountEnabled(a.set)
		s.compared(got.IsInt64() && got.Int64() == want, "got %v, want %d", got, want)
	}},
	{"Add", func(s *system) {
		x, a := s.anyRelation(), s.anySet()
		if len(x.events) < 8 {
			s.addEvent(x)
		}
		s.same("Image", x.r.Image(a.set), image(a.twin, x.events))
	}},
	{"Only", func(s *system) {
		x, a, keep := s.anyRelation(), s.anySet(), s.rng.Uint32()
		var events []event
		for _, e := range x.events {
			if keep>>(e.number%32)&1 == 1 {
				events = append(events, e)
			}
		}
		part := x.r.Only(func(i int) bool { return keep>>(i%32)&1 == 1 })
		s.same("Saturate", part.Saturate(a.set), all(layers(a.twin, events, nil)))
	}},
	{"Path", (*system).comparePath},
	{"PathWithin", (*system).comparePathWithin},
	{"Before", (*system).compareBefore},
}
