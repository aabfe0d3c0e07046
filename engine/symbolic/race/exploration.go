package race

import (
	"cmp"
	"context"
	"iter"
	"time"

	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

// An exploration is one run over a net with one decomposition. It is a coroutine: it rests in the middle of a
// recursion and goes on from there, so several can race, and none does anything twice. While it rests, its diagrams
// may be read, but nothing may be made in them.
type exploration struct {
	x       *Explorer
	d       order.Decomposition
	model   *encode.Model
	reached mdd.Set
	setup   int64 // the work of encoding the net
	charge  int64 // what it counts for in the work of the choice, if not 0: see race.judge
	took    time.Duration
	ended   bool
	err     error // when it has ended: nil or what ended it, a *mdd.LimitError

	resume func() (struct{}, bool)
	stop   func()

	// Of the turn:
	until int64       // the work at which it rests
	room  int64       // the memory at which it rests, in bytes; 0 is no bound
	rests func() bool // another reason to rest, or nil
	leads bool        // it is the one that reports
	alone bool        // all others have left
}

// begin prepares to explore net, which may be a sibling of x.net, with d. limits bound the whole exploration; ctx
// ends it. The caller closes it, or its model; it counts in x.work from x.enter on.
func (x *Explorer) begin(ctx context.Context, net *petri.Net, d order.Decomposition, limits mdd.Limits) (*exploration,
	error) {
	m, err := x.encode(net, d, mdd.Options{Rule: x.o.Rule})
	if err != nil {
		return nil, err
	}
	e := &exploration{x: x, d: d, model: m, reached: m.Init, setup: setupWork(net)}
	limits.Progress = x.progress(e)
	e.resume, e.stop = iter.Pull(func(yield func(struct{}) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		limits.Tick = func() {
			if (x.tick != nil || e.over()) && !yield(struct{}{}) {
				cancel()
			}
		}
		e.err = m.Forest.Guard(ctx, limits, e.saturate)
	})
	return e, nil
}

// setupWork is about the work of encoding net.
func setupWork(net *petri.Net) int64 { return WorkPerArc * int64(net.ArcCount()) }

// saturate explores to the end, by the method of the options.
func (e *exploration) saturate() {
	m := e.model
	switch e.x.o.Method {
	case BFS:
		m.Moves.Layers(m.Init, func(_ int, layer mdd.Set) bool {
			e.reached = e.reached.Union(layer)
			return true
		})
	case Chaining:
		e.reached = m.Moves.Chaining(m.Init)
	default:
		e.reached = m.Moves.Saturate(m.Init)
	}
}

// work returns the work done so far, without that of the encoding.
func (e *exploration) work() int64 { return e.model.Forest.Stats().Work }

// bytes returns the memory of the diagrams now.
func (e *exploration) bytes() int64 { return e.model.Forest.Stats().Bytes }

// over reports whether the turn ends here.
func (e *exploration) over() bool {
	st := e.model.Forest.Stats()
	return e.rests != nil && e.rests() || st.Work >= e.until || e.room > 0 && st.Bytes >= e.room
}

// mostLocal is the number of local states of a component from which on its places are better apart. Package order makes
// components of up to 512 as far as it knows; more come from units that are said to be safe and are not.
const mostLocal = 4096

// crowded reports whether a component has grown far beyond what it was made for.
func (e *exploration) crowded() bool { return e.model.LocalStates() > mostLocal }

// run goes on until the exploration has ended or has to rest.
func (e *exploration) run() {
	start := time.Now()
	defer func() { e.took += time.Since(start) }()
	for !e.ended {
		_, more := e.resume()
		e.ended = !more
		if e.x.tick != nil {
			e.x.tick()
		}
		if e.over() {
			return
		}
	}
}

// finish ends the exploration, by itself if it has not ended yet, and gathers what it found.
func (e *exploration) finish() error {
	e.stop()
	e.ended = true
	if e.err != nil && e.x.o.Method == Saturation {
		e.reached = e.model.Moves.Partial(e.model.Init)
	}
	return e.model.Overflow(e.reached)
}

// close gives everything back.
func (e *exploration) close() {
	e.stop()
	e.x.leave(e)
	e.model.Close()
}

// cost returns the work that it counts for.
func (e *exploration) cost() int64 {
	return e.setup + cmp.Or(e.charge, e.work())
}
