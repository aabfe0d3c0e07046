package symbolic

import (
	"cmp"
	"context"
	"slices"
	"time"

	"brim/mdd"
	"brim/petri/encode"
	"brim/petri/order"
)

// The order for rounds. Those that need little work keep the order of the file. When they have taken patience times
// as much as a first attempt at all markings may, orders are measured: each makes steps, layer by layer, with the
// work of such an attempt, and the one with which a search comes furthest goes on. So measuring costs about as much
// as was spent before. What was explored under another order is explored again.

const (
	farEnough      = 50 // steps after which no order is measured any further
	roundsPatience = 4
	sift           = 8 // the part of the work with which all orders are measured, as a divisor
	bestFew        = 3 // orders that are measured with all of it
)

// quick is the work of measuring an order.
func (x *Rounds) quick() int64 { return int64(quickWork + workPerArc*x.net.ArcCount()) }

// choose takes the order with which a search comes furthest with the same work, or of those that come far enough the
// one with the least. All have a small part of the work first, then the best few all of it.
func (x *Rounds) choose(ctx context.Context) error {
	now := x.space.Order
	list := []measured{{d: now}}
	for _, d := range order.Candidates(x.net, x.o.invariants(ctx, x.net), order.Options{}) {
		if !d.Equal(now) {
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
	x.chosen, x.choice.Took, x.choice.Work = true, time.Since(x.start), x.work()
	if best := list[0].d; !best.Equal(now) {
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

// measure finds how many steps a search makes with o and that much work at most, and the work it takes.
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
