package explore

import (
	"cmp"
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/engine/symbolic"
	"brim/engine/symbolic/race"
	"brim/internal/watch"
	"brim/petri"
	"brim/petri/structure"
)

// The comparison of orders of places.

// A Trial is the exploration of a net under one order, perhaps incomplete.
type Trial = race.Trial

// Hopeless is the factor by which the work of a trial may exceed that of the best order before it is given up.
const Hopeless = race.Hopeless

// Orders compares the orders of a net with each other and with the one that is chosen.
type Orders struct {
	Trials    []Trial // one for each candidate
	Choice    *Trial  // of the chosen order; nil if it did not end
	Unbounded *UnboundedError
	Stopped   *limit.Stop // the limit that ended the comparison; nil if no limit did
}

// Best returns the trial that took the least work, nil if none is complete.
func (o *Orders) Best() (best *Trial) {
	for i := range o.Trials {
		if t := &o.Trials[i]; t.States != nil && (best == nil || t.Stats.Work < best.Stats.Work) {
			best = t
		}
	}
	return best
}

// CompareOrders explores a net under each candidate order, and then as the choice of an order would have it. Each
// exploration may take an equal part of the time, and Hopeless times the work of the best one. The error is about the
// net.
func CompareOrders(ctx context.Context, net *petri.Net, l limit.Limits, progress func(board.Progress)) (*Orders,
	error) {
	if l.Start.IsZero() {
		l.Start = time.Now()
	}
	m := &comparison{net: net, o: symbolic.Options{Memory: l.Watch().Room(), Nodes: l.Nodes}}
	if progress != nil {
		m.o.Progress = func(p symbolic.Progress) { progress(ProgressOf(p)) }
	}
	w := watch.New(ctx, l.Watch())
	defer w.Cancel(nil)
	var err error
	late := w.Do(limit.Grace, func() { err = m.run(w.Ctx) })
	var infinite *UnboundedError
	_ = errors.As(err, &infinite)
	if late == nil && err != nil && infinite == nil {
		return nil, err
	}
	found := m.found()
	if late == nil {
		found.Unbounded = infinite
	}
	found.Stopped = l.Stop(cmp.Or(late, w.Cause()))
	return found, nil
}

// A comparison explores a net under one order after the other. Its results so far may be read at any time.
type comparison struct {
	net *petri.Net
	o   symbolic.Options

	mu     sync.Mutex
	trials []Trial // in the order in which they run
	tried  []bool  // of each: whether it has a result
	choice *Trial
}

// found returns the results so far.
func (m *comparison) found() *Orders {
	m.mu.Lock()
	defer m.mu.Unlock()
	o := &Orders{Choice: m.choice}
	for i, t := range m.trials {
		if m.tried[i] {
			o.Trials = append(o.Trials, t)
		}
	}
	return o
}

// run explores. It returns no error for a limit.
func (m *comparison) run(ctx context.Context) error {
	m.o.Facts = structure.NewProfile(m.net)
	orders := race.Orders(m.net, m.o.Facts.Invariants(ctx))
	m.mu.Lock()
	m.trials, m.tried = make([]Trial, len(orders)), make([]bool, len(orders))
	for i, d := range orders {
		m.trials[i].Order = d
	}
	m.mu.Unlock()
	part, cancel := context.WithCancel(ctx)
	if end, ok := ctx.Deadline(); ok { // the choice gets a part of the time, too
		part, cancel = context.WithDeadline(ctx, end.Add(-time.Until(end)/time.Duration(len(orders)+1)))
	}
	defer cancel()
	err := race.Trials(part, m.net, orders, m.o, func(i int, t Trial) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.trials[i], m.tried[i] = t, true
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	return m.choose(ctx)
}

// choose explores under the chosen order. It hides the deadline, since the choice would reserve a share of the time,
// and is ended by its work instead.
func (m *comparison) choose(ctx context.Context) error {
	free, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })()
	work := int64(math.MaxInt64)
	if best := m.found().Best(); best != nil {
		work = Hopeless * max(best.Stats.Work, leastWork)
	}
	t, err := race.TryChoice(free, m.net, m.o, work)
	if err == nil {
		if t.Err != nil && free.Err() != nil {
			t.Err = context.Cause(free) // the cancellation alone does not say why
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		m.choice = &t
	}
	return err
}

// leastWork is the work of the best order below which differences do not matter, about a tenth of a second.
const leastWork = 2_500_000
