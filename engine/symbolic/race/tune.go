package race

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"

	"brim/petri"
	"brim/petri/order"
)

// Orders improved by hill climbing on siblings of a net, the same net with fewer tokens.

const (
	stageGrowth = 2       // of the work of the leader from stage to stage
	climbShare  = 3       // of the work so far, without the leader's, is what a climb may take, as a divisor
	leastClimb  = 200_000 // some 8 ms
	leastProbes = 10      // a climb does not begin with work for fewer probes
	siblingWork = 10_000  // a sibling is large enough when its best probe costs this much
	mostSibling = 5_000_000
	smallest    = 6 // tokens of the smallest sibling
	leastGrowth = 4. / 3
	mostGrowth  = 2.5 // of the tokens from one sibling to the next
	// times the tokens of a sibling are at most those of the net: else it tells no more than the net itself
	siblingSize = 2
	farBehind   = 4    // starts that cost that many times as much as the best are dropped
	climbBatch  = 4    // changes that are measured side by side
	worthwhile  = 0.25 // of the cost of the leader on a sibling is what a better order may have to race against it
	prudence    = 1.25 // times the work that is expected of a better order is what it is taken to need
)

// tune goes on with the race r, in which only the order stays that is best on a sibling of the net, the same net with
// fewer tokens. The siblings grow until their measures mean something; before each of them the best order so far
// explores the net itself for as long as all measures took, so a net whose exploration costs no more than they do is
// done early. From then on it improves the order by hill climbing on ever larger siblings, with a share of the work,
// and lets an order that is far better on the sibling enter the race. done is false if there is no such sibling: the
// race goes on with the orders that were good on the smaller ones.
func (x *Explorer) tune(r *race) (winner *racer, err error, done bool) {
	starts := startsFrom(r.orders())
	for tokens := int64(smallest); ; tokens = x.larger(tokens, starts[0].cost) {
		sibling, near := x.sibling(starts, tokens)
		if sibling == nil {
			r.add(ordersOf(starts))
			return nil, nil, false
		}
		starts = near
		r.lead(starts[0].d)
		if starts[0].cost >= siblingWork || x.choice.Err() != nil {
			winner, err = x.improve(r, sibling, starts, tokens)
			return winner, err, true
		}
		r.lap = max(r.lap, x.Work())
		if winner, err = r.runLap(); winner != nil || err != nil {
			return winner, err, true
		}
	}
}

// larger returns the tokens of the next sibling after one on which the best order has that cost: as many as would cost
// siblingWork, if the cost were the third power of the tokens, and at most as many as a sibling may have.
func (x *Explorer) larger(tokens int64, cost float64) int64 {
	growth := math.Cbrt(siblingWork / max(cost, 1))
	next := max(tokens+1, int64(float64(tokens)*min(max(growth, leastGrowth), mostGrowth)))
	if most := slices.Max(x.net.Initial()) / siblingSize; tokens < most {
		return min(next, most)
	}
	return next
}

// improve climbs on ever larger siblings while the race goes on, see tune.
func (x *Explorer) improve(r *race, sibling *petri.Net, starts []start, tokens int64) (winner *racer, err error) {
	var last costs
	for seed := uint64(1); sibling != nil && len(r.racers) == 1 && x.choice.Err() == nil; seed++ {
		best, cost, winner, err := x.stage(r, sibling, starts, seed)
		if winner != nil || err != nil {
			return winner, err
		}
		leader := r.racers[0].d
		i := slices.IndexFunc(starts, func(s start) bool { return s.d.Equal(leader) })
		if i < 0 || cost < worthwhile*starts[i].cost {
			r.challenge(best)
		} else {
			now := costs{float64(tokens), starts[i].cost, starts[0].cost}
			if now.pays(last, r.lap, slices.Max(x.net.Initial())) {
				r.challenge(best)
			}
			now.best = cost
			last = now
		}
		tokens += max(1, tokens/2)
		next := append([]order.Decomposition{leader, best}, ordersOf(starts)...)
		sibling, starts = x.sibling(startsFrom(next), tokens)
	}
	return nil, nil
}

// costs are those of the leader and of the best order on a sibling with so many tokens.
type costs struct{ tokens, leader, best float64 }

// pays reports whether the leader, which has done some work, is expected to take more for the net with the given tokens
// than that together with the best order. The cost of each is expected to grow on by the power of the tokens by which
// it grew since the last sibling; the best order there is known for what it was then, the one here before the climb.
func (now costs) pays(last costs, work, tokens int64) bool {
	if last.tokens == 0 {
		return false
	}
	all := func(before, cost float64) float64 {
		power := math.Log(cost/before) / math.Log(now.tokens/last.tokens)
		return cost * math.Pow(float64(tokens)/now.tokens, power)
	}
	return float64(work)+prudence*all(last.best, now.best) < all(last.leader, now.leader)
}

// stage runs a lap that is as long as all laps before, and climbs at the same time. It returns the best order found and
// its cost on the sibling, or the winner of the lap.
func (x *Explorer) stage(r *race, sibling *petri.Net, starts []start, seed uint64) (best order.Decomposition,
	cost float64, winner *racer, err error) {
	ctx, cancel := context.WithCancel(x.choice)
	defer cancel()
	before := x.Work()
	r.lap = max(stageGrowth*r.lap, before)
	climb := max(leastClimb, (before-r.racers[0].work())/climbShare)
	if float64(climb) < leastProbes*starts[0].cost {
		climb = 0 // it would come nowhere
	}
	var work int64
	var tried int
	x.each(2, func(i int) {
		if i == 0 {
			if winner, err = r.runLap(); winner != nil || err != nil {
				cancel()
			}
			return
		}
		if best, cost = starts[0].d, starts[0].cost; climb > 0 {
			best, cost, work, tried = x.climb(ctx, sibling, starts, climb, seed)
		}
	})
	// how far the climb came depends on the number of cores; it counts as if it had gone at the pace of the lap
	if winner != nil {
		work, tried = int64(r.pace*float64(climb)), 0
	}
	x.spent += work
	x.tried += tried
	return best, cost, winner, err
}

// longClimb is the work of a climb that was asked for, about a second.
const longClimb = 20_000_000

// tuned climbs from the candidates, on a sibling or, without one, on the net itself as far as it comes, and explores
// with the result.
func (x *Explorer) tuned() (*Outcome, error) {
	starts, sibling := startsFrom(Orders(x.net, x.Flows)), x.net
	for tokens := int64(smallest); sibling == x.net; tokens = x.larger(tokens, starts[0].cost) {
		smaller, near := x.sibling(starts, tokens)
		if smaller == nil {
			break
		}
		if starts = near; starts[0].cost >= siblingWork || x.choice.Err() != nil {
			sibling = smaller
		}
	}
	best, _, work, tried := x.climb(x.choice, sibling, starts, longClimb, 1)
	x.spent += work
	x.tried += tried
	return x.final(best)
}

// A start is a decomposition to climb from, and what it costs on the sibling.
type start struct {
	d    order.Decomposition
	cost float64
}

// ordersOf returns the orders of the starts.
func ordersOf(starts []start) (list []order.Decomposition) {
	for _, s := range starts {
		list = append(list, s.d)
	}
	return list
}

// startsFrom returns the orders, each once.
func startsFrom(list []order.Decomposition) (starts []start) {
	for _, d := range list {
		if !slices.ContainsFunc(starts, func(s start) bool { return s.d.Equal(d) }) {
			starts = append(starts, start{d: d})
		}
	}
	return starts
}

// climb improves the best of the starts on the sibling with the given work, and returns its cost there, the work
// done and the number of orders measured.
func (x *Explorer) climb(ctx context.Context, sibling *petri.Net, starts []start, most int64,
	seed uint64) (best order.Decomposition, cost float64, work int64, tried int) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var from []order.Decomposition
	for _, s := range starts[:min(3, len(starts))] {
		from = append(from, s.d)
	}
	var done atomic.Int64
	options := order.TuneOptions{Probes: math.MaxInt32, Seed: seed, Graph: order.GraphOf(sibling), Batch: climbBatch}
	options.Each = func(n int, f func(int)) {
		x.each(n, f)
		if done.Load() > most {
			cancel()
		}
	}
	best, stats := order.Tune(ctx, from, func(d order.Decomposition, limit float64) (float64, bool) {
		p := x.probe(ctx, sibling, d, min(limit, float64(most)/4))
		done.Add(p.work)
		return p.cost, p.ok
	}, options)
	return best, stats.Best, done.Load(), stats.Probes
}

// sibling returns the sibling with about the given tokens and the starts that are not far behind the best one there,
// the best first. It returns nil if there is none that is much smaller than the net, or none that a start explores
// within bounds.
func (x *Explorer) sibling(starts []start, tokens int64) (*petri.Net, []start) {
	sibling, ok := order.Sibling(x.net, x.Flows, tokens)
	if !ok || siblingSize*tokens > slices.Max(x.net.Initial()) || !x.measure(sibling, starts) {
		return nil, nil
	}
	far := farFrom(starts[0].cost)
	behind := func(s start) bool { return s.cost >= far }
	return sibling, append(starts[:1:1], slices.DeleteFunc(starts[1:], behind)...)
}

// farFrom returns the cost from which on a start is far behind one of the given cost.
func farFrom(cost float64) float64 { return farBehind * max(cost, siblingWork/4) }

// measure finds the costs of the starts on the sibling and sorts them, the best first. It reports whether any start
// ended within mostSibling.
func (x *Explorer) measure(sibling *petri.Net, starts []start) bool {
	probes := make([]probe, len(starts))
	for limit := float64(farBehind * siblingWork); ; limit *= farBehind {
		probes[0] = x.probe(x.choice, sibling, starts[0].d, limit)
		others := min(limit, farFrom(probes[0].cost))
		x.each(len(starts)-1, func(i int) { probes[i+1] = x.probe(x.choice, sibling, starts[i+1].d, others) })
		for i, p := range probes {
			starts[i].cost = p.cost
			x.spent += p.work
			x.tried++
		}
		slices.SortStableFunc(starts, func(a, b start) int { return cmp.Compare(a.cost, b.cost) })
		switch {
		case !math.IsInf(starts[0].cost, 1) || x.choice.Err() != nil:
			return true
		case limit > mostSibling:
			return false
		}
	}
}

// A probe is what one exploration of a small net cost.
type probe struct {
	cost float64 // its work, with the arcs made; +Inf if it did not end within its limit
	work int64
	ok   bool
}

// probe measures d on a small net. It gives up beyond limit.
func (x *Explorer) probe(ctx context.Context, net *petri.Net, d order.Decomposition, limit float64) probe {
	limits := x.limits()
	limits.Work = int64(min(max(limit, 1), math.MaxInt32))
	limits.Memory /= 2 * climbBatch
	e, err := x.begin(ctx, net, d, limits)
	if err != nil {
		return probe{cost: math.Inf(1)}
	}
	defer e.close()
	e.until = math.MaxInt64
	e.run()
	if e.err != nil {
		return probe{cost: math.Inf(1), work: e.cost()}
	}
	st := e.model.Forest.Stats()
	return probe{cost: float64(st.Work) + 2*float64(st.Arcs), work: e.cost(), ok: true}
}
