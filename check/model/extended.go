package model

import (
	"context"
	"errors"
	"fmt"

	"brim/engine/ticks"

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
	case err != nil:
		return nil, err
	default:
		m = OfNet(net)
	}
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
