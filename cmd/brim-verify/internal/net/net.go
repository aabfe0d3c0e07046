// Package net has Petri nets with their firing rule, and reads them from PNML. It is all that the checker believes
// about the model.
package net

import (
	"fmt"
	"math"
)

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

// A Transition is enabled in a marking m if m(p) ≥ weight for all arcs of Pre and m(p) < weight for all of Inhibit. To
// fire takes the weights of Pre from their places and puts those of Post there. A place occurs once in each list.
type Transition struct {
	Name               string
	Pre, Post, Inhibit []Arc
}

// An Arc leads from or to a place.
type Arc struct {
	Place  int
	Weight int64 // ≥ 1
}

// A Marking has the number of tokens of each place, all ≥ 0.
type Marking []int64

// Enabled reports whether t can fire in m.
func (n *Net) Enabled(m Marking, t int) bool {
	for _, a := range n.Transitions[t].Pre {
		if m[a.Place] < a.Weight {
			return false
		}
	}
	for _, a := range n.Transitions[t].Inhibit {
		if m[a.Place] >= a.Weight {
			return false
		}
	}
	return true
}

// Fire changes m to the marking after t. It is an error if t is not enabled, and then m is unchanged, or if a place
// gets more than 2^63−1 tokens.
func (n *Net) Fire(m Marking, t int) error {
	if !n.Enabled(m, t) {
		return fmt.Errorf("transition %q is not enabled", n.Transitions[t].Name)
	}
	for _, a := range n.Transitions[t].Pre {
		m[a.Place] -= a.Weight
	}
	for _, a := range n.Transitions[t].Post {
		if m[a.Place] > math.MaxInt64-a.Weight {
			name, place := n.Transitions[t].Name, n.Places[a.Place]
			return fmt.Errorf("transition %q gives place %q more than 2^63-1 tokens", name, place)
		}
		m[a.Place] += a.Weight
	}
	return nil
}
