package explore

import (
	"cmp"
	"context"
	"math/big"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/engine/symbolic"
	"brim/engine/system"
	"brim/internal/watch"
	"brim/mdd"
)

// State spaces of systems, such as nets with reset arcs, explored by decision diagrams.

// A SystemSpace holds all reachable tuples of a system, to be counted. Other runs wait meanwhile. It must be
// used by one goroutine only.
type SystemSpace struct {
	*symbolic.SystemSpace

	took    time.Duration
	limits  limit.Limits
	watch   *watch.Watch
	report  func(board.Progress) // not nil
	release func()
}

// ExploreSystem builds the set of the reachable tuples of a system by decision diagrams. An error is the *limit.Stop of
// a limit, after which nothing is known, or says why the system has no sets. The caller closes the space.
func ExploreSystem(ctx context.Context, s *system.System, l limit.Limits, progress func(board.Progress)) (*SystemSpace,
	error) {
	if err := s.NoSets(); err != nil {
		return nil, err
	}
	if l.Start.IsZero() {
		l.Start = time.Now()
	}
	if progress == nil {
		progress = func(board.Progress) {}
	}
	x := &SystemSpace{limits: l, watch: watch.New(ctx, l.Watch()), report: progress}
	progress(board.Progress{Phase: "exploring"})
	start := time.Now()
	var err error
	late := x.watch.Do(limit.Grace, func() {
		if x.release, err = s.Use(x.watch.Ctx); err == nil {
			x.SystemSpace, err = symbolic.ExploreSystem(x.watch.Ctx, s,
				mdd.Limits{Memory: l.Watch().Room(), Nodes: l.Nodes})
		}
	})
	x.took = time.Since(start)
	switch {
	case late != nil:
		return nil, l.Said(late)
	case err != nil:
		err = l.Said(cmp.Or(x.watch.Cause(), err))
		x.Close()
		return nil, err
	}
	return x, nil
}

// Ask calls fn, which may use the diagrams of the space, within the limits. The error is the *limit.Stop that ended fn.
func (x *SystemSpace) Ask(what string, fn func()) error {
	x.report(board.Progress{Phase: what})
	f := x.System.Start().Forest()
	room := watch.RoomBeside(x.watch.Memory, f.Stats().Bytes)
	var err error
	late := x.watch.Do(limit.DropGrace, func() {
		err = f.Guard(x.watch.Ctx,
			mdd.Limits{Memory: room, Nodes: x.limits.Nodes}, fn)
	})
	if cause := x.watch.Cause(); late == nil && err != nil && cause != nil {
		late = cause
	}
	return x.limits.Said(cmp.Or(late, err))
}

// Nodes returns the number of nodes of the diagram of the tuples.
func (x *SystemSpace) Nodes() int { return x.Reached.Nodes() }

// PlaceBounds returns the largest value of each variable.
func (x *SystemSpace) PlaceBounds() []int64 {
	list := make([]int64, len(x.System.Variables()))
	for i := range list {
		_, most, _ := x.Reached.Extent(x.System.Level(i))
		list[i] = int64(most)
	}
	return list
}

// MaxTokens returns the largest sum of all variables.
func (x *SystemSpace) MaxTokens() *big.Int {
	most, _ := x.Reached.MaxSum(func(_, value int) int64 { return int64(value) })
	return big.NewInt(most)
}

// Deadlocks returns the number of tuples in which no event is possible.
func (x *SystemSpace) Deadlocks() *big.Int { return x.System.Moves().Dead(x.Reached).Count() }

// Exploration tells what building the space took.
func (x *SystemSpace) Exploration() *Exploration {
	return &Exploration{
		Order: x.System.Order(), Method: string(symbolic.Saturation), Stats: x.Reached.Forest().Stats(), Took: x.took,
		Complete: true,
	}
}

// Close lets others have the system, unless abandoned work still uses it.
func (x *SystemSpace) Close() {
	x.watch.Cancel(nil)
	if x.release != nil && !x.watch.Abandoned {
		x.release()
	}
}
