package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"brim/engine/symbolic"
	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/mdd"
	"brim/petri"
	"brim/petri/order"

	"github.com/spf13/cobra"
)

// exploreFlags are the flags of commands that build a state space.
type exploreFlags struct {
	limits
	order  string
	method choice
}

func (x *exploreFlags) flags(cmd *cobra.Command) {
	x.limits.flags(cmd)
	cmd.Flags().StringVar(&x.order, "order", "auto", "order of the places: a `method` or a file; see above")
	x.method.flag(cmd, "method", "way to the states", methodNames()...)
	_ = cmd.RegisterFlagCompletionFunc("order", completeOrder)
}

func methodNames() (names []string) {
	for _, m := range symbolic.Methods() {
		names = append(names, string(m))
	}
	return names
}

// exploreOptions returns what the flags say as options of an exploration of net.
func (x *exploreFlags) exploreOptions(ctx context.Context, net *petri.Net) (o symbolic.Options, err error) {
	o = symbolic.Options{Memory: x.process().Room(), Nodes: x.nodes, Method: symbolic.Method(x.method.value), Tune: x.order == "tuned"}
	o.Order, err = reading(ctx, &x.limits, func(ctx context.Context) (*order.Decomposition, error) { return readOrder(ctx, x.order, net) })
	return o, err
}

// How long work may go on once it should have ended.
const (
	exploreGrace = 300 * time.Millisecond
	countGrace   = 100 * time.Millisecond
)

// partialTime is how long what was found of a state space may be counted.
var partialTime = quantity.Span(500 * time.Millisecond)

// An exploration is a state space, whole or in part, and the watch under which it may be asked.
type exploration struct {
	*symbolic.Space
	limits   *limits
	watch    *watch.Watch
	progress *progress
	stopped  error // the limit that ended it, nil if it is complete
}

// explore builds the state space of net. After a limit it returns what was found; the Space in it is nil if that is nothing. An
// error means that there is no state space at all.
func explore(ctx context.Context, net *petri.Net, o symbolic.Options, l *limits, p *progress) (*exploration, error) {
	x := &exploration{limits: l, watch: watch.New(ctx, l.process()), progress: p}
	p.at("exploring")
	o.Progress = p.callback()
	var err error
	var space *symbolic.Space
	if late := x.watch.Do(exploreGrace, func() { space, err = symbolic.Explore(x.watch.Ctx, net, o) }); late != nil {
		x.stopped = late
		return x, nil
	}
	x.Space = space
	if err == nil {
		return x, nil
	}
	if !limited(err) {
		return nil, err
	}
	x.stopped = err
	if cause := x.watch.Cause(); cause != nil {
		x.stopped = cause
	}
	x.linger(ctx)
	return x, nil
}

// linger lets what was found be counted after a limit has ended the exploration, for a moment, with a little more memory, and under a new watch.
func (x *exploration) linger(ctx context.Context) {
	x.watch.Cancel(nil)
	x.watch = watch.New(context.WithoutCancel(ctx), watch.Limits{Memory: int64(x.limits.memory + x.limits.memory/watch.Overrun), Time: time.Duration(partialTime), Start: time.Now()})
}

// bounds returns the limits for a question about the space: its diagrams may have what the rest of the process leaves.
func (x *exploration) bounds() mdd.Limits {
	return mdd.Limits{Memory: watch.RoomBeside(x.watch.Memory, x.Model.Forest.Stats().Bytes), Nodes: x.limits.nodes}
}

// ask runs one question about the space within the limits. The error is the limit that ended it.
func (x *exploration) ask(what string, fn func()) error {
	err := x.guarded(what, fn)
	if x.stopped != nil && errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("not counted within %s after the end", partialTime.String())
	}
	return err
}

// guarded runs fn under the limits.
func (x *exploration) guarded(what string, fn func()) error {
	x.progress.at(what)
	var err error
	if late := x.watch.Do(countGrace, func() {
		err = x.Model.Forest.Guard(x.watch.Ctx, x.bounds(), fn)
	}); late != nil {
		return late
	}
	if cause := x.watch.Cause(); err != nil && cause != nil {
		return cause
	}
	return err
}

// close frees the space, unless some abandoned work still uses it.
func (x *exploration) close() {
	x.watch.Cancel(nil)
	if x.Space != nil && !x.watch.Abandoned {
		x.Close()
	}
}

// unbounded returns the error as a verdict about the net, if it is one.
func unbounded(err error) (*symbolic.UnboundedError, bool) {
	var u *symbolic.UnboundedError
	return u, errors.As(err, &u)
}
