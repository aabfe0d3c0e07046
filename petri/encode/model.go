// Package encode turns a Petri net and an order into what package mdd works on: an initial set and a
// relation with one event per transition. It is the only place that knows nets and diagrams.
//
// A level with one place counts its tokens. A level with several places, a component, numbers its
// local states as they are discovered, and an event's effect on it is a table that fills lazily.
package encode

import (
	"fmt"

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

	spaces  []*space // by level − 1; nil where the local value is the number of tokens of the only place
	levelOf []int32  // level of each place
	indexOf []int32  // index of each place within its component
}

// New encodes net with the components and levels of d. The forest is made with o and belongs to the model: Close gives it back.
func New(net *petri.Net, d order.Decomposition, o mdd.Options) (*Model, error) {
	if len(net.Places) == 0 {
		return nil, fmt.Errorf("net %s has no places", net.Name)
	}
	if err := d.Check(net); err != nil {
		return nil, err
	}
	m := &Model{
		Net: net, Order: d,
		spaces:  make([]*space, len(d.Levels)),
		levelOf: make([]int32, len(net.Places)),
		indexOf: make([]int32, len(net.Places)),
	}
	for i, places := range d.Levels {
		for j, p := range places {
			m.levelOf[p], m.indexOf[p] = int32(i+1), int32(j)
		}
	}
	e := m.effects()
	m.makeSpaces(e)
	m.Forest = mdd.New(len(d.Levels), o)
	m.Init = m.Forest.Tuple(m.initial()...)
	m.addEvents(e)
	return m, nil
}

// Close gives the memory of the diagrams back.
func (m *Model) Close() { m.Forest.Close() }

// initial returns the local values of the initial marking.
func (m *Model) initial() []int {
	values := make([]int, len(m.spaces))
	for i, places := range m.Order.Levels {
		if m.spaces[i] == nil {
			values[i] = int(m.Net.Places[places[0]].Initial)
		}
	}
	return values
}

// Marking returns the marking that a tuple of local values stands for.
func (m *Model) Marking(values []int) petri.Marking {
	marking := make(petri.Marking, len(m.Net.Places))
	for i, places := range m.Order.Levels {
		for j, p := range places {
			marking[p] = m.tokens(i, values[i], j)
		}
	}
	return marking
}

// tokens returns the tokens of place j of the component on level i+1 in its local state v.
func (m *Model) tokens(i, v, j int) int64 {
	if s := m.spaces[i]; s != nil {
		return s.tokens(v)[j]
	}
	return int64(v)
}
