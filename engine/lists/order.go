package lists

import (
	"cmp"
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
// takes milliseconds, and those that come close to the best one on siblings with twice the tokens, again and again: the
// work of some grows by a higher power of the tokens.

const (
	siblingTokens = 24      // of the first sibling
	firstWork     = 200_000 // units of each trial in the first round, some 8 ms
	workGrowth    = 8       // of the trials from round to round, until one candidate comes to its end
	keepWithin    = 4       // times the work of the best is what a candidate may take to be tried again
	enoughWork    = 2_000_000
)

// choose returns the order with the least work on the last sibling. The error is a *dd.LimitError.
func choose(ctx context.Context, net *petri.Net, flows []structure.Semiflow, o race.Options) (order.Decomposition, race.Choice, error) {
	if known := o.Orders.For(net).Best(); known != nil {
		return known.Decomposition, race.Choice{}, nil
	}
	t := &trials{ctx: ctx, o: o}
	t.o.Progress = nil
	for _, d := range race.Orders(net, flows) {
		d = single(d)
		if !slices.ContainsFunc(t.list, func(c candidate) bool { return c.d.Equal(d) }) {
			t.list = append(t.list, candidate{d: d})
		}
	}
	for tokens := int64(siblingTokens); ; tokens *= 2 {
		sibling, isSmaller := order.Sibling(net, flows, tokens)
		if err := t.on(sibling); err != nil {
			return order.Decomposition{}, t.choice, err
		}
		if !isSmaller || len(t.list) == 1 || t.choice.Work > enoughWork {
			return t.list[0].d, t.choice, nil
		}
	}
}

// A candidate is an order and the work that it took on the last sibling.
type candidate struct {
	d    order.Decomposition
	work int64
}

// trials are the candidates that are left.
type trials struct {
	ctx    context.Context
	o      race.Options
	list   []candidate
	choice race.Choice
}

// on tries the candidates on a sibling, and keeps those that take little more than the best, which comes first.
func (t *trials) on(sibling *petri.Net) error {
	var done []candidate
	least := int64(math.MaxInt64 / keepWithin)
	for work := int64(firstWork); len(done) == 0; work *= workGrowth {
		for _, c := range t.list {
			bound := min(work, keepWithin*least)
			x, err := explore(t.ctx, sibling, c.d, bound, t.o)
			t.choice.Tried++
			limit := new(dd.LimitError)
			switch {
			case err == nil:
				c.work = x.Stats.Work
				x.Close()
				done = append(done, c)
				least = min(least, max(c.work, 1))
				t.choice.Work += c.work
			case errors.As(err, &limit) && limit.Kind == "work":
				t.choice.Work += bound
			default:
				return err
			}
		}
	}
	slices.SortStableFunc(done, func(a, b candidate) int { return cmp.Compare(a.work, b.work) })
	t.list = slices.DeleteFunc(done, func(c candidate) bool { return c.work > keepWithin*least })
	return nil
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
