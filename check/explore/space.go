package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/engine/symbolic"
	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/mdd"
	"brim/petri"
	"brim/petri/order"
)

// State spaces explored by decision diagrams.

// An UnboundedError says that a net has infinitely many reachable markings, with firings that prove it.
type UnboundedError = symbolic.UnboundedError

// A Space holds the reachable markings of a net, or those that were found, to be counted and drawn. It must be used by
// one goroutine only.
type Space struct {
	*symbolic.Space             // nil if nothing was found
	Stopped         *limit.Stop // the limit that ended the exploration; nil if the space is complete

	limits limit.Limits
	watch  *watch.Watch
	report func(board.Progress) // not nil
}

// Options say how Explore searches.
type Options struct {
	Order  *order.Decomposition // nil chooses one
	Tune   bool                 // the choice of an order improves it by local search in any case
	Method string               // one of Methods; "" is the first one
	Bound  int                  // if positive, only the markings within this many steps
}

// Explore builds the set of reachable markings of a net by decision diagrams, of those within d.Bound steps if that is
// positive. After a limit it returns what was found, with half a second left for questions about it. An error means
// that there is no space at all; it is an *UnboundedError if there are infinitely many markings. The caller closes the
// space.
func Explore(ctx context.Context, net *petri.Net, d Options, l limit.Limits, progress func(board.Progress)) (*Space,
	error) {
	if l.Start.IsZero() {
		l.Start = time.Now()
	}
	if progress == nil {
		progress = func(board.Progress) {}
	}
	x := &Space{limits: l, watch: watch.New(ctx, l.Watch()), report: progress}
	o := symbolic.Options{
		Order: d.Order, Tune: d.Tune, Method: symbolic.Method(d.Method), Memory: l.Watch().Room(), Nodes: l.Nodes,
		Progress: func(p symbolic.Progress) { progress(ProgressOf(p)) },
	}
	progress(board.Progress{Phase: "exploring"})
	var err error
	var space *symbolic.Space
	late := x.watch.Do(limit.Grace, func() {
		if d.Bound > 0 {
			space, err = within(x.watch.Ctx, net, o, d.Bound)
		} else {
			space, err = symbolic.Explore(x.watch.Ctx, net, o)
		}
	})
	if late != nil {
		x.Stopped = l.Stop(late)
		return x, nil
	}
	x.Space = space
	switch {
	case err == nil:
		return x, nil
	case !limit.Limited(err):
		x.watch.Cancel(nil)
		return nil, err
	}
	x.Stopped = l.Stop(cmp.Or(x.watch.Cause(), err))
	// What was found may be counted for a moment more, with a little more memory.
	x.watch.Cancel(nil)
	memory := l.Memory + l.Memory/watch.Overrun
	x.watch = watch.New(context.WithoutCancel(ctx),
		watch.Limits{Memory: memory, Time: limit.Lingering, Start: time.Now()})
	return x, nil
}

// within explores the markings within the given number of steps.
func within(ctx context.Context, net *petri.Net, o symbolic.Options, bound int) (*symbolic.Space, error) {
	rounds, err := symbolic.NewRounds(net, o, symbolic.RoundOptions{Strategy: symbolic.Fix, Bound: bound})
	if err != nil {
		return nil, err
	}
	return rounds.Next(ctx)
}

// bounds returns the limits of a question about the space: its diagrams may use the memory that the rest of the process
// leaves.
func (x *Space) bounds() mdd.Limits {
	return mdd.Limits{Memory: watch.RoomBeside(x.watch.Memory, x.Model.Forest.Stats().Bytes), Nodes: x.limits.Nodes}
}

// Ask calls fn, which may use the diagrams of the space, within the limits. The error is the *limit.Stop that ended fn,
// or says that fn took too long after a limit had ended the exploration.
func (x *Space) Ask(what string, fn func()) error {
	x.report(board.Progress{Phase: what})
	var err error
	late := x.watch.Do(limit.DropGrace, func() { err = x.Model.Forest.Guard(x.watch.Ctx, x.bounds(), fn) })
	if cause := x.watch.Cause(); late == nil && err != nil && cause != nil {
		late = cause
	}
	if err = cmp.Or(late, err); x.Stopped != nil && errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("not counted within %s after the end", quantity.Seconds(limit.Lingering))
	}
	return x.limits.Said(err)
}

// Nodes returns the number of nodes of the diagram of the markings.
func (x *Space) Nodes() int { return x.Reached.Nodes() }

// Exploration tells what building the space took. The Space must not be nil.
func (x *Space) Exploration() *Exploration { return Explored(x.Space) }

// Close frees the memory, unless abandoned work still uses it.
func (x *Space) Close() {
	x.watch.Cancel(nil)
	if x.Space != nil && !x.watch.Abandoned {
		x.Space.Close()
	}
}

// ProgressOf returns a look at an exploration.
func ProgressOf(p symbolic.Progress) board.Progress {
	phase, detail := "exploring", p.Detail
	if p.Phase == "order" {
		phase, detail = "exploring under several orders", "ahead: "+p.Detail
	}
	return board.Progress{
		Phase: phase, Detail: detail, Nodes: p.Nodes, Bytes: p.Bytes, Done: p.Done, Levels: p.Levels, Order: p.Order,
		Widths: p.Widths,
	}
}
