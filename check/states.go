package check

import (
	"context"
	"errors"
	"io"

	"brim/engine/kripke"
	"brim/petri/nets"
)

// A Counting is what a breadth-first search through single states found.
type Counting = kripke.Exploration

// Count explores the states of a model one by one, breadth-first, as far as the limits and ctx allow. The error says
// that a state cannot be packed, or that a circuit has too many inputs; a limit is none.
func (m *Model) Count(ctx context.Context, l Limits, progress func(Progress)) (*Counting, error) {
	s, err := m.states()
	if err != nil {
		return nil, err
	}
	return kripke.Explore(ctx, s, nil, l.single(progress))
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

// List returns the reachable states of a model as a listed system, with the labels that nets.Label gives them.
func (m *Model) List(ctx context.Context, l Limits, progress func(Progress)) (*Model, error) {
	s, err := m.states()
	if err != nil {
		return nil, err
	}
	lts, err := kripke.List(ctx, s, l.single(progress), nets.Label)
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
