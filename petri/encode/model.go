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

	comps   []component // by level − 1
	levelOf []int       // level of each place
	indexOf []int       // index of each place within its component
}

// New encodes net with the components and levels of d. The forest is made with o and belongs to the model: Close gives it back.
func New(net *petri.Net, d order.Decomposition, o mdd.Options) (*Model, error) {
	if err := d.Check(net); err != nil {
		return nil, err
	}
	m := &Model{Net: net, Order: d, levelOf: make([]int, len(net.Places)), indexOf: make([]int, len(net.Places))}
	large := largePlaces(net)
	for i, places := range d.Levels {
		m.comps = append(m.comps, newComponent(net, places, large[places[0]]))
		for j, p := range places {
			m.levelOf[p], m.indexOf[p] = i+1, j
		}
	}
	if len(net.Places) == 0 {
		return nil, fmt.Errorf("net %s has no places", net.Name)
	}
	m.Forest = mdd.New(len(d.Levels), o)
	m.Init = m.Forest.Tuple(m.initial()...)
	m.addEvents()
	return m, nil
}

// Close gives the memory of the diagrams back.
func (m *Model) Close() { m.Forest.Close() }

// largePlaces marks the places whose token counts are too large to be local values.
func largePlaces(net *petri.Net) []bool {
	large := make([]bool, len(net.Places))
	for p := range net.Places {
		large[p] = net.Places[p].Initial >= numberedAt
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		for _, arcs := range [][]petri.Arc{t.Pre, t.Post, t.Inhibit} {
			for _, a := range arcs {
				large[a.Place] = large[a.Place] || a.Weight >= numberedAt
			}
		}
	}
	return large
}

func (m *Model) initial() []int {
	values := make([]int, len(m.comps))
	for i := range m.comps {
		if c := &m.comps[i]; c.direct {
			values[i] = int(m.Net.Places[c.places[0]].Initial)
		}
	}
	return values
}
