package model

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/engine/system"
)

// The tuples of a system as single states.

// replayStates are the states of a system, whose transitions are found step by step, not by what engines have compiled.
type replayStates struct {
	*kripke.System
	rule *system.System
}

// SystemState returns the state, as States has it, in which the variables of a system have the given values; ok is
// false if it has no room for one.
func (m *Model) SystemState(values []int64) (s kripke.State, ok bool) { return m.packed().Pack(values) }

// SystemPath returns a path through states of a system that were packed in another way as one of States; nil if that
// has no room for a value.
func (m *Model) SystemPath(x kripke.Numbers, p *kripke.Path) *kripke.Path {
	own := &kripke.Path{Labels: p.Labels, Loop: p.Loop}
	for _, s := range p.States {
		s, ok := m.SystemState(numbers(x, s))
		if !ok {
			return nil
		}
		own.States = append(own.States, s)
	}
	return own
}

// packed returns the structure of the states of a system, also of one that starts in several tuples.
func (m *Model) packed() *kripke.System {
	m.packs.Do(func() { m.packing = m.System.States(kripke.UnknownBits) })
	return m.packing
}

// startsAt returns the structure in which to replay a path. A system may start in more tuples than can be listed, so
// the structure starts where the path does, if the system may start there.
func (m *Model) startsAt(p *kripke.Path) (kripke.Structure, error) {
	if m.System == nil {
		return m.States()
	}
	x := m.packed()
	if len(p.States) > 0 && len(p.States[0]) == x.Words() {
		if m.System.StartsIn(narrow(numbers(x, p.States[0]))) {
			x = x.From(p.States[0])
		}
	}
	return &replayStates{x, m.System}, nil
}

// numbers returns the numbers of places or variables in a state.
func numbers(x kripke.Numbers, s kripke.State) []int64 {
	list := make([]int64, x.Size())
	x.Marking(list, s)
	return list
}

func narrow(values []int64) []int {
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = int(v)
	}
	return list
}

// Successors lists the states that events lead to.
func (x *replayStates) Successors(s kripke.State, out *kripke.Successors) error {
	out.Reset(len(s))
	wrong := false
	err := x.rule.Successors(narrow(numbers(x.System, s)), func(event int, to []int) {
		wide := make([]int64, len(to))
		for i, v := range to {
			wide[i] = int64(v)
		}
		packed, ok := x.Pack(wide)
		wrong = wrong || !ok
		if ok {
			copy(out.Add(event, s), packed)
		}
	})
	if wrong {
		return fmt.Errorf("a value of a variable after %s is larger than was promised", x.Format(s))
	}
	return err
}

// Predicate returns a function that reports whether f holds in a state.
func (x *replayStates) Predicate(f *syntax.Formula) (kripke.Predicate, error) {
	var out kripke.Successors
	return kripke.NewPredicate(f, func(f *syntax.Formula) (kripke.Predicate, error) {
		switch f.Op {
		case syntax.Deadlock:
			return func(s kripke.State) bool { return x.Successors(s, &out) == nil && out.Len() == 0 }, nil
		case syntax.Enabled:
			return func(s kripke.State) bool {
				if x.Successors(s, &out) != nil {
					return true // the error is that of an event which leads to a value that is too large
				}
				for i := range out.Len() {
					if slices.ContainsFunc(f.Transitions, func(t syntax.Ref) bool { return t.Index == out.Label(i) }) {
						return true
					}
				}
				return false
			}, nil
		}
		values := make([]int64, x.Size())
		return func(s kripke.State) bool {
			x.Marking(values, s)
			return kripke.Compares(f, func(i int) int64 {
				variable, of := x.rule.Numbered(i)
				if of != nil {
					return of[values[variable]]
				}
				return values[variable]
			})
		}, nil
	})
}
