package symbolic

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"brim/edd"
	"brim/engine/symbolic/race"
	"brim/mdd"
	"brim/petri/encode"
	"brim/petri/order"
)

// The order for rounds. Those that need little work keep the order of the file. When they have taken patience times
// as much as a first attempt at all markings may, orders are measured: each makes steps, layer by layer, with the
// work of such an attempt, and the one with which a search comes furthest goes on. So measuring costs about as much
// as was spent before, but for the versions that chooseByBound is there for. What was explored under another order is
// explored again.

const (
	farEnough      = 50 // steps after which no order is measured any further
	roundsPatience = 4
	sift           = 8 // the part of the work with which all orders are measured, as a divisor
	bestFew        = 3 // orders that are measured with all of it
)

// quick is the work of measuring an order.
func (x *Rounds) quick() int64 { return int64(race.QuickWork + race.WorkPerArc*x.net.ArcCount()) }

// choose takes the order with which a search comes furthest with the same work, or of those that come far enough the
// one with the least. All have a small part of the work first, then the best few all of it. The next round is that of
// the given bound.
func (x *Rounds) choose(ctx context.Context, bound int) error {
	now := x.space.Order
	list := []measured{{d: now}}
	candidates := order.Candidates(x.net, x.o.Invariants(ctx, x.net), order.Options{})
	if known := x.o.Orders.Best(); known != nil {
		candidates = append(candidates, known.Decomposition)
	}
	for _, d := range candidates {
		if !slices.ContainsFunc(list, func(o measured) bool { return o.d.Equal(d) }) {
			list = append(list, measured{d: d})
		}
	}
	x.choice.Tried = len(list)
	for _, work := range []int64{x.quick() / sift, x.quick()} {
		for i := range list {
			if err := x.measure(ctx, &list[i], work); err != nil {
				return err
			}
		}
		slices.SortStableFunc(list, measured.compare)
		list = list[:min(bestFew, len(list))]
	}
	best := list[0].d
	if v := x.r.Version; v == edd.Exact || v == edd.Approx {
		var err error
		if best, err = x.chooseByBound(ctx, list, min(bound, farEnough)/2); err != nil {
			return err
		}
		x.choice.Tried += len(list) // their reverses
	}
	x.o.Orders.Learn(order.Known{Decomposition: best}) // less than what any search for all markings knows
	x.chosen, x.choice.Took, x.choice.Work = true, time.Since(x.start), x.work()
	if !best.Equal(now) {
		return x.begin(best)
	}
	x.space.Choice = x.choice
	return nil
}

// A measured order is one with how far a search came with it.
type measured struct {
	d     order.Decomposition
	steps int
	work  int64
}

// compare puts those first that came further, then those that took less work.
func (m measured) compare(o measured) int {
	return cmp.Or(cmp.Compare(o.steps, m.steps), cmp.Compare(m.work, o.work))
}

// measure explores breadth-first with order o until the given work is done, and records how many steps that took it and
// the work spent. Limits end the measuring of this order only; the error is that of ctx or of the encoding.
func (x *Rounds) measure(ctx context.Context, o *measured, work int64) error {
	if o.steps >= farEnough { // it is measured already
		return nil
	}
	m, err := encode.New(x.net, o.d, mdd.Options{Rule: x.o.Rule})
	if err != nil {
		return err
	}
	x.probe = m.Forest
	defer func() {
		x.spent += m.Forest.Stats().Work
		x.probe = nil
		m.Close()
	}()
	limits := mdd.Limits{Nodes: x.o.Nodes, Memory: x.o.Memory, Work: work, Tick: x.tick}
	err = m.Forest.Guard(ctx, limits, func() {
		o.steps = 0
		for l := newLayers(m); !l.beyond.IsEmpty() && o.steps < farEnough; o.steps = l.steps {
			l.advance()
		}
	})
	o.work = m.Forest.Stats().Work
	if err != nil && ctx.Err() != nil { // other limits end the measuring of this order only
		return err
	}
	return nil
}

// chooseByBound returns the order with which a search within the bound takes the least work, of those of the list and
// their reverses. Layers take about as much in both directions. Exact and Approx do not: they close low levels for the
// whole bound, whatever was spent above, so what they build depends on what lies there. All have the same work, doubled
// until one is done.
func (x *Rounds) chooseByBound(ctx context.Context, list []measured, bound int) (order.Decomposition, error) {
	var ways []measured
	for _, m := range list {
		ways = append(ways, measured{d: m.d}, measured{d: m.d.Reversed()})
	}
	for work := x.quick(); ; work *= 2 {
		for i := range ways {
			if err := x.measureBound(ctx, &ways[i], bound, work); err != nil {
				return order.Decomposition{}, err
			}
		}
		if slices.SortStableFunc(ways, measured.compare); ways[0].steps == bound || work > math.MaxInt64/2 {
			return ways[0].d, nil
		}
	}
}

// measureBound finds the work of a search within the bound with o. Its steps stay 0 if that is more than the given one.
func (x *Rounds) measureBound(ctx context.Context, o *measured, bound int, work int64) error {
	m, err := encode.New(x.net, o.d, mdd.Options{Rule: x.o.Rule})
	if err != nil {
		return err
	}
	e := edd.New(m.Forest, edd.Options{})
	defer func() {
		e.Close()
		m.Close()
	}()
	err = e.Guard(ctx, mdd.Limits{Nodes: x.o.Nodes, Memory: x.o.Memory, Work: work, Tick: x.tick}, func() {
		e.NewSaturator(m.Moves, x.r.Version).Bounded(e.Zero(m.Init), bound)
		o.steps = bound
	})
	o.work = e.Stats().Work + m.Forest.Stats().Work
	x.spent += o.work
	if err != nil && !race.RanOut(err) {
		return err
	}
	return nil
}
