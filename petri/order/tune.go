package order

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// This file improves a decomposition by hill climbing.

// tuned is what the method of a result begins with. A result that is tuned once more goes by what it came from at
// first.
const tuned = "tuned from "

// A Probe measures a decomposition, as a rule by one saturation of a small
// sibling of the net. It returns the cost, any number that is better when
// smaller, and true; or false as soon as it knows that the cost exceeds limit.
// It should count work (operations, nodes, arcs), not time, so that results can
// be repeated; and count the peak as well as the final size. Calls may run side by side, see TuneOptions.Each.
type Probe func(d Decomposition, limit float64) (cost float64, ok bool)

// TuneOptions of Tune. The zero value works.
type TuneOptions struct {
	// Probes is the number of probes at most. Default 600.
	Probes int
	Seed   uint64
	// Stale is the number of probes in a row without a better cost after which
	// the search is shaken, that is moved some random steps away from the best
	// found. Default 8 for each component, between 60 and 200.
	Stale int
	// Shakes is the number of times this may happen before the search ends.
	// Default 20.
	Shakes int
	// Batch is the number of changes of one decomposition that are measured together before the best of them is
	// taken: those that several cores can measure at a time. The result depends on it, but not on the
	// number of cores. Default 1.
	Batch int
	// Each calls f(0) … f(n−1), in any order or side by side, and returns when all have. The default is one after
	// the other.
	Each func(n int, f func(i int))
	// Regroup lets moves split a component in two or merge two neighbours. Only
	// for probes that count local states as work, and for nets that are measured
	// themselves: on a sibling a merged component is small, on the net it need not be.
	Regroup bool
	// Graph, if given, guides the search: components move next to others with
	// which they share an edge, and of two proposals the one with the lower
	// metrics is probed. Its vertices are what levels list; for a net it is GraphOf.
	// On 20 nets this led to costs 7 % lower on average after any number of probes.
	Graph *Hypergraph
}

func (o TuneOptions) orDefault(components int) TuneOptions {
	if o.Probes <= 0 {
		o.Probes = 600
	}
	if o.Stale <= 0 {
		o.Stale = max(60, min(200, 8*components))
	}
	if o.Shakes <= 0 {
		o.Shakes = 20
	}
	o.Batch = max(o.Batch, 1)
	if o.Each == nil {
		o.Each = func(n int, f func(i int)) {
			for i := range n {
				f(i)
			}
		}
	}
	return o
}

// TuneStats says how a search went.
type TuneStats struct {
	Probes   int     // probes made
	GivenUp  int     // of these: ended at the limit
	Repeated int     // proposals that had been probed before
	Better   int     // times the best cost fell
	Shakes   int     // times the search was shaken
	Start    float64 // best cost among the starts
	Best     float64 // cost of the result; +Inf if no probe succeeded
}

// Tune climbs from the best of the starts to a decomposition of low cost: it
// changes the order a little, probes, and keeps what is not worse. It ends with
// ctx, with the number of probes, or when nothing helps any more; the best
// decomposition found is returned in every case, the first start if no probe
// succeeds. Nothing is probed twice.
//
// Same starts, probe and options give the same result, unless ctx ends it.
// It panics if there is no start, or the first has a vertex that the Graph has not.
func Tune(ctx context.Context, starts []Decomposition, probe Probe, options TuneOptions) (Decomposition, TuneStats) {
	if len(starts) == 0 {
		panic("order: Tune: no decomposition to start from")
	}
	for i, level := range starts[0].Levels {
		if g := options.Graph; g != nil && len(level) > 0 && slices.Max(level) >= g.vertices {
			panic(fmt.Sprintf("order: Tune: vertex %d on level %d, but the Graph has %d, numbered from 0",
				slices.Max(level), i+1, g.vertices))
		}
	}
	t := &tuner{
		ctx: ctx, probe: probe, options: options.orDefault(len(starts[0].Levels)),
		rng: rand.New(rand.NewPCG(options.Seed, 1)), seen: map[uint64]bool{},
		best: starts[0], bestCost: math.Inf(1),
	}
	for _, d := range starts {
		if t.over() {
			break
		}
		t.measure(d, t.bestCost)
	}
	t.stats.Start, t.stats.Better = t.bestCost, 0
	if !math.IsInf(t.bestCost, 1) {
		from := t.best.Method
		t.climb()
		if t.stats.Better > 0 {
			t.best.Method = tuned + strings.TrimPrefix(from, tuned)
		}
	}
	t.stats.Best = t.bestCost
	return t.best.Clone(), t.stats
}

// A tuner is one search.
type tuner struct {
	ctx     context.Context
	probe   Probe
	options TuneOptions
	rng     *rand.Rand
	seen    map[uint64]bool
	stats   TuneStats

	best     Decomposition
	bestCost float64
}

// over reports whether the search has to end now.
func (t *tuner) over() bool {
	return t.stats.Probes >= t.options.Probes || t.ctx.Err() != nil
}

// A change is a decomposition to be measured.
type change struct {
	d    Decomposition
	kind int // of the move that made it
	cost float64
	ok   bool // the cost is within the limit
}

// fresh reports whether d has not been probed before, and takes note of it.
func (t *tuner) fresh(d Decomposition) bool {
	f := d.fingerprint()
	if t.seen[f] {
		t.stats.Repeated++
		return false
	}
	t.seen[f] = true
	return true
}

// measureAll probes the changes, which are fresh.
func (t *tuner) measureAll(list []change, limit float64) {
	t.options.Each(len(list), func(i int) {
		c := &list[i]
		c.cost, c.ok = t.probe(c.d, limit)
		c.ok = c.ok && c.cost <= limit
	})
	for _, c := range list {
		t.stats.Probes++
		switch {
		case !c.ok:
			t.stats.GivenUp++
		case c.cost < t.bestCost:
			if !math.IsInf(t.bestCost, 1) {
				t.stats.Better++
			}
			t.best, t.bestCost = c.d, c.cost
		}
	}
}

// measure probes d unless that was done before.
func (t *tuner) measure(d Decomposition, limit float64) (cost float64, ok bool) {
	if !t.fresh(d) {
		return 0, false
	}
	list := []change{{d: d}}
	t.measureAll(list, limit)
	return list[0].cost, list[0].ok
}

// climb improves the best decomposition until the search is over.
func (t *tuner) climb() {
	current, cost := t.best, t.bestCost
	moves := newMoves(t.rng, t.options.Regroup, t.options.Graph)
	for stale := 0; !t.over(); {
		if stale >= t.options.Stale {
			if t.stats.Shakes >= t.options.Shakes {
				return
			}
			t.stats.Shakes++
			stale = 0
			if current, cost = t.shake(moves); math.IsInf(cost, 1) {
				current, cost = t.best, t.bestCost
			}
			continue
		}
		list := t.propose(moves, current)
		stale += t.options.Batch
		better := t.stats.Better
		t.measureAll(list, cost)
		limit := cost
		for _, c := range list {
			moves.learn(c.kind, c.ok && c.cost < limit)
			if c.ok && c.cost <= cost {
				current, cost = c.d, c.cost
			}
		}
		if t.stats.Better > better {
			stale = 0
		}
	}
}

// propose returns a batch of changes of d, fewer than that where they have been probed before.
func (t *tuner) propose(moves *moves, d Decomposition) (list []change) {
	for range min(t.options.Batch, t.options.Probes-t.stats.Probes) {
		levels, kind := moves.better(d.Levels)
		if next := (Decomposition{levels, d.Method}); t.fresh(next) {
			list = append(list, change{d: next, kind: kind})
		}
	}
	return list
}

// shake returns a decomposition a few steps from the best one and its cost, +Inf
// if that is out of reach.
func (t *tuner) shake(moves *moves) (Decomposition, float64) {
	for range 5 {
		d := t.best
		for range 2 + t.rng.IntN(3) {
			levels, _ := moves.propose(d.Levels)
			d = Decomposition{levels, d.Method}
		}
		if t.over() {
			break
		}
		if cost, ok := t.measure(d, 3*t.bestCost); ok {
			return d, cost
		}
	}
	return t.best, math.Inf(1)
}
