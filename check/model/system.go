package model

import (
	"fmt"
	"math/big"

	"brim/ctl/syntax"
	"brim/engine/system"
)

// Systems of variables and events as models.

// A System is a transition system of named variables and events.
type System = system.System

// OfSystem returns a system as a model. Several runs about it take turns.
func OfSystem(s *system.System) *Model { return &Model{Name: s.Name(), System: s, names: s.Names()} }

// OneStart returns an error if the model is a system that starts in several tuples.
func (m *Model) OneStart() error {
	if n, _ := m.System.Starts(); n.Cmp(big.NewInt(1)) > 0 {
		return fmt.Errorf("%s starts in %v tuples; expected one", m.Name, n)
	}
	return nil
}

// fitsSystem returns an error if the question cannot be asked about a system.
func (q *Question) fitsSystem(m *Model) error {
	switch q.Kind {
	case Truth, Bound, Deadlock, States, Firings:
	case QuasiLiveness, StableMarking, Liveness, OneSafe, MostInPlace, MostInMarking:
		if m.outline == nil {
			return fmt.Errorf("%s is no net; expected a formula, a bound, or a question for deadlocks, states or "+
				"firings, not for %v", m.Name, q.Kind)
		}
	case LeastTime, LongestTime:
		if m.timing == nil {
			return fmt.Errorf("%s has no time; expected a net with time for a question for the %v", m.Name, q.Kind)
		}
	}
	if q.LTL == nil || q.LTL.Op != syntax.E {
		return nil
	}
	if err := m.OneStart(); err != nil {
		return fmt.Errorf("%w where E asks for a run; or A, which asks for all of them", err)
	}
	return nil
}
