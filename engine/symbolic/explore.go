package symbolic

import (
	"context"

	"brim/petri"
)

// Explore builds the reachable set of net.
//
// A net that is found to be unbounded ends in an *UnboundedError, one with more than 2^63−1 tokens in a place in an
// *encode.OverflowError. If a limit or ctx ends the exploration, Explore returns what was found, a Space that is not
// Complete, and a *Stopped error. The caller closes the Space.
func Explore(ctx context.Context, net *petri.Net, o Options) (*Space, error) {
	x, err := prepare(ctx, net, o)
	if err != nil {
		return nil, err
	}
	found, err := x.explore()
	if found == nil {
		return nil, err
	}
	return newSpace(found), err
}
