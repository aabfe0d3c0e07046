package race

import (
	"context"
	"time"

	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"
)

// The choice of the order. No cheap metric is reliable, so candidates are measured: they race, and the first that
// finishes is the answer. Where the net has a sibling, the same net with fewer tokens, the race is over early: on the
// sibling all candidates and their improvements by hill climbing are cheap to measure, and the best order of the
// sibling is the best one of the net.
//
// Work is counted by the store (see dd.Limits), so the choice does not depend on the machine's speed.

const (
	QuickWork  = 100_000 // of the first attempt: about 4 ms
	WorkPerArc = 10      // and for large nets in proportion to their size; 0.1 to 0.4 µs are what encoding takes
)

// choiceShare is the part of a time limit that the choice may take, as a divisor: where nothing is complete by then,
// the exploration goes on with the best decomposition so far.
const choiceShare = 2

// limitChoice begins the time of the choice. The caller stops it.
func (x *Explorer) limitChoice() context.CancelFunc {
	end := x.end
	if end.IsZero() {
		x.choice = x.ctx
		return func() {}
	}
	var stop context.CancelFunc
	x.choice, stop = context.WithTimeout(x.ctx, time.Until(end)/choiceShare)
	return stop
}

// knownPatience is how many times the work of another search with the order that it found is for that order alone. A
// search for all markings takes as much again; one within bounds may take more.
const knownPatience = 2

// choose finds a decomposition and explores with it. It begins with the order that another search found good, if there
// is one: where that ended with it, this one does so, too, and otherwise all other orders need not be measured again
// as far as they were.
func (x *Explorer) choose() (*Outcome, error) {
	quick := QuickWork + setupWork(x.net)
	switch known := x.o.Orders.Best(); {
	case known == nil:
		return x.chooseAfter(FileOrder(x.net, x.Flows), quick)
	case known.Done:
		return x.chooseAfter(known.Decomposition, quick+knownPatience*known.Work)
	default:
		return x.chooseAfter(known.Decomposition, max(quick, known.Work))
	}
}

// learn tells other searches of an order with which this one has done so much work, and perhaps ended.
func (x *Explorer) learn(d order.Decomposition, work int64, done bool) {
	if x.o.Method == Saturation {
		x.o.Orders.Learn(order.Known{Decomposition: d, Work: work, Done: done && !x.within})
	}
}

// chooseAfter explores with first alone for the given work. If that is not enough, it has other orders race against it,
// in laps that get longer, and returns the result of the winner. When the time for the choice is over, the leader goes
// on alone.
func (x *Explorer) chooseAfter(first order.Decomposition, work int64) (*Outcome, error) {
	defer x.limitChoice()()
	if x.o.Tune {
		return x.tuned()
	}
	r := &race{x: x, lap: work}
	r.add([]order.Decomposition{first})
	for laps := 1; ; laps++ {
		winner, err := r.runLap()
		if laps == 1 && winner == nil && err == nil && x.choice.Err() == nil {
			r.add(Orders(x.net, x.Flows))
			winner, err, _ = x.tune(r)
		}
		switch {
		case err != nil:
			r.only(nil)
			return nil, err
		case winner == nil && (x.choice.Err() != nil || len(r.racers) == 1):
			winner = r.racers[0]
		}
		if winner != nil {
			r.only([]order.Decomposition{winner.d})
			if winner.run == nil {
				return x.final(winner.d)
			}
			return x.alone(winner.run)
		}
		if laps > 1 {
			x.learn(r.racers[0].d, r.lap, false)
		}
		r.lap = int64(raceGrowth * float64(r.lap))
	}
}

// FileOrder returns the order of the file with its components, the first place at the bottom: what package order
// names file reversed.
func FileOrder(net *petri.Net, flows []structure.Semiflow) order.Decomposition {
	d := order.Decomposition{Levels: order.Groups(net, flows, order.Limits{}), Method: "file reversed"}
	if d.Grouped() {
		d.Method += "+groups"
	}
	return d
}
