package symbolic

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"brim/petri"
	"brim/petri/order"
)

const (
	tuneFirst     = 150 * time.Millisecond // time of the first climb
	siblingWork   = 40_000                 // a sibling is large enough when its best probe costs this much
	workPerSecond = 20_000_000             // questions a second, roughly
	smallest      = 6                      // tokens of the smallest sibling
)

// tune climbs on a sibling of the net with fewer tokens, then explores the net with what it found. Where that does not end within about the
// time spent so far, it climbs again, as long as all before, on a larger sibling. So neither the climbing nor a failed
// exploration costs more than a small multiple of the final one. done is false if the net has no sibling.
func (x *explorer) tune(rivals []rival) (s *Space, err error, done bool) {
	starts := make([]start, len(rivals))
	for i, r := range rivals {
		starts[i].d = r.d
	}
	tokens := int64(smallest)
	for seed := uint64(1); ; seed++ {
		sibling, ok := x.sibling(starts, &tokens)
		if !ok {
			if seed == 1 {
				return nil, nil, false
			}
			s, err := x.final(starts[0].d)
			return s, err, true
		}
		best := x.climb(sibling, starts, max(tuneFirst, time.Since(x.start)), seed)
		work := workPerSecond * int64(2*time.Since(x.start)/time.Millisecond) / 1000
		if s, err, done := x.try(best, work); done {
			return s, err, true
		}
		starts = slices.Insert(starts, 0, start{d: best})
		tokens += max(1, tokens/2)
	}
}

// A start is a decomposition to climb from, and what it costs on the sibling.
type start struct {
	d    order.Decomposition
	cost float64
}

// climb improves the best of the starts on the sibling for some time.
func (x *explorer) climb(sibling *petri.Net, starts []start, d time.Duration, seed uint64) order.Decomposition {
	ctx, cancel := context.WithTimeout(x.ctx, d)
	defer cancel()
	from := make([]order.Decomposition, 0, 3)
	for _, s := range starts[:min(3, len(starts))] {
		from = append(from, s.d)
	}
	probe := func(d order.Decomposition, limit float64) (float64, bool) { return x.probe(ctx, sibling, d, limit) }
	best, _ := order.Tune(ctx, from, probe, order.TuneOptions{Probes: math.MaxInt32, Seed: seed})
	return best
}

// sibling returns the smallest sibling with at least so many tokens on which even the best start costs something,
// and sorts the starts by their cost. ok is false if it is the net itself.
func (x *explorer) sibling(starts []start, tokens *int64) (sibling *petri.Net, ok bool) {
	for ; ; *tokens += max(1, *tokens/4) {
		sibling, ok = order.Sibling(x.net, x.flows, *tokens)
		if !ok {
			return nil, false
		}
		for i := range starts {
			cost, ok := x.probe(x.ctx, sibling, starts[i].d, 4*siblingWork)
			if !ok {
				cost = math.Inf(1)
			}
			starts[i].cost = cost
		}
		slices.SortStableFunc(starts, func(a, b start) int { return cmp.Compare(a.cost, b.cost) })
		if starts[0].cost >= siblingWork || x.ctx.Err() != nil {
			return sibling, true
		}
	}
}

// probe measures d on a small net: the work of its exploration, with the arcs made. It gives up beyond limit.
func (x *explorer) probe(ctx context.Context, net *petri.Net, d order.Decomposition, limit float64) (float64, bool) {
	work := int64(min(max(limit, 1), math.MaxInt32))
	a, err := x.attempt(ctx, net, d, work, "order")
	if err != nil {
		return 0, false
	}
	defer a.model.Close()
	x.tried++
	st := a.model.Forest.Stats()
	return float64(st.Lookups) + 2*float64(st.Arcs), a.err == nil
}
