package lists

import (
	"context"
	"errors"
	"math"
	"slices"

	"brim/dd"
	"brim/engine/symbolic/race"
	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"
)

// The choice of an order: each candidate is tried on a sibling of the net, the same net with few tokens, where that
// takes milliseconds.

const (
	siblingTokens = 24      // so many that orders differ
	firstWork     = 200_000 // units of each trial in the first round, some 8 ms
	workGrowth    = 8       // of the trials from round to round
)

// choose returns the candidate with the least work on the sibling, or on the net itself if that has few tokens. The
// error is a *dd.LimitError.
func choose(ctx context.Context, net *petri.Net, flows []structure.Semiflow, o race.Options) (best order.Decomposition, c race.Choice, err error) {
	if known := o.Orders.For(net).Best(); known != nil {
		return known.Decomposition, c, nil
	}
	sibling, _ := order.Sibling(net, flows, siblingTokens)
	var candidates []order.Decomposition
	for _, d := range race.Orders(net, flows) {
		if d = single(d); !slices.ContainsFunc(candidates, d.Equal) {
			candidates = append(candidates, d)
		}
	}
	o.Progress = nil
	least := int64(math.MaxInt64)
	for work := int64(firstWork); least == math.MaxInt64; work *= workGrowth {
		for _, d := range candidates {
			x, err := explore(ctx, sibling, d, min(work, least), o)
			c.Tried++
			if limit := new(dd.LimitError); errors.As(err, &limit) && limit.Kind == "work" {
				c.Work += min(work, least)
				continue
			} else if err != nil {
				return best, c, err
			}
			c.Work += x.Stats.Work
			if x.Stats.Work < least {
				best, least = d, x.Stats.Work
			}
			x.Close()
		}
	}
	return best, c, nil
}

// single returns d with each place on a level of its own.
func single(d order.Decomposition) order.Decomposition {
	s := order.Decomposition{Method: d.Method}
	for _, places := range d.Levels {
		for _, p := range places {
			s.Levels = append(s.Levels, []int{p})
		}
	}
	return s
}
