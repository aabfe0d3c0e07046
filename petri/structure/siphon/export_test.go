package siphon

import (
	"context"

	"brim/petri"
)

// MinimalBy is Kind.Minimal, which looks for so many in any order before it counts places.
func (k Kind) MinimalBy(ctx context.Context, net *petri.Net, most, few int) (List, error) {
	return newGraph(net, k).minimal(ctx, most, few)
}
