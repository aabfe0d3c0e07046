package symbolic

import (
	"cmp"
	"context"
	"math"
	"slices"

	"brim/petri"
	"brim/petri/order"
)

const (
	firstClimb  = 1_500_000 // of the first climb, about 60 ms
	siblingWork = 30_000    // a sibling is large enough when its best probe costs this much
	smallest    = 6         // tokens of the smallest sibling
	farBehind   = 4         // starts that cost so many times as much as the best are dropped
)

// tune explores with the candidate that is best on a sibling of the net with fewer tokens. Where that does not end within about
// the work done so far, it climbs from there, with as much work as all before, on ever larger siblings, and tries again. So neither the
// climbing nor a failed exploration costs more than a small multiple of the final one. done is false if the net has no sibling.
func (x *explorer) tune(rivals []rival) (s *Space, err error, done bool) {
	tokens := int64(smallest)
	sibling, starts := x.sibling(startsFrom(rivals), &tokens)
	if sibling == nil {
		return nil, nil, false
	}
	best := starts[0].d
	for seed := uint64(1); ; seed++ {
		if s, err, done := x.try(best, 2*x.spent); done {
			return s, err, true
		}
		if sibling == nil || x.chosen() {
			s, err := x.final(best)
			return s, err, true
		}
		best = x.climb(sibling, starts, max(firstClimb, x.spent), seed)
		tokens += max(1, tokens/2)
		sibling, starts = x.sibling(slices.Insert(starts, 0, start{d: best}), &tokens)
	}
}

// longClimb is the work of a climb that was asked for, about a second.
const longClimb = 20_000_000

// tuned climbs from the rivals, on a sibling or, where there is none, on the net itself as far as it comes, and explores with the result.
func (x *explorer) tuned(rivals []rival) (*Space, error) {
	tokens := int64(smallest)
	sibling, starts := x.sibling(startsFrom(rivals), &tokens)
	if sibling == nil {
		sibling = x.net
	}
	return x.final(x.climb(sibling, starts, longClimb, 1))
}

// A start is a decomposition to climb from, and what it costs on the sibling.
type start struct {
	d    order.Decomposition
	cost float64
}

func startsFrom(rivals []rival) []start {
	starts := make([]start, len(rivals))
	for i, r := range rivals {
		starts[i].d = r.d
	}
	return starts
}

// climb improves the best of the starts on the sibling with the given work.
func (x *explorer) climb(sibling *petri.Net, starts []start, work int64, seed uint64) order.Decomposition {
	ctx, cancel := context.WithCancel(x.choice)
	defer cancel()
	var from []order.Decomposition
	for _, s := range starts[:min(3, len(starts))] {
		from = append(from, s.d)
	}
	end := x.spent + work
	probe := func(d order.Decomposition, limit float64) (float64, bool) {
		cost, ok := x.probe(sibling, d, min(limit, float64(work)/4))
		if x.spent > end {
			cancel()
		}
		return cost, ok
	}
	best, _ := order.Tune(ctx, from, probe, order.TuneOptions{Probes: math.MaxInt32, Seed: seed, Net: sibling})
	return best
}

// sibling returns the smallest sibling with at least so many tokens on which even the best start costs something, and
// the starts that are not far behind the best one there, the best first. Without such a sibling it returns nil.
func (x *explorer) sibling(starts []start, tokens *int64) (*petri.Net, []start) {
	for ; ; *tokens += max(1, *tokens/3) {
		sibling, ok := order.Sibling(x.net, x.flows, *tokens)
		if !ok {
			return nil, starts
		}
		best := math.Inf(1)
		for i := range starts {
			starts[i].cost = math.Inf(1)
			if cost, ok := x.probe(sibling, starts[i].d, min(farBehind*best, farBehind*siblingWork)); ok {
				starts[i].cost = cost
				best = min(best, cost)
			}
		}
		slices.SortStableFunc(starts, func(a, b start) int { return cmp.Compare(a.cost, b.cost) })
		keep := 1
		for keep < len(starts) && starts[keep].cost < farBehind*best {
			keep++
		}
		starts = starts[:keep]
		if best >= siblingWork || x.choice.Err() != nil {
			return sibling, starts
		}
	}
}

// probe measures d on a small net: the work of its exploration, with the arcs made. It gives up beyond limit.
func (x *explorer) probe(net *petri.Net, d order.Decomposition, limit float64) (float64, bool) {
	work := int64(min(max(limit, 1), math.MaxInt32))
	a, err := x.attempt(net, d, work, "order")
	if err != nil {
		return 0, false
	}
	defer a.model.Close()
	x.tried++
	st := a.model.Forest.Stats()
	return float64(st.Work) + 2*float64(st.Arcs), a.err == nil
}
