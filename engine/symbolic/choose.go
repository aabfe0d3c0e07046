package symbolic

import (
	"context"
	"errors"
	"slices"
	"time"

	"brim/mdd"
	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"
)

// The choice of the order. No cheap metric is safe, so candidates are measured: each explores the net itself for a moment, and
// the first that finishes is the answer. If none does, two ways lead on. Where the net has a sibling
// with fewer tokens, hill-climbing on the sibling finds a far better order than any candidate. Where it has none, the few candidates
// that got furthest go on, the best with the most work.
//
// Work is counted by the store (see dd.Limits), so the choice does not depend on the machine's speed.

const (
	quickWork  = 100_000 // of the first attempt: about 4 ms
	workPerArc = 20      // and for large nets in proportion to their size
	firstWork  = 50_000  // of each candidate in the first round
	finalists  = 3
)

// choiceShare is the part of a time limit that the choice may take, as a divisor: where nothing is complete by then, the exploration goes on
// with the best decomposition so far.
const choiceShare = 2

// limitChoice begins the time of the choice. The caller stops it.
func (x *explorer) limitChoice() context.CancelFunc {
	end := x.end
	if end.IsZero() {
		x.choice = x.ctx
		return func() {}
	}
	var stop context.CancelFunc
	x.choice, stop = context.WithTimeout(x.ctx, time.Until(end)/choiceShare)
	return stop
}

// chosen tells whether the time of the choice is over.
func (x *explorer) chosen() bool { return x.choice.Err() != nil && x.ctx.Err() == nil }

// choose finds a decomposition and explores with it.
func (x *explorer) choose() (*Space, error) {
	defer x.limitChoice()()
	if x.o.Tune {
		return x.tuned(x.rivals())
	}
	quick := fileOrder(x.net, x.flows)
	if s, err, done := x.try(quick, x.quick()); done {
		return s, err
	}
	if x.chosen() {
		return x.final(quick)
	}
	rivals := x.rivals()
	if s, err, done := x.round(rivals, firstWork); done {
		return s, err
	}
	if s, err, done := x.tune(rivals); done {
		return s, err
	}
	rivals = rivals[:min(finalists, len(rivals))]
	if s, err, done := x.round(rivals, 4*firstWork); done {
		return s, err
	}
	late := x.choice
	x.choice = x.ctx // what is left are explorations of the net, of which the best one may take all the time
	for work := int64(128 * firstWork); ; work *= 32 {
		if late.Err() != nil {
			return x.final(rivals[0].d)
		}
		for i := 0; i < len(rivals); i++ {
			if i > 0 && late.Err() != nil {
				break
			}
			s, err, done := x.try(rivals[i].d, work>>(3*i))
			switch {
			case !done:
			case len(rivals) > 1 && outOfRoom(err): // another order may fit
				s.Close()
				rivals = slices.Delete(rivals, i, i+1)
				i--
			default:
				return s, err
			}
		}
	}
}

// fileOrder returns the order of the file, with its components.
func fileOrder(net *petri.Net, flows []structure.Semiflow) order.Decomposition {
	d := order.Decomposition{Levels: order.Groups(net, flows, order.Limits{}), Method: "file"}
	if d.Grouped() {
		d.Method += "+groups"
	}
	return d
}

// quick returns the work of the first attempt.
func (x *explorer) quick() int64 { return int64(quickWork + workPerArc*x.net.ArcCount()) }

// A rival is a candidate and how far it came: the percentage of its levels that it closed.
type rival struct {
	d      order.Decomposition
	closed int
}

func (x *explorer) rivals() []rival {
	var list []rival
	for _, d := range order.Candidates(x.net, x.flows, order.Options{}) {
		list = append(list, rival{d: d})
	}
	return list
}

// round gives each rival some work and sorts them, those that came furthest first; who are level keep their places. It ends with
// the first that needs no more.
func (x *explorer) round(rivals []rival, work int64) (s *Space, err error, done bool) {
	for i := range rivals {
		if x.chosen() {
			break
		}
		r := &rivals[i]
		took := time.Since(x.start)
		a, err := x.attempt(x.net, r.d, work, "order")
		if err != nil {
			return nil, err, true
		}
		x.tried++
		if !ranOut(a.err) && (a.err == nil || !x.chosen()) {
			s, err := x.space(a, took)
			return s, err, true
		}
		r.closed = int(100 * a.closed)
		a.model.Close()
	}
	slices.SortStableFunc(rivals, func(a, b rival) int { return b.closed - a.closed })
	return nil, nil, false
}

// try explores with d for the given work; done is false if that did not suffice.
func (x *explorer) try(d order.Decomposition, work int64) (s *Space, err error, done bool) {
	return x.round([]rival{{d: d}}, work)
}

// outOfRoom tells whether an exploration ended because its diagrams grew too large.
func outOfRoom(err error) bool {
	var limit *mdd.LimitError
	return errors.As(err, &limit) && (limit.Kind == "memory" || limit.Kind == "nodes")
}

// ranOut tells whether an attempt ended for no other reason than its share of work.
func ranOut(err error) bool {
	var limit *mdd.LimitError
	return errors.As(err, &limit) && limit.Kind == "work"
}
