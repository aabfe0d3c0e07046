package siphon

import (
	"context"

	"brim/petri"
)

// MinimalBy is Kind.Minimal, which looks for so many in any order before it counts places, and tries so many places one
// by one before the solver counts.
func (k Kind) MinimalBy(ctx context.Context, net *petri.Net, most, few int, tried int64) (List, error) {
	g := newGraph(net, k)
	g.left = tried
	return g.minimal(ctx, most, few)
}
