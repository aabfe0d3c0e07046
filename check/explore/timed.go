package explore

import (
	"cmp"
	"context"
	"errors"
	"math/big"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine/ticks"
	"brim/internal/watch"
	"brim/mdd"
)

// State spaces of nets with time, explored by decision diagrams.

// A TimedSpace holds all reachable states of a net with time: markings with clocks or ages. It must be used by one
// goroutine only.
type TimedSpace struct {
	*SystemSpace
	model    *model.Model
	to       *ticks.Projection
	markings mdd.Set // those of all states; empty before Markings
}

// ExploreTimed is ExploreSystem for the system of a net with time, which model.Model.Compile has made.
func ExploreTimed(
	ctx context.Context, m *model.Model, l limit.Limits, progress func(board.Progress),
) (*TimedSpace, error) {
	if m.Ticks() == nil {
		return nil, errors.New("the model was not compiled from a net with time")
	}
	x, err := ExploreSystem(ctx, m.System, l, progress)
	if err != nil {
		return nil, err
	}
	to := m.Ticks().Projection()
	return &TimedSpace{SystemSpace: x, model: m, to: to, markings: to.Forest.Empty()}, nil
}

// askMarkings is Ask for what makes sets of markings.
func (x *TimedSpace) askMarkings(what string, fn func()) error {
	x.report(board.Progress{Phase: what})
	room := watch.RoomBeside(x.watch.Memory, x.to.Forest.Stats().Bytes)
	var err error
	late := x.watch.Do(limit.DropGrace, func() {
		err = x.to.Forest.Guard(x.watch.Ctx, mdd.Limits{Memory: room, Nodes: x.limits.Nodes}, fn)
	})
	if cause := x.watch.Cause(); late == nil && err != nil && cause != nil {
		late = cause
	}
	return x.limits.Said(cmp.Or(late, err))
}

// Markings returns the number of markings of the reached states. The error is the *limit.Stop that ended that.
func (x *TimedSpace) Markings() (n *big.Int, err error) {
	err = x.askMarkings("counting markings", func() {
		x.markings = x.to.Markings(x.Reached)
		n = x.markings.Count()
	})
	return n, err
}

// PlaceBounds returns the most tokens of each place. Markings must have been called before.
func (x *TimedSpace) PlaceBounds() (bounds []int64, err error) {
	err = x.askMarkings("counting tokens", func() {
		extents := x.markings.Extents()
		bounds = make([]int64, len(x.model.Document.Places))
		for p := range bounds {
			bounds[p] = int64(extents[x.to.Level(p)-1].Max)
		}
	})
	return bounds, err
}

// MaxTokens returns the most tokens in all places together. Markings must have been called before.
func (x *TimedSpace) MaxTokens() (n *big.Int, err error) {
	err = x.askMarkings("counting tokens", func() {
		most, _ := x.markings.MaxSum(func(_, value int) int64 { return int64(value) })
		n = big.NewInt(most)
	})
	return n, err
}

// A Quiet is the number of states after which no transition fires any more, and the number of their markings.
type Quiet struct {
	States   *big.Int
	Markings *big.Int // of these states
}

// Quiet counts deadlocks, which are the states after which no transition fires, whatever time passes, and among them
// timelocks, after which time cannot go on for ever. The error is the *limit.Stop that ended that.
func (x *TimedSpace) Quiet() (deadlocks, timelocks Quiet, err error) {
	var dead, stopped mdd.Set
	err = x.Ask("looking for deadlocks", func() {
		dead, stopped = x.model.Ticks().Deadlocks(x.Reached)
		deadlocks.States, timelocks.States = dead.Count(), stopped.Count()
	})
	if err == nil {
		err = x.askMarkings("looking for deadlocks", func() {
			deadlocks.Markings, timelocks.Markings = x.to.Markings(dead).Count(), x.to.Markings(stopped).Count()
		})
	}
	return deadlocks, timelocks, err
}

// Close lets others have the system, unless abandoned work still uses it.
func (x *TimedSpace) Close() {
	if !x.watch.Abandoned {
		x.to.Forest.Close()
	}
	x.SystemSpace.Close()
}
