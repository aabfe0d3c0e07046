package explore

import (
	"cmp"
	"context"
	"errors"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine/kripke"
	"brim/internal/watch"
	"brim/petri/nets"
)

// State spaces explored state by state: their numbers, and lists of their states.

// A Counting is the result of a breadth-first search through single states.
type Counting struct {
	*kripke.Exploration
	Stop  *limit.Stop // the limit that ended it; nil if no limit did
	Timed *TimedCount // of the system of a net with time; nil for other models, and if not all was counted
}

// Count explores the states of a model one by one, breadth first, as far as the limits and ctx allow. The error says
// that a state cannot be packed, or that a circuit has too many inputs. A limit is an error, a *limit.Stop, only if the
// search had to be abandoned.
func Count(ctx context.Context, m *model.Model, l limit.Limits, progress func(board.Progress)) (c *Counting,
	err error) {
	c = &Counting{}
	cause, err := watched(ctx, &l, func(ctx context.Context) (err error) {
		s, err := m.States()
		if err != nil {
			return err
		}
		limits := singleLimits(&l, progress)
		if m.Ticks() == nil {
			c.Exploration, err = kripke.Explore(ctx, s, nil, limits)
			return err
		}
		f := &chains{ticks: m.Ticks()}
		limits.Follower = f
		if c.Exploration, err = kripke.Explore(ctx, s, nil, limits); err == nil && c.Complete {
			c.Timed = f.count(ctx, s.(kripke.Numbers), c.Table)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	c.Stop = l.Stop(cmp.Or(cause, c.Stopped))
	return c, nil
}

// watched runs fn until a limit of the process is reached, and returns that limit as cause. If fn does not return soon
// after, it is abandoned, and the error is the limit.
func watched(ctx context.Context, l *limit.Limits, fn func(context.Context) error) (cause, err error) {
	w := watch.New(ctx, l.Watch())
	defer w.Cancel(nil)
	var wrong error
	if late := w.Do(limit.Grace, func() { wrong = fn(w.Ctx) }); late != nil {
		return late, l.Said(late)
	}
	if cause = w.Cause(); cause != nil && limit.Limited(wrong) {
		wrong = cause
	}
	return cause, l.Said(wrong)
}

// singleLimits returns the limits of a search through single states.
func singleLimits(l *limit.Limits, progress func(board.Progress)) kripke.Limits {
	if progress == nil {
		return l.Single(nil)
	}
	return l.Single(func(states, depth int) {
		progress(board.Progress{Phase: "exploring", States: states,
			Depth: depth})
	})
}

// List returns the reachable states of a model as a labelled transition system, with the labels of nets.Label. A limit
// is an error, a *limit.Stop.
func List(ctx context.Context, m *model.Model, l limit.Limits, progress func(board.Progress)) (*model.Model, error) {
	var lts *kripke.LTS
	_, err := watched(ctx, &l, func(ctx context.Context) error {
		s, err := m.States()
		if err == nil {
			lts, err = kripke.List(ctx, s, singleLimits(&l, progress), nets.Label)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return model.OfLTS(lts), nil
}

// TooMany reports whether err says that a place got more tokens than fit into a state, in a net that is not declared
// safe.
func TooMany(err error) bool {
	var overflow *kripke.OverflowError
	return errors.As(err, &overflow) && !overflow.Safe
}
