package symbolic

import (
	"context"

	"brim/engine/symbolic/race"
	"brim/petri"
)

// Explore builds the reachable set of net.
//
// A net that is found to be unbounded ends in an *UnboundedError, one with more than 2^63−1 tokens in a place in an
// *encode.OverflowError. If a limit or ctx ends the exploration, Explore returns what was found, a Space that is not
// Complete, and a *Stopped error. The caller closes the Space.
func Explore(ctx context.Context, net *petri.Net, o race.Options) (*Space, error) {
	found, err := race.Explore(ctx, net, o)
	if found == nil {
		return nil, err
	}
	return newSpace(found), err
}
