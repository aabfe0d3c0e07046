package ticks

import (
	"fmt"
	"slices"

	"brim/mdd"
)

// Sets of states as sets of markings.

// A Projection turns sets of states of a system into sets of their markings. It must be used by one goroutine only.
type Projection struct {
	Forest *mdd.Forest // of markings, with a level for each place; see Level

	levels []int            // by place
	terms  [][]contribution // by level of the system, counted from 1
	adds   *mdd.Relation    // events that add tokens
	events map[string]int   // by what they add
}

// A contribution is what a variable tells of a place.
type contribution struct {
	place int
	term  Term
}

// Projection returns a projection of sets of the system's states. The caller closes its forest. It has its own limits,
// by its Guard.
func (m *Model) Projection() *Projection {
	x := &Projection{levels: make([]int, len(m.places)), events: map[string]int{}}
	x.terms = make([][]contribution, len(m.System.Variables())+1)
	highest := make([]int, len(m.places)) // of the variables that tell of a place
	places := make([]int, len(m.places))
	for p, terms := range m.places {
		places[p] = p
		for _, t := range terms {
			level := m.System.Level(t.Variable)
			x.terms[level] = append(x.terms[level], contribution{p, t})
			highest[p] = max(highest[p], level)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return highest[a] - highest[b] })
	for i, p := range places {
		x.levels[p] = i + 1
	}
	x.Forest = mdd.New(max(1, len(places)), mdd.Options{})
	x.adds = x.Forest.NewRelation()
	return x
}

// Level returns the level of a place.
func (x *Projection) Level(place int) int { return x.levels[place] }

// Markings returns the set of the markings of a set of states. Cost: for each arc of its diagram an image and a union
// of sets of markings.
func (x *Projection) Markings(states mdd.Set) mdd.Set {
	if states.IsEmpty() {
		return x.Forest.Empty()
	}
	empty := x.Forest.Tuple(make([]int, x.Forest.Levels())...)
	f := folding{
		Projection: x, sets: []mdd.Set{x.Forest.Empty(), empty}, levels: []int{0, 0}, lifted: map[[2]int]mdd.Set{},
	}
	for n := range states.EachNode() {
		f.sets, f.levels = append(f.sets, f.fold(n)), append(f.levels, n.Level)
	}
	return f.upTo(len(f.sets)-1, len(x.terms)-1)
}

// A folding is the work on one set of states, node by node.
type folding struct {
	*Projection
	sets   []mdd.Set          // by name of a node: the markings that the variables up to its level tell
	levels []int              // by name of a node
	lifted map[[2]int]mdd.Set // by name of a node and level: the markings that the variables up to that level tell
}

// fold returns the markings that the variables up to the level of a node tell.
func (f *folding) fold(n mdd.ListedNode) mdd.Set {
	parts := map[string]mdd.Set{} // by what the value of the variable adds
	var keys []string
	added := map[string][]mdd.Step{}
	for i, v := range n.Values {
		steps, key := f.adding(n.Level, v)
		if _, ok := parts[key]; !ok {
			parts[key], added[key], keys = f.Forest.Empty(), steps, append(keys, key)
		}
		parts[key] = parts[key].Union(f.upTo(int(n.Children[i]), n.Level-1))
	}
	set := f.Forest.Empty()
	for _, key := range keys {
		set = set.Union(f.add(added[key], key, parts[key]))
	}
	return set
}

// upTo returns the markings that the variables up to a level tell, if those above the node are 0.
func (f *folding) upTo(node, level int) mdd.Set {
	set := f.sets[node]
	if node == 0 {
		return set
	}
	for l := f.levels[node] + 1; l <= level; l++ {
		steps, key := f.adding(l, 0)
		if len(steps) == 0 {
			continue
		}
		at := [2]int{node, l}
		if _, ok := f.lifted[at]; !ok {
			f.lifted[at] = f.add(steps, key, set)
		}
		set = f.lifted[at]
	}
	return set
}

// adding returns the steps that add the tokens that a value of the variable of a level tells, and a key for them.
func (x *Projection) adding(level, value int) (steps []mdd.Step, key string) {
	for _, c := range x.terms[level] {
		tokens := value
		if c.term.Tokens != nil {
			tokens = c.term.Tokens[value]
		}
		if tokens == 0 {
			continue
		}
		at := x.levels[c.place]
		if i := slices.IndexFunc(steps, func(s mdd.Step) bool { return s.Level == at }); i >= 0 {
			tokens += steps[i].Effect.(mdd.Shift).Delta
			steps = slices.Delete(steps, i, i+1)
		}
		steps = append(steps, mdd.Step{Level: at, Effect: mdd.Shift{Delta: tokens}})
	}
	if len(steps) > 0 {
		key = fmt.Sprint(steps)
	}
	return steps, key
}

// add returns the markings with further tokens.
func (x *Projection) add(steps []mdd.Step, key string, set mdd.Set) mdd.Set {
	if len(steps) == 0 {
		return set
	}
	event, ok := x.events[key]
	if !ok {
		event = x.adds.Add(steps...)
		x.events[key] = event
	}
	return x.adds.ImageOf(event, set)
}
