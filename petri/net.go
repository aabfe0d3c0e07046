package petri

import (
	"fmt"
	"slices"
)

// An Arc joins a transition to a place with a weight of at least 1.
type Arc struct {
	Place  int
	Weight int64
}

// A Place is a named counter of tokens.
type Place struct {
	Name    string // no other place has it; in PNML the id
	Alias   string // see Aliases; "" if there is none
	Initial int64  // tokens in the initial marking, ≥ 0
}

// A Transition moves tokens. Its arc lists are sorted by place and name each
// place at most once.
type Transition struct {
	Name    string // no other transition has it; in PNML the id
	Alias   string // see Aliases; "" if there is none
	Pre     []Arc  // tokens taken
	Post    []Arc  // tokens given
	Inhibit []Arc  // enabled only while the place holds fewer tokens than the weight
}

// A Net is a place/transition net with its initial marking. It is immutable:
// the slices must not be changed.
type Net struct {
	Name        string
	Places      []Place
	Transitions []Transition
	Units       *Units // nested units of an NUPN, nil if the net has none

	placeNames, transitionNames nameTable
	placeAlias, transitionAlias aliases
}

// PlaceIndex returns the index of the place called name.
func (n *Net) PlaceIndex(name string) (int, bool) {
	p, _, ok := n.placeNames.find(name, n.placeName)
	return p, ok
}

// TransitionIndex returns the index of the transition called name.
func (n *Net) TransitionIndex(name string) (int, bool) {
	t, _, ok := n.transitionNames.find(name, n.transitionName)
	return t, ok
}

func (n *Net) placeName(p int) string      { return n.Places[p].Name }
func (n *Net) transitionName(t int) string { return n.Transitions[t].Name }

// Initial returns a fresh copy of the initial marking.
func (n *Net) Initial() Marking {
	m := make(Marking, len(n.Places))
	for p := range n.Places {
		m[p] = n.Places[p].Initial
	}
	return m
}

// ArcCount returns the number of arcs of all three kinds.
func (n *Net) ArcCount() int {
	sum := 0
	for i := range n.Transitions {
		t := &n.Transitions[i]
		sum += len(t.Pre) + len(t.Post) + len(t.Inhibit)
	}
	return sum
}

// WithInitial returns the same net with another initial marking; all else is
// shared. The promise Units.Safe speaks of the old initial marking, so it is
// dropped if m differs. It panics if m has another length than the list of places
// or holds a negative number.
func (n *Net) WithInitial(m Marking) *Net {
	n.mustFit("WithInitial", m)
	c := *n
	c.Places = slices.Clone(n.Places)
	changed := false
	for p := range c.Places {
		if m[p] < 0 {
			panic(fmt.Sprintf("petri: WithInitial: place %s: %d tokens", c.Places[p].Name, m[p]))
		}
		changed = changed || m[p] != c.Places[p].Initial
		c.Places[p].Initial = m[p]
	}
	if c.Units != nil && c.Units.Safe && changed {
		u := *c.Units
		u.Safe = false
		c.Units = &u
	}
	return &c
}

// Equal reports whether n and o are the same net: name, places, transitions, names
// and aliases, arcs and units, all in the same order.
func (n *Net) Equal(o *Net) bool {
	return n.Name == o.Name &&
		slices.Equal(n.Places, o.Places) &&
		slices.EqualFunc(n.Transitions, o.Transitions, func(a, b Transition) bool {
			return a.Name == b.Name && a.Alias == b.Alias && slices.Equal(a.Pre, b.Pre) &&
				slices.Equal(a.Post, b.Post) && slices.Equal(a.Inhibit, b.Inhibit)
		}) &&
		n.Units.Equal(o.Units)
}

// WithUnits returns the same net with other units, nil for none; all else is shared. It panics if they are not units of
// its places.
func (n *Net) WithUnits(u *Units) *Net {
	c := *n
	if c.Units = u; u != nil {
		if fault := u.fault(len(n.Places)); fault != "" {
			panic("petri: WithUnits: " + fault)
		}
	}
	return &c
}
