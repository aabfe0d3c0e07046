// Package net has Petri nets with their firing rule, and reads them from PNML. It is all that the checker believes
// about the model.
package net

import "math"

// A Net is a place/transition net, perhaps with inhibitor arcs.
type Net struct {
	Places      []string // their ids
	Transitions []Transition
	Initial     []int64 // by place

	// PlaceNamed and TransitionNamed have what a name in a formula stands for: of a place/transition net one place or
	// transition, of a coloured net all that the unfolding made of it.
	PlaceNamed, TransitionNamed map[string][]int
	// PlaceNames and TransitionNames are the keys of these maps in the sequence of the file. The global properties of
	// the contest speak of them.
	PlaceNames, TransitionNames []string
}

// A Transition has an arc for each place that it has to do with, by place.
type Transition struct {
	Name string
	Arcs []Arc
}

// An Arc is what a transition has to do with a place. It is enabled if the place has at least Pre and at most Most
// tokens. To fire takes Pre ≥ 0 of them and puts Post ≥ 0 there.
type Arc struct {
	Place           int
	Pre, Post, Most int64
}

// A Marking has the number of tokens of each place, all ≥ 0.
type Marking []int64

// Enabled reports whether t can fire in m.
func (n *Net) Enabled(m Marking, t int) bool {
	for _, a := range n.Transitions[t].Arcs {
		if m[a.Place] < a.Pre || m[a.Place] > a.Most {
			return false
		}
	}
	return true
}

// Fire changes m to the marking after t, and reports whether there is one: t is enabled, else m is unchanged, and no
// place gets more than 2^63−1 tokens.
func (n *Net) Fire(m Marking, t int) bool {
	ok := n.Enabled(m, t)
	for i := 0; ok && i < len(n.Transitions[t].Arcs); i++ {
		a := n.Transitions[t].Arcs[i]
		ok = m[a.Place]-a.Pre <= math.MaxInt64-a.Post
		m[a.Place] += a.Post - a.Pre
	}
	return ok
}
