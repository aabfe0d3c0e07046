package model

import (
	"context"

	"brim/petri/extended"
)

// Nets with capacities, reset arcs and priorities as models.

// OfExtended returns a net as a model: as the place/transition net with the same behaviour, if there is one. The model
// keeps a copy of n as its Document. The error says what is wrong with the net, or is an *extended.ExtendedError.
func OfExtended(ctx context.Context, n *extended.Net) (*Model, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	net, err := n.Plain()
	if err != nil {
		return nil, err
	}
	m := OfNet(net)
	m.Document = n.Clone()
	return m, nil
}

// Finals returns the final markings that the file of a net names, in the order of its places; nil if it names none.
func (m *Model) Finals() []extended.Final {
	if m.Document == nil {
		return nil
	}
	return m.Document.Finals
}
