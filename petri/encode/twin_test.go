package encode_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"brim/internal/testkit/oracle"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

// A twin is a model beside the explicit state space of its net.
type twin struct {
	*encode.Model
	space   *oracle.Space
	rng     *rand.Rand
	tuples  [][]int // of each marking, by its number in space
	reached mdd.Set
}

// compare returns the first difference between the diagrams made with d and o and the space of the same net.
func compare(space *oracle.Space, d order.Decomposition, o mdd.Options, seed uint64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	m, err := encode.New(space.Net, d, o)
	if err != nil {
		return err
	}
	defer m.Close()
	w := &twin{Model: m, space: space, rng: rand.New(rand.NewPCG(seed, 13))}
	if err := w.interrupted(); err != nil {
		return err
	}
	for _, part := range []func() error{
		w.closures, w.markings, w.layers, w.facts, w.images, w.events, w.upToLevels, w.asDiagrams, w.Forest.Check,
	} {
		// A wrong relation may have no end, so there are limits.
		late := w.Forest.Guard(context.Background(), mdd.Limits{Work: 10_000_000, Memory: 1 << 28},
			func() { err = part() })
		if err = cmp.Or(err, late); err != nil {
			return err
		}
	}
	return nil
}

// interrupted ends some saturations early: what they leave holds reachable tuples, the initial one among them, and
// harms nothing that comes later.
func (w *twin) interrupted() error {
	var partial []mdd.Set
	for work := int64(1); work < 200; work *= 2 + w.rng.Int64N(8) {
		err := w.Forest.Guard(context.Background(), mdd.Limits{Work: work}, func() { w.Moves.Saturate(w.Init) })
		if err == nil {
			break
		}
		var limit *mdd.LimitError
		if !errors.As(err, &limit) || limit.Kind != "work" {
			return fmt.Errorf("Guard with %d questions: %w", work, err)
		}
		partial = append(partial, w.Moves.Partial(w.Init))
	}
	var reached mdd.Set
	limits := mdd.Limits{Work: 10_000_000, Memory: 1 << 28}
	if err := w.Forest.Guard(context.Background(), limits, func() { reached = w.Moves.Saturate(w.Init) }); err != nil {
		return err
	}
	for _, s := range partial {
		if !s.Minus(reached).IsEmpty() || !w.Init.Minus(s).IsEmpty() {
			return fmt.Errorf("Partial has %v tuples of which %v are reachable; of the initial one it lacks %v",
				s.Count(), s.Intersect(reached).Count(), w.Init.Minus(s).Count())
		}
	}
	return nil
}

// closures compares the ways to the reachable set.
func (w *twin) closures() error {
	w.reached = w.Moves.Saturate(w.Init)
	ways := map[string]func(*mdd.Relation) mdd.Set{
		"Saturate": func(r *mdd.Relation) mdd.Set { return r.Saturate(w.Init) },
		"Chaining": func(r *mdd.Relation) mdd.Set { return r.Chaining(w.Init) },
		"BFS":      func(r *mdd.Relation) mdd.Set { s, _ := r.BFS(w.Init); return s },
	}
	for _, name := range []string{"Saturate", "Chaining", "BFS"} {
		for relation, r := range map[string]*mdd.Relation{"All": w.All, "Moves": w.Moves} {
			if got := ways[name](r); !got.Equal(w.reached) {
				return fmt.Errorf("%s with %s: %v tuples, but %v with Moves.Saturate", name, relation, got.Count(),
					w.reached.Count())
			}
		}
	}
	if n := w.reached.Count(); !n.IsInt64() || n.Int64() != int64(len(w.space.States)) {
		return fmt.Errorf("%v tuples reached, want %d", n, len(w.space.States))
	}
	if again := w.Moves.Saturate(w.reached); !again.Equal(w.reached) {
		return fmt.Errorf("saturated again: %v tuples, before %v", again.Count(), w.reached.Count())
	}
	return nil
}

// markings pairs tuples and markings.
func (w *twin) markings() error {
	w.tuples = make([][]int, len(w.space.States))
	for values := range w.reached.All() {
		marking := w.Marking(values)
		i, ok := w.space.Number(marking)
		if !ok {
			return fmt.Errorf("tuple %v stands for %v, which is not reachable", values, marking)
		}
		if w.tuples[i] != nil {
			return fmt.Errorf("tuples %v and %v both stand for %v", w.tuples[i], values, marking)
		}
		if !w.reached.Contains(values...) {
			return fmt.Errorf("tuple %v is listed but not contained", values)
		}
		w.tuples[i] = values
	}
	return w.same("Init", w.Init, []int{0})
}

// set returns the set of some markings.
func (w *twin) set(numbers []int) mdd.Set {
	var list [][]int
	for _, i := range numbers {
		list = append(list, w.tuples[i])
	}
	return w.Forest.Tuples(list)
}

// same returns an error unless s holds just the given markings.
func (w *twin) same(what string, s mdd.Set, numbers []int) error {
	if want := w.set(numbers); !s.Equal(want) {
		return fmt.Errorf("%s: %v tuples, want %v, of which %v are there", what, s.Count(), want.Count(),
			s.Intersect(want).Count())
	}
	return nil
}

// numbers returns the markings for which keep is true.
func (w *twin) numbers(keep func(i int) bool) (list []int) {
	for i := range w.space.States {
		if keep(i) {
			list = append(list, i)
		}
	}
	return list
}

// some returns a random part of the markings.
func (w *twin) some() []int {
	percent := w.rng.IntN(100)
	return w.numbers(func(int) bool { return w.rng.IntN(100) < percent })
}

func (w *twin) layers() error {
	if _, depth := w.Moves.BFS(w.Init); depth != w.space.Depth {
		return fmt.Errorf("depth %d, want %d", depth, w.space.Depth)
	}
	var err error
	w.All.Layers(w.Init, func(d int, layer mdd.Set) bool {
		err = w.same(fmt.Sprint("layer ", d), layer, w.numbers(func(i int) bool { return w.space.Dist[i] == d }))
		return err == nil
	})
	return err
}

func (w *twin) facts() error {
	if n := w.All.CountEnabled(w.reached); !n.IsInt64() || n.Int64() != int64(w.space.Firings) {
		return fmt.Errorf("%v firings, want %d", n, w.space.Firings)
	}
	if err := w.same("deadlocks", w.All.Dead(w.reached), w.space.Dead); err != nil {
		return err
	}
	if bounds := w.PlaceBounds(w.reached); !slices.Equal(bounds, w.space.MaxTokens) {
		return fmt.Errorf("place bounds %v, want %v", bounds, w.space.MaxTokens)
	}
	if n := w.MaxTokens(w.reached); !n.IsInt64() || n.Int64() != w.space.MaxInMarking {
		return fmt.Errorf("at most %v tokens in a marking, want %d", n, w.space.MaxInMarking)
	}
	none := w.Forest.Empty()
	if n := w.MaxTokens(none); n.Sign() != 0 || slices.Max(w.PlaceBounds(none)) != 0 {
		return fmt.Errorf("an empty set has tokens: %v, %v", n, w.PlaceBounds(none))
	}
	return nil
}

// images steps forth and back from random sets.
func (w *twin) images() error {
	for range 3 {
		from := w.some()
		in := make([]bool, len(w.tuples))
		after, before := make([]bool, len(w.tuples)), make([]bool, len(w.tuples))
		for _, i := range from {
			in[i] = true
			for _, e := range w.space.Succ[i] {
				after[e.To] = true
			}
		}
		for i, edges := range w.space.Succ {
			for _, e := range edges {
				before[i] = before[i] || in[e.To]
			}
		}
		s := w.set(from)
		if err := w.same("Image", w.All.Image(s), w.numbers(func(i int) bool { return after[i] })); err != nil {
			return err
		}
		if err := w.same("PreImage", w.All.PreImage(s).Intersect(w.reached),
			w.numbers(func(i int) bool { return before[i] })); err != nil {
			return err
		}
	}
	return nil
}

// events looks at each transition by itself.
func (w *twin) events() error {
	after := make([][]int, len(w.Net.Transitions))
	at := make([][]int, len(w.Net.Transitions))
	for i, edges := range w.space.Succ {
		for _, e := range edges {
			at[e.Transition] = append(at[e.Transition], i)
			after[e.Transition] = append(after[e.Transition], e.To)
		}
	}
	for t := range w.Net.Transitions {
		name := w.Net.Transitions[t].Name
		if err := w.same("Enabled "+name, w.All.Enabled(t, w.reached), at[t]); err != nil {
			return err
		}
		if err := w.same("image of "+name, w.All.ImageOf(t, w.reached), after[t]); err != nil {
			return err
		}
	}
	return nil
}

// upToLevels compares the ways to what the events of low levels reach.
func (w *twin) upToLevels() error {
	for k := 1; k <= w.Forest.Levels(); k++ {
		if w.Forest.Levels() > 5 && w.rng.IntN(w.Forest.Levels()) > 3 {
			continue
		}
		low := make([]bool, len(w.Net.Transitions))
		for t := range low {
			low[t] = w.All.Top(t) <= k
			if levels := w.levelsOf(t); w.All.Top(t) > slices.Max(append(levels, 0)) {
				return fmt.Errorf("%s touches levels %v, but its top is %d", w.Net.Transitions[t].Name, levels,
					w.All.Top(t))
			}
		}
		seen := make([]bool, len(w.tuples))
		seen[0] = true
		for todo := []int{0}; len(todo) > 0; {
			i := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, e := range w.space.Succ[i] {
				if low[e.Transition] && !seen[e.To] {
					seen[e.To] = true
					todo = append(todo, e.To)
				}
			}
		}
		want := w.numbers(func(i int) bool { return seen[i] })
		r := w.All.Only(func(t int) bool { return low[t] })
		saturated := r.Saturate(w.Init)
		if err := w.same(fmt.Sprintf("Saturate with events up to level %d", k), saturated, want); err != nil {
			return err
		}
		if got := r.Chaining(w.Init); !got.Equal(saturated) {
			return fmt.Errorf("Chain with events up to level %d: %v tuples, want %v", k, got.Count(), saturated.Count())
		}
		if got, _ := r.BFS(w.Init); !got.Equal(saturated) {
			return fmt.Errorf("BFS with events up to level %d: %v tuples, want %v", k, got.Count(), saturated.Count())
		}
	}
	return nil
}

// asDiagrams builds the relation anew: each transition as a set of pairs, all transitions as one set, and a
// mixture of the two forms.
func (w *twin) asDiagrams() error {
	levels := make([][]int, len(w.Net.Transitions))
	for t := range levels {
		levels[t] = w.levelsOf(t)
	}
	rule := mdd.Rule(w.rng.IntN(2))
	apart, mixed, together := w.Forest.NewRelation(), w.All.Only(func(int) bool { return true }), w.Forest.NewRelation()
	for t := range levels {
		if len(levels[t]) == 0 {
			apart.Add()
			continue
		}
		add := w.pairs(levels[t], rule, func(e oracle.Edge) bool { return e.Transition == t })
		add(apart)
		if w.rng.IntN(2) == 0 {
			add(mixed)
		}
	}
	var all []int
	for k := 1; k <= w.Forest.Levels(); k++ {
		all = append(all, k)
	}
	w.pairs(all, rule, func(oracle.Edge) bool { return true })(together)
	for _, c := range []struct {
		name string
		r    *mdd.Relation
	}{{"transitions as diagrams", apart}, {"transitions in both forms", mixed},
		{"the relation as one diagram", together}} {
		if got := c.r.Saturate(w.Init); !got.Equal(w.reached) {
			return fmt.Errorf("%s: Saturate: %v tuples, want %v", c.name, got.Count(), w.reached.Count())
		}
		if got := c.r.Chaining(w.Init); !got.Equal(w.reached) {
			return fmt.Errorf("%s: Chain: %v tuples, want %v", c.name, got.Count(), w.reached.Count())
		}
		s := w.set(w.some())
		if got, want := c.r.Image(s), w.All.Image(s); !got.Equal(want) {
			return fmt.Errorf("%s: Image: %v tuples, want %v", c.name, got.Count(), want.Count())
		}
		if got, want := c.r.PreImage(s), w.All.PreImage(s).Intersect(w.reached); !got.Intersect(w.reached).Equal(want) {
			return fmt.Errorf("%s: PreImage: %v tuples, want %v", c.name, got.Count(), want.Count())
		}
	}
	if n := apart.CountEnabled(w.reached).Int64(); n != int64(w.space.Firings) {
		return fmt.Errorf("transitions as diagrams: %d firings, want %d", n, w.space.Firings)
	}
	if dead := apart.Dead(w.reached); !dead.Equal(w.All.Dead(w.reached)) {
		return fmt.Errorf("transitions as diagrams: %v deadlocks, want %d", dead.Count(), len(w.space.Dead))
	}
	return nil
}

// levelsOf returns the levels that transition t touches, ascending.
func (w *twin) levelsOf(t int) (levels []int) {
	level := w.Order.LevelOf(len(w.Net.Places))
	tr := &w.Net.Transitions[t]
	for _, places := range [][]int{placesOf(tr.Pre), placesOf(tr.Post), placesOf(tr.Inhibit)} {
		for _, p := range places {
			levels = append(levels, level[p])
		}
	}
	slices.Sort(levels)
	return slices.Compact(levels)
}

// pairs returns a function that adds to a relation the event which does on the levels what the chosen edges do.
func (w *twin) pairs(levels []int, rule mdd.Rule, chosen func(oracle.Edge) bool) (add func(*mdd.Relation)) {
	f := mdd.New(2*len(levels), mdd.Options{Rule: rule})
	var list [][]int
	for i, edges := range w.space.Succ {
		for _, e := range edges {
			if !chosen(e) {
				continue
			}
			var pair []int
			for _, k := range levels {
				pair = append(pair, w.tuples[e.To][k-1], w.tuples[i][k-1])
			}
			list = append(list, pair)
		}
	}
	s := f.Tuples(list)
	return func(r *mdd.Relation) { r.AddDiagram(levels, s) }
}

func placesOf(arcs []petri.Arc) (places []int) {
	for _, a := range arcs {
		places = append(places, a.Place)
	}
	return places
}
