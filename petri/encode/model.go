// Package encode turns a Petri net and an order into what package mdd works on: an initial set and a
// relation with one event per transition. It is the only place that knows nets and diagrams.
//
// A level with one place counts its tokens, in the largest unit that all its arcs move (see scale). A level with
// several places, a component, numbers its local states as they are discovered, and an event's effect on it is a table
// that fills lazily (see space); so does a single place whose numbers are too far apart to be counted.
//
// All numbers of tokens are exact up to 2^63−1. A firing beyond is never lost: see Model.Overflow.
//
// A model need not have all markings of its net. NewWithin makes one that stays within bounds and knows where it would
// leave them, and NewEnlarged one that allows more than the net, in which large numbers of tokens are all the same.
package encode

import (
	"fmt"
	"slices"

	"brim/mdd"
	"brim/petri"
	"brim/petri/order"
)

// A Model is a net as diagrams.
type Model struct {
	Net    *petri.Net
	Order  order.Decomposition
	Forest *mdd.Forest
	Init   mdd.Set

	// All has one event per transition, by index. Moves lacks the transitions that change nothing: it reaches the same
	// states sooner.
	All, Moves *mdd.Relation

	levels  []level
	narrow  *narrowed // what Moves lacks, see NewWithin; nil if nothing
	levelOf []int32   // level of each place
	indexOf []int32   // index of each place within its component
}

// New encodes net with the components and levels of d. The forest is made with o and belongs to the model: Close gives
// it back.
func New(net *petri.Net, d order.Decomposition, o mdd.Options) (*Model, error) {
	m, err := newModel(net, d)
	if err != nil {
		return nil, err
	}
	e := m.effects(net.Transitions)
	m.makeLevels(e, nil, o)
	m.All = m.events(e)
	m.Moves = m.All.Only(func(t int) bool { return e.moves[t] })
	return m, nil
}

// newModel returns a model without levels and events. That of a net without places has one level, since a forest needs
// one, with one local value.
func newModel(net *petri.Net, d order.Decomposition) (*Model, error) {
	if err := d.Check(net); err != nil {
		return nil, err
	}
	if len(d.Levels) > mdd.MaxLevels {
		return nil, fmt.Errorf("order of net %s: %d levels, expected at most %d", net.Name, len(d.Levels),
			mdd.MaxLevels)
	}
	if len(net.Places) == 0 {
		d.Levels = [][]int{nil}
	}
	m := &Model{
		Net: net, Order: d,
		levelOf: make([]int32, len(net.Places)),
		indexOf: make([]int32, len(net.Places)),
	}
	for i, places := range d.Levels {
		for j, p := range places {
			m.levelOf[p], m.indexOf[p] = int32(i+1), int32(j)
		}
	}
	return m, nil
}

// Close gives the memory of the diagrams back.
func (m *Model) Close() { m.Forest.Close() }

// initial returns the local values of the initial marking.
func (m *Model) initial() []int {
	values := make([]int, len(m.levels))
	for i, places := range m.Order.Levels {
		if len(places) == 0 {
			continue
		}
		values[i] = m.levels[i].initial(m.Net.Places[places[0]].Initial)
	}
	return values
}

// Marking returns the marking that a tuple of local values stands for.
func (m *Model) Marking(values []int) petri.Marking {
	marking := make(petri.Marking, len(m.Net.Places))
	for i, places := range m.Order.Levels {
		for j, p := range places {
			marking[p] = m.levels[i].tokens(values[i], j)
		}
	}
	return marking
}

// An OverflowError reports that a place can get more than 2^63−1 tokens.
type OverflowError struct{ Net, Place string }

func (e *OverflowError) Error() string {
	return fmt.Sprintf("net %s: place %s can get more tokens than 64 bits count", e.Net, e.Place)
}

// Overflow returns an *OverflowError if a firing in a marking of s, a set that Moves has reached, would give a place
// more than 2^63−1 tokens. Then s lacks the marking after it, and has a tuple that stands for none.
func (m *Model) Overflow(s mdd.Set) error {
	for i, l := range m.levels {
		if l.space != nil && l.space.over > 0 && slices.Contains(s.Values(i+1), l.space.over) {
			return &OverflowError{m.Net.Name, m.Net.Places[m.Order.Levels[i][l.space.overFull]].Name}
		}
	}
	return nil
}
