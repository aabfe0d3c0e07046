package race

import (
	"context"
	"errors"
	"math"
	"math/big"
	"slices"
	"time"

	"brim/mdd"
	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"
)

// Comparison of orders: what the exploration of one net takes under each of them.

// A Trial is the exploration of a net under one order, as far as it came.
type Trial struct {
	Order  order.Decomposition
	Choice Choice   // how the order was found
	States *big.Int // reachable markings; nil if they were not all found
	Nodes  int      // of their diagram
	Stats  mdd.Stats
	Took   time.Duration // of the exploration alone
	Err    error         // *Stopped: what ended it before that
}

// Hopeless is how many times the work of the best order a trial may take before it is given up.
const Hopeless = 20

// firstTrial is the work of each order in the first turn, and trialGrowth by how much it grows from turn to turn:
// orders that are worth nothing are known by the work of a good one before they take all the time.
const (
	firstTrial  = 2_000_000
	trialGrowth = 20
)

// Orders returns the orders that the choice measures on net: the candidates, and that of the file with its
// components, which it tries first.
func Orders(net *petri.Net, flows []structure.Semiflow) []order.Decomposition {
	list := order.Candidates(net, flows, order.Options{})
	if file := FileOrder(net, flows); !slices.ContainsFunc(list, file.Equal) {
		list = append(list, file)
	}
	return list
}

// Trials explores net under each of the orders and tells what each took, in the same sequence. A trial ends when it
// needs more than Hopeless times the work of the best one so far, with its equal part of the time that is left to
// ctx, and at the limits of o. Orders take turns with growing work; note is called after each with the index of the
// order and what is known of it now. An error means that the net cannot be explored, whatever the order, as that of
// Explore does.
func Trials(ctx context.Context, net *petri.Net, orders []order.Decomposition, o Options, note func(int, Trial)) error {
	o.Invariants(ctx, net)
	open := make([]int, len(orders)) // those that only a turn has ended
	for i := range open {
		open[i] = i
	}
	best := int64(math.MaxInt64 / Hopeless) // work of the best, at most
	for turn, before := int64(firstTrial), int64(0); len(open) > 0 && ctx.Err() == nil; turn, before = turn*trialGrowth,
		turn {
		var left []int
		for k, i := range open {
			if ctx.Err() != nil || before >= Hopeless*best { // more was not enough
				continue
			}
			part, cancel := partOf(ctx, len(open)-k)
			o.Order, o.Work = &orders[i], min(turn, Hopeless*best)
			t, err := try(part, net, o)
			cancel()
			if err != nil {
				return err
			}
			note(i, t)
			switch {
			case t.Err == nil:
				best = min(best, max(t.Stats.Work, 1))
			case RanOut(t.Err):
				left = append(left, i)
			}
		}
		open = left
	}
	return nil
}

// partOf returns a context with an n-th of the time that ctx has left.
func partOf(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithTimeout(ctx, time.Until(end)/time.Duration(n))
	}
	return context.WithCancel(ctx)
}

// TryChoice explores net under the order that it chooses, until it has done the given work in all, that of the choice
// included. Limits are no error.
func TryChoice(ctx context.Context, net *petri.Net, o Options, work int64) (Trial, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x, err := Prepare(ctx, net, o)
	if err != nil {
		return Trial{}, err
	}
	over := false
	x.tick = func() {
		if x.Work() > work {
			over = true
			cancel()
		}
	}
	t, err := x.trial()
	if over && t.Err != nil {
		t.Err = &Stopped{&mdd.LimitError{Kind: "work", At: x.Work(), Max: work}}
	}
	return t, err
}

// try explores net under the order of the options. Limits are no error.
func try(ctx context.Context, net *petri.Net, o Options) (Trial, error) {
	x, err := Prepare(ctx, net, o)
	if err != nil {
		return Trial{}, err
	}
	return x.trial()
}

// trial explores and tells what it took.
func (x *Explorer) trial() (t Trial, err error) {
	if x.o.Order != nil {
		t.Order = *x.o.Order
	}
	s, err := x.Explore()
	if s != nil {
		defer s.Close()
		t.Order, t.Choice, t.Stats, t.Took = s.Order, s.Choice, s.Stats, s.Took-s.Choice.Took
	}
	if err == nil {
		err = StoppedBy(s.Model.Forest.Guard(x.ctx, mdd.Limits{Nodes: x.o.Nodes, Memory: x.o.Memory}, func() {
			t.States, t.Nodes = s.States(), s.Reached.Nodes()
		}))
	}
	var limit *Stopped
	if errors.As(err, &limit) {
		t.Err, err = limit, nil
	}
	return t, err
}

// RanOut reports whether an attempt ended for no other reason than its share of work.
func RanOut(err error) bool {
	var limit *mdd.LimitError
	return errors.As(err, &limit) && limit.Kind == "work"
}
