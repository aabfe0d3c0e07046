package explore

import (
	"cmp"
	"context"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/dd"
	"brim/engine/lists"
	"brim/engine/symbolic"
	"brim/internal/watch"
	"brim/petri"
)

// State spaces of nets with many tokens, explored by list diagrams.

// A ListSpace holds all reachable markings of a net, to be counted. It must be used by one goroutine only.
type ListSpace struct {
	*lists.Space

	limits limit.Limits
	watch  *watch.Watch
	report func(board.Progress) // not nil
}

// ExploreLists builds the set of reachable markings of a net by list diagrams; of d only the order matters. An error is
// an *UnboundedError, the *limit.Stop of a limit, after which nothing is known, or says why the net is not taken. The
// caller closes the space.
func ExploreLists(
	ctx context.Context, net *petri.Net, d Options, l limit.Limits, progress func(board.Progress),
) (*ListSpace, error) {
	return exploreLists(ctx, net, d, l, progress, lists.Explore)
}

// ExploreListsIfBetter is ExploreLists if lists are expected to take much less work than Explore; otherwise it returns
// nil without an error, as a rule after some milliseconds.
func ExploreListsIfBetter(
	ctx context.Context, net *petri.Net, l limit.Limits, progress func(board.Progress),
) (*ListSpace, error) {
	return exploreLists(ctx, net, Options{}, l, progress, lists.ExploreIfBetter)
}

// exploreLists explores by a function of package lists, which may return nil.
func exploreLists(
	ctx context.Context, net *petri.Net, d Options, l limit.Limits, progress func(board.Progress),
	explore func(context.Context, *petri.Net, symbolic.Options) (*lists.Space, error),
) (*ListSpace, error) {
	if l.Start.IsZero() {
		l.Start = time.Now()
	}
	if progress == nil {
		progress = func(board.Progress) {}
	}
	x := &ListSpace{limits: l, watch: watch.New(ctx, l.Watch()), report: progress}
	o := symbolic.Options{
		Order: d.Order, Memory: l.Watch().Room(), Nodes: l.Nodes,
		Progress: func(p symbolic.Progress) { progress(ProgressOf(p)) },
	}
	progress(board.Progress{Phase: "exploring"})
	var err error
	late := x.watch.Do(limit.Grace, func() { x.Space, err = explore(x.watch.Ctx, net, o) })
	switch {
	case late != nil:
		return nil, l.Said(late)
	case err != nil && limit.Limited(err):
		err = l.Said(cmp.Or(x.watch.Cause(), err))
	}
	if err != nil || x.Space == nil {
		x.watch.Cancel(nil)
		return nil, err
	}
	return x, nil
}

// Ask calls fn, which may use the diagrams of the space, within the limits. The error is the *limit.Stop that ended fn.
func (x *ListSpace) Ask(what string, fn func()) error {
	x.report(board.Progress{Phase: what})
	var err error
	limits := dd.Limits{Memory: watch.RoomBeside(x.watch.Memory, x.Stats.Bytes), Nodes: x.limits.Nodes}
	late := x.watch.Do(limit.DropGrace, func() { err = x.Guard(x.watch.Ctx, limits, fn) })
	if cause := x.watch.Cause(); late == nil && err != nil && cause != nil {
		late = cause
	}
	return x.limits.Said(cmp.Or(late, err))
}

// Exploration tells what building the space took.
func (x *ListSpace) Exploration() *Exploration {
	return &Exploration{
		Order: x.Order, Method: lists.Method, Choice: x.Choice, Stats: x.Stats, Took: x.Took, Complete: true,
	}
}

// Close frees the memory, unless abandoned work still uses it.
func (x *ListSpace) Close() {
	x.watch.Cancel(nil)
	if !x.watch.Abandoned {
		x.Space.Close()
	}
}
