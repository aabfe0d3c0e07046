package check

import (
	"cmp"
	"context"
	"errors"
	"io"

	"brim/engine/kripke"
	"brim/internal/watch"
	"brim/petri/nets"
)

// A Counting is what a breadth-first search through single states found.
type Counting struct {
	*kripke.Exploration
	Stop *Stop // the limit that ended it, nil if none did
}

// Count explores the states of a model one by one, breadth-first, as far as the limits and ctx allow. The error says
// that a state cannot be packed, or that a circuit has too many inputs; a limit is one, a *Stop, only if nothing can be
// said.
func (m *Model) Count(ctx context.Context, l Limits, progress func(Progress)) (c *Counting, err error) {
	c = &Counting{}
	cause, err := l.watched(ctx, func(ctx context.Context) (err error) {
		s, err := m.states()
		if err == nil {
			c.Exploration, err = kripke.Explore(ctx, s, nil, l.single(progress))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	c.Stop = l.Stop(cmp.Or(cause, c.Stopped))
	return c, nil
}

// watched runs fn until the limits of the process, and returns which of them it was. What fn does not end in time is
// left to itself, and the error is the limit.
func (l *Limits) watched(ctx context.Context, fn func(context.Context) error) (cause, err error) {
	w := watch.New(ctx, l.process())
	defer w.Cancel(nil)
	var wrong error
	if late := w.Do(grace, func() { wrong = fn(w.Ctx) }); late != nil {
		return late, l.said(late)
	}
	if cause = w.Cause(); cause != nil && limited(wrong) {
		wrong = cause
	}
	return cause, l.said(wrong)
}

// single returns the limits of a search through single states.
func (l *Limits) single(progress func(Progress)) kripke.Limits {
	k := kripke.Limits{States: l.States, Depth: l.Depth, Memory: l.process().Room()}
	if progress != nil {
		k.Progress = func(states, depth int) { progress(Progress{Phase: "exploring", States: states, Depth: depth}) }
	}
	return k
}

// Words returns the number of 64-bit words of a state, once Count has explored some.
func (m *Model) Words() int { return m.structure.Words() }

// Labels returns the number of different labels of a listed system.
func (m *Model) Labels() int { return len(m.LTS.Labels()) }

// List returns the reachable states of a model as a listed system, with the labels that nets.Label gives them. A limit
// is an error, a *Stop.
func (m *Model) List(ctx context.Context, l Limits, progress func(Progress)) (*Model, error) {
	var lts *kripke.LTS
	_, err := l.watched(ctx, func(ctx context.Context) error {
		s, err := m.states()
		if err == nil {
			lts, err = kripke.List(ctx, s, l.single(progress), nets.Label)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return OfLTS(lts), nil
}

// WriteAUT writes a listed system in the Aldebaran format.
func (m *Model) WriteAUT(w io.Writer) error { return kripke.WriteAUT(w, m.LTS) }

// TooMany reports whether err says that a place has more tokens than there is room for, in a net that does not promise
// to have few.
func TooMany(err error) bool {
	var overflow *kripke.OverflowError
	return errors.As(err, &overflow) && !overflow.Safe
}
