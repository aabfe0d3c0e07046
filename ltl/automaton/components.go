package automaton

import (
	"brim/internal/scc"
	"slices"
)

// Classes of automata by their strongly connected components: terminal, weak, strong.

// A Component is a strongly connected part of an automaton.
type Component struct {
	States    []int // ascending
	Trivial   bool  // one state without an arc to itself
	Accepting bool  // it has cycles with all marks
}

// Components returns the strongly connected parts of the automaton in topological order: arcs lead from each to itself
// and to later ones.
func (a *Automaton) Components() []Component {
	parts, of := a.parts()
	list := make([]Component, len(parts))
	for i, states := range parts {
		c := Component{States: states, Trivial: true}
		var seen uint64
		for _, s := range states {
			for _, arc := range a.States[s].Arcs {
				if of[arc.To] == i {
					c.Trivial = false
					seen |= arc.Marks
				}
			}
		}
		c.Accepting = !c.Trivial && seen == a.All()
		list[i] = c
	}
	return list
}

// parts returns the states of the strongly connected parts in topological order, and the part of each state.
func (a *Automaton) parts() (parts [][]int, of []int) {
	return stronglyConnected(len(a.States), func(s int, yield func(int)) {
		for _, arc := range a.States[s].Arcs {
			yield(arc.To)
		}
	})
}

// stronglyConnected returns the strongly connected parts of the graph with nodes 0 to n−1, in topological order and
// each ascending, and the part of each node.
func stronglyConnected(n int, next func(v int, yield func(w int))) (parts [][]int, of []int) {
	c := scc.Find(scc.New(n, next), nil)
	parts, of = make([][]int, c.Len()), make([]int, n)
	for v := range n {
		i := c.Len() - 1 - int(c.Of[v])
		of[v] = i
		parts[i] = append(parts[i], v)
	}
	return parts, of
}

// A Class says what search an automaton needs. Each is a special case of the next.
type Class uint8

const (
	// Terminal: each accepting component takes whatever comes, and accepts it. So a run is accepted as soon as it
	// reaches one, provided that it goes on for ever.
	Terminal Class = iota
	// Weak: a run that stays in an accepting component for ever is accepted, whatever cycles it takes there.
	Weak
	// Strong: marks have to be seen again and again.
	Strong
)

func (c Class) String() string { return [...]string{"terminal", "weak", "strong"}[c] }

// Class returns the class of the automaton.
func (a *Automaton) Class() Class {
	class := Terminal
	for _, c := range a.Components() {
		switch {
		case !c.Accepting:
		case !a.uniform(c.States):
			return Strong
		case !a.complete(c.States):
			class = Weak
		}
	}
	return class
}

// uniform reports whether each cycle inside an accepting component has all marks.
func (a *Automaton) uniform(states []int) bool {
	for m := range a.Marks {
		if !a.onEachCycle(states, 1<<m) {
			return false
		}
	}
	return true
}

// onEachCycle reports whether each cycle among the given states, which are ascending, has one of the marks.
func (a *Automaton) onEachCycle(states []int, marks uint64) bool {
	looping := false
	parts, _ := stronglyConnected(len(states), func(v int, yield func(int)) {
		for _, arc := range a.States[states[v]].Arcs {
			if w, inside := slices.BinarySearch(states, arc.To); inside && arc.Marks&marks == 0 {
				looping = looping || v == w
				yield(w)
			}
		}
	})
	return !looping && len(parts) == len(states)
}

// complete reports whether each of the given states, which are ascending, has for every valuation an arc to one of
// them.
func (a *Automaton) complete(states []int) bool {
	for _, s := range states {
		var guard Guard
		for _, arc := range a.States[s].Arcs {
			if _, inside := slices.BinarySearch(states, arc.To); inside {
				guard = append(guard, arc.Guard...)
			}
		}
		if !guard.Always() {
			return false
		}
	}
	return true
}
