package model

import (
	"context"
	"errors"
	"fmt"

	"brim/engine/ticks"

	"brim/petri"
	"brim/petri/extended"
)

// Nets with capacities, reset arcs and priorities as models.

// OfExtended returns a net as a model: as the place/transition net with the same behaviour, if there is one, else as a
// system with a variable for each place and an event for each transition. The model keeps a copy of n as its Document.
// The error says what is wrong with the net, or why it is neither; then it wraps an *extended.ExtendedError.
func OfExtended(ctx context.Context, n *extended.Net) (*Model, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	net, err := n.Plain()
	var extends *extended.ExtendedError
	var m *Model
	switch {
	case errors.As(err, &extends):
		s, wrong := ticks.Untimed(ctx, n)
		if wrong != nil {
			return nil, fmt.Errorf("%w; and as a system: %w", err, wrong)
		}
		m = OfSystem(s)
		if m.outline, wrong = outlineOf(n); wrong != nil {
			return nil, wrong
		}
		m.names = namesOf(m.outline)
	case err != nil:
		return nil, err
	default:
		m = OfNet(net)
	}
	m.Document = n.Clone()
	return m, nil
}

// Relaxed returns the model of a place/transition net that reaches all markings of a net with time, reset arcs or
// priorities, with the same places, and the same transitions before others; see extended.Net.Relaxed. It is an
// error if the model is of another kind.
func (m *Model) Relaxed(ctx context.Context) (*Model, error) {
	net := m.Document
	switch {
	case net == nil || m.Net != nil:
		return nil, fmt.Errorf("%s has neither time nor reset arcs nor priorities", m.Name)
	case m.TimedArcs != nil:
		net = m.TimedArcs.Ageless()
	}
	return OfExtended(ctx, net.Relaxed())
}

// Outline returns the net of the model. If that is a system with a variable for each place of a net, it is a net
// without arcs, with the names of the places and transitions and the initial marking. It is nil for other models.
func (m *Model) Outline() *petri.Net {
	if m.outline != nil {
		return m.outline
	}
	return m.Net
}

// outlineOf returns the outline of a net, which was checked.
func outlineOf(n *extended.Net) (*petri.Net, error) {
	b := petri.NewBuilder(n.Name)
	for _, p := range n.Places {
		b.AliasPlace(b.Place(p.ID, p.Initial), p.Label)
	}
	for _, t := range n.Transitions {
		b.AliasTransition(b.Transition(t.ID), t.Label)
	}
	return b.Net()
}

// Finals returns the final markings that the file of a net names, in the order of its places; nil if it names none.
func (m *Model) Finals() []extended.Final {
	if m.Document == nil {
		return nil
	}
	return m.Document.Finals
}
