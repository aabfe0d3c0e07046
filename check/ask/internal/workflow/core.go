package workflow

import (
	"fmt"
	"slices"

	"brim/petri"
)

// The reduced net, and how its runs become runs of the net that was reduced.

// A Core is what the rules leave of a net. For each k it is k-sound exactly if the net is, and if each of its
// transitions can fire, each one of the net can.
type Core struct {
	Net          *petri.Net // one case begins
	Source, Sink int
	Places       []int // of the net, by place of the core

	words  []*word // of the net's transitions, by transition of the core
	names  []int   // of the net, by transition of the core
	always []*word // what can fire when a case begins
}

// Step reports whether all that is left is one transition from the source to the sink. Then the net is k-sound for all
// k, and each of its transitions can fire.
func (c *Core) Step() bool {
	if len(c.Net.Places) != 2 || len(c.Net.Transitions) != 1 {
		return false
	}
	t := c.Net.Transitions[0]
	one := func(arcs []petri.Arc, p int) bool { return len(arcs) == 1 && arcs[0] == petri.Arc{Place: p, Weight: 1} }
	return one(t.Pre, c.Source) && one(t.Post, c.Sink)
}

// Lift returns a run of the net for one of the core. It ends in a marking with the same tokens on the places that the
// core has, and with no tokens on the others, but for those that the places of the core imply. It is false if the run
// has more than so many steps.
func (c *Core) Lift(steps []int, most int) (lifted []int, ok bool) {
	for _, t := range steps {
		if c.words[t].length > int64(most-len(lifted)) {
			return nil, false
		}
		lifted = c.words[t].spell(lifted)
	}
	return lifted, true
}

// Fires lists transitions of the net that can fire, without order, if some transitions of the core can. If all of them
// can it lists all.
func (c *Core) Fires(transitions []int) (list []int) {
	seen := map[*word]bool{}
	todo := slices.Clone(c.always)
	for _, t := range transitions {
		todo = append(todo, c.words[t])
	}
	for len(todo) > 0 {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[w] {
			continue
		}
		seen[w] = true
		todo = append(todo, w.also...)
		if w.first == nil {
			list = append(list, w.transition)
		} else {
			todo = append(todo, w.first, w.second)
		}
	}
	return list
}

// Original returns a transition of the net that can fire exactly if transition t of the core can.
func (c *Core) Original(t int) int { return c.names[t] }

// A word is a sequence of transitions: one of them, or a word several times and then another one several times.
type word struct {
	transition    int
	first, second *word // nil for a transition
	times, again  int64 // at least 1
	length        int64
	also          []*word // what can fire if this can
}

// join returns the word of first, so many times, and second, so many times. Lengths beyond the range are the largest.
func join(first *word, times int64, second *word, again int64) *word {
	w := &word{first: first, second: second, times: times, again: again}
	w.length = int64(min(float64(times)*float64(first.length)+float64(again)*float64(second.length), 1<<62))
	return w
}

// spell appends the transitions of a word.
func (w *word) spell(list []int) []int {
	if w.first == nil {
		return append(list, w.transition)
	}
	for range w.times {
		list = w.first.spell(list)
	}
	for range w.again {
		list = w.second.spell(list)
	}
	return list
}

// core returns what is left.
func (s *state) core(net *petri.Net) *Core {
	c := new(Core)
	b := petri.NewBuilder(net.Name)
	at := make([]int, len(net.Places))
	for p := range net.Places {
		if s.gone[p] {
			continue
		}
		initial := int64(0)
		if p == s.source {
			initial = 1
		}
		at[p] = b.Place(net.Places[p].Name, initial)
		c.Places = append(c.Places, p)
	}
	c.Source, c.Sink = at[s.source], at[s.sink]
	for t, w := range s.words {
		if w == nil {
			continue
		}
		n := b.Transition(net.Transitions[t].Name)
		for _, a := range s.pre[t] {
			b.In(n, at[a.Place], a.Weight)
		}
		for _, a := range s.post[t] {
			b.Out(n, at[a.Place], a.Weight)
		}
		c.words, c.names = append(c.words, w), append(c.names, t)
	}
	c.always = s.always
	var err error
	if c.Net, err = b.Net(); err != nil {
		panic(fmt.Sprintf("workflow: the core of a net: %v", err))
	}
	return c
}
