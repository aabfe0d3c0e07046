package extended

import (
	"slices"

	"brim/petri"
)

// A Net is a net as its file holds it.
type Net struct {
	Name        string
	Places      []Place
	Transitions []Transition
	Arcs        []Arc      // several between the same two nodes are allowed
	Over        []Priority // beside those of Transition.Priority
	Finals      []Final    // final markings that the file names; none is no statement

	// Units are the nested units of an NUPN, nil for none. They say nothing of the behaviour, unless they are safe.
	// They must not be changed.
	Units *petri.Units
}

// A Place is a place of a net.
type Place struct {
	ID       string // no other place has it
	Label    string // a name for people; "" if there is none
	Initial  int64  // tokens in the initial marking, ≥ 0
	Capacity int64  // the most tokens that a firing may leave there; Unlimited if there is no limit
	At       *Point // where a drawing has it; nil if that is open
}

// Unlimited is the capacity of a place without one. The zero value of Place is no place without a capacity.
const Unlimited int64 = -1

// A Transition is a transition of a net.
type Transition struct {
	ID       string // no other transition has it
	Label    string // a name for people; "" if there is none
	Silent   bool   // the file says that its firing is not observed, as mined nets have it
	Priority int64  // it has priority over each transition of which this number is smaller
	At       *Point
}

// A Priority is a pair of transitions: while First could fire, Then cannot. The relation is the smallest transitive
// one that has all pairs, and must not lead from a transition back to it.
type Priority struct{ First, Then int }

// An Arc joins a place and a transition.
type Arc struct {
	Place, Transition int
	Kind              Kind
	Weight            int64 // at least 1; 1 for a reset arc
	Via               []Point
}

// A Kind is a kind of arcs.
type Kind uint8

// The kinds of arcs.
const (
	Input     Kind = iota // takes tokens from the place
	Output                // gives tokens to the place
	Read                  // asks for tokens and leaves them there; also called test arc
	Inhibitor             // disables the transition while the place holds as many tokens or more
	Reset                 // empties the place
)

// A Final is a final marking: tokens by place, in the order of Net.Places.
type Final []int64

// A Point is a position in a drawing, in points of 1/72 inch or in pixels of an editor; y grows downwards.
type Point struct{ X, Y float64 }

// Clone returns a copy that shares no memory with n.
func (n *Net) Clone() *Net {
	c := *n
	c.Places, c.Transitions, c.Arcs = slices.Clone(n.Places), slices.Clone(n.Transitions), slices.Clone(n.Arcs)
	c.Over, c.Finals = slices.Clone(n.Over), slices.Clone(n.Finals)
	for i := range c.Places {
		c.Places[i].At = c.Places[i].At.clone()
	}
	for i := range c.Transitions {
		c.Transitions[i].At = c.Transitions[i].At.clone()
	}
	for i := range c.Arcs {
		c.Arcs[i].Via = slices.Clone(c.Arcs[i].Via)
	}
	for i := range c.Finals {
		c.Finals[i] = slices.Clone(c.Finals[i])
	}
	return &c
}

func (p *Point) clone() *Point {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
