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
	keepWithin    = 2       // times the work of the best is what a candidate may take to be tried again
	climbShare    = 4       // of the work that the net is believed to take is what the climb may take, as a divisor
	leastProbes   = 20      // a climb with fewer comes nowhere
	mostProbes    = 400
)

// choose returns the order with the least work on the siblings. The error is a *dd.LimitError, or errWorse where arrays
// are compared and expected to take less.
func choose(
	ctx context.Context, net *petri.Net, flows []structure.Semiflow, o race.Options, arrays *arrays,
) (order.Decomposition, race.Choice, error) {
	if known := o.Orders.For(net).Best(); known != nil && arrays == nil {
		return known.Decomposition, race.Choice{}, nil
	}
	t := &trials{ctx: ctx, o: o, most: math.MaxInt64}
	t.o.Progress = nil
	for _, d := range race.Orders(net, flows) {
		d = single(d)
		if !slices.ContainsFunc(t.list, func(c candidate) bool { return c.d.Equal(d) }) {
			t.list = append(t.list, candidate{d: d})
		}
	}
	var before *petri.Net
	var last, now measured // of lists
	all := slices.Max(net.Initial())
	for tokens := int64(siblingTokens); ; tokens *= 2 {
		sibling, isSmaller := order.Sibling(net, flows, tokens)
		if !isSmaller && before != nil {
			return t.list[0].d, t.choice, nil
		}
		if err := arrays.on(t, sibling, tokens); err != nil {
			return order.Decomposition{}, t.choice, err
		}
		if err := t.on(sibling); err != nil {
			return order.Decomposition{}, t.choice, err
		}
		last, now = now, measured{tokens, t.list[0].work}
		if err := arrays.compare(t, sibling, tokens, believed(last, now, all), all); err != nil {
			return order.Decomposition{}, t.choice, err
		}
		if !isSmaller || now.work > enoughWork {
			break
		}
		before = sibling
	}
	switch {
	case before == nil && arrays != nil:
		return order.Decomposition{}, t.choice, errWorse
	case before == nil:
		return t.list[0].d, t.choice, nil
	}
	if probes := believed(last, now, all) / climbShare / float64(last.work); probes >= leastProbes {
		t.climb(before, int(min(probes, mostProbes)))
	}
	return t.list[0].d, t.choice, nil
}

// measured is the work that a sibling with the given tokens takes.
type measured struct{ tokens, work int64 }

// believed returns the work that a net with the given tokens is expected to take, by that of two siblings: it grows
// with a power of the tokens. It is 0 if only one sibling was measured.
func believed(last, now measured, tokens int64) float64 {
	if last.work == 0 {
		return 0
	}
	power := math.Log(float64(now.work)/float64(last.work)) / math.Log(float64(now.tokens)/float64(last.tokens))
	return float64(now.work) * math.Pow(float64(tokens)/float64(now.tokens), power)
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
	most   int64 // work of a candidate on a sibling
}

// on tries the candidates on a sibling, and keeps those that take little more than the best, which comes first. The
// error is errWorse if all take more than t.most.
func (t *trials) on(sibling *petri.Net) error {
	var done []candidate
	least := int64(math.MaxInt64 / keepWithin)
	for work := min(firstWork, t.most); len(done) == 0; work = min(work, t.most/workGrowth) * workGrowth {
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
		if len(done) == 0 && work > t.most/workGrowth {
			return errWorse
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
