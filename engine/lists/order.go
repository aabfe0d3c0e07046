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
// takes little, and those that come close to the best on siblings with twice the tokens, until that takes milliseconds.
// If the net is far larger, the best is improved by hill climbing on the last sibling but one.

const (
	siblingTokens = 6       // of the first sibling
	enoughWork    = 50_000  // of the best on the last sibling, some 2 ms
	firstWork     = 200_000 // units of each trial in the first round
	workGrowth    = 8       // of the trials from round to round, until one candidate comes to its end
	keepWithin    = 4       // times the work of the best is what a candidate may take to be tried again
	climbShare    = 4       // of the work that the net is believed to take is what the climb may take, as a divisor
	leastProbes   = 20      // a climb with fewer comes nowhere
	mostProbes    = 400
)

// choose returns the order with the least work on the siblings. The error is a *dd.LimitError.
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
	var last, before *petri.Net
	var work, workBefore int64
	tokens := int64(siblingTokens)
	for ; ; tokens *= 2 {
		sibling, isSmaller := order.Sibling(net, flows, tokens)
		if !isSmaller && last != nil {
			return t.list[0].d, t.choice, nil
		}
		before, last, workBefore = last, sibling, work
		if err := t.on(sibling); err != nil {
			return order.Decomposition{}, t.choice, err
		}
		if work = t.list[0].work; !isSmaller || work > enoughWork {
			break
		}
	}
	if before == nil {
		return t.list[0].d, t.choice, nil
	}
	// the work grows by about the same factor whenever the tokens double
	doublings := math.Log2(float64(slices.Max(net.Initial())) / float64(tokens))
	believed := float64(work) * math.Pow(float64(work)/float64(workBefore), doublings)
	if probes := believed / climbShare / float64(workBefore); probes >= leastProbes {
		t.climb(before, int(min(probes, mostProbes)))
	}
	return t.list[0].d, t.choice, nil
}

// climb improves the candidates by hill climbing on the sibling, and puts the result first.
func (t *trials) climb(sibling *petri.Net, probes int) {
	var starts []order.Decomposition
	for _, c := range t.list {
		starts = append(starts, c.d)
	}
	best, stats := order.Tune(t.ctx, starts, func(d order.Decomposition, limit float64) (float64, bool) {
		bound := int64(min(max(limit, 1), math.MaxInt32))
		x, err := explore(t.ctx, sibling, d, bound, t.o)
		if err != nil {
			t.choice.Work += bound
			return 0, false
		}
		defer x.Close()
		t.choice.Work += x.Stats.Work
		return float64(x.Stats.Work), true
	}, order.TuneOptions{Probes: probes, Seed: 1, Graph: order.GraphOf(sibling)})
	t.choice.Tried += stats.Probes
	t.list = slices.Insert(t.list, 0, candidate{d: best})
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
				c.work = max(x.Stats.Work, 1)
				x.Close()
				done = append(done, c)
				least = min(least, c.work)
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
