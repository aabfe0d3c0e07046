package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"brim/engine/symbolic"
	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/mdd"
	"brim/petri"
)

// An UnboundedError says that a net has infinitely many markings, and shows it.
type UnboundedError = symbolic.UnboundedError

// A Space is the reachable markings of a net, or what was found of them, to be counted and drawn. It belongs to one
// goroutine.
type Space struct {
	*symbolic.Space       // nil if nothing was found
	Stopped         *Stop // the limit that ended the exploration; nil if the space is complete

	limits Limits
	watch  *watch.Watch
	report func(Progress) // not nil
}

// Explore builds the reachable markings of a net, as d says, for the strategy fix those within d.Bound steps. After a
// limit it returns what was found, for which there is half a second to ask. An error means that there is no state space
// at all: it is an *UnboundedError if there are infinitely many markings. The caller closes the space.
func Explore(ctx context.Context, net *petri.Net, d Diagrams, l Limits, progress func(Progress)) (*Space, error) {
	if l.Start.IsZero() {
		l.Start = time.Now()
	}
	if progress == nil {
		progress = func(Progress) {}
	}
	x := &Space{limits: l, watch: watch.New(ctx, l.process()), report: progress}
	o := symbolic.Options{
		Order: d.Order, Tune: d.Tune, Method: symbolic.Method(d.Method), Memory: l.process().Room(), Nodes: l.Nodes,
		Progress: func(p symbolic.Progress) { progress(progressOf(p)) },
	}
	progress(Progress{Phase: "exploring"})
	var err error
	var space *symbolic.Space
	late := x.watch.Do(grace, func() {
		if d.Strategy == string(symbolic.Fix) {
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
	case !limited(err):
		x.watch.Cancel(nil)
		return nil, err
	}
	x.Stopped = l.Stop(cmp.Or(x.watch.Cause(), err))
	// What was found may be counted for a moment, with a little more memory.
	x.watch.Cancel(nil)
	memory := l.Memory + l.Memory/watch.Overrun
	x.watch = watch.New(context.WithoutCancel(ctx), watch.Limits{Memory: memory, Time: lingering, Start: time.Now()})
	return x, nil
}

// within explores the markings within so many steps.
func within(ctx context.Context, net *petri.Net, o symbolic.Options, bound int) (*symbolic.Space, error) {
	rounds, err := symbolic.NewRounds(net, o, symbolic.RoundOptions{Strategy: symbolic.Fix, Bound: max(1, bound)})
	if err != nil {
		return nil, err
	}
	return rounds.Next(ctx)
}

// bounds returns the limits for a question about the space: its diagrams may have what the rest of the process leaves.
func (x *Space) bounds() mdd.Limits {
	return mdd.Limits{Memory: watch.RoomBeside(x.watch.Memory, x.Model.Forest.Stats().Bytes), Nodes: x.limits.Nodes}
}

// Ask runs one question about the space within the limits. The error is the *Stop that ended it, or says that there was
// no time after the end of the exploration.
func (x *Space) Ask(what string, fn func()) error {
	x.report(Progress{Phase: what})
	var err error
	late := x.watch.Do(dropGrace, func() { err = x.Model.Forest.Guard(x.watch.Ctx, x.bounds(), fn) })
	if cause := x.watch.Cause(); late == nil && err != nil && cause != nil {
		late = cause
	}
	if err = cmp.Or(late, err); x.Stopped != nil && errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("not counted within %s after the end", quantity.Seconds(lingering))
	}
	return x.limits.said(err)
}

// Exploration tells what finding the space took. There is one.
func (x *Space) Exploration() *Exploration { return explored(x.Space) }

// Close gives the memory back, unless some abandoned work still uses it.
func (x *Space) Close() {
	x.watch.Cancel(nil)
	if x.Space != nil && !x.watch.Abandoned {
		x.Space.Close()
	}
}

// progressOf returns a look at an exploration.
func progressOf(p symbolic.Progress) Progress {
	phase, detail := "exploring", p.Detail
	if p.Phase == "order" {
		phase, detail = "exploring under several orders", "ahead: "+p.Detail
	}
	return Progress{
		Phase: phase, Detail: detail, Nodes: p.Nodes, Bytes: p.Bytes, Done: p.Done, Levels: p.Levels, Order: p.Order, Widths: p.Widths,
	}
}
