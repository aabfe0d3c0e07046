package automaton

import (
	"fmt"
	"math/bits"
)

// L1: Check returns a violation of the invariant of an automaton, by which no state, arc or mark is needless, or of the
// form that Of promises: states are numbered as they are reached, each has one arc for a target and marks, and marks
// stand inside accepting components only.
func (a *Automaton) Check() error {
	if a.Initial != 0 || len(a.States) == 0 || a.Marks > MostMarks || len(a.Props) > MostProps {
		return fmt.Errorf("initial state %d of %d, %d marks, %d propositions", a.Initial, len(a.States), a.Marks,
			len(a.Props))
	}
	props := (&Automaton{Marks: len(a.Props)}).All()
	reached := 1
	for s, state := range a.States {
		if s >= reached {
			return fmt.Errorf("state %d is not reached from earlier ones", s)
		}
		type key struct {
			to    int
			marks uint64
		}
		seen := map[key]bool{}
		for _, arc := range state.Arcs {
			switch k := (key{arc.To, arc.Marks}); {
			case arc.To > reached || arc.To >= len(a.States):
				return fmt.Errorf("an arc from %d to %d, where %d states are known", s, arc.To, reached)
			case arc.Marks&^a.All() != 0:
				return fmt.Errorf("marks %x of %d", arc.Marks, a.Marks)
			case seen[k]:
				return fmt.Errorf("two arcs from %d to %d with marks %x", s, arc.To, arc.Marks)
			case len(arc.Guard) == 0:
				return fmt.Errorf("an arc from %d to %d without guard", s, arc.To)
			default:
				seen[k] = true
			}
			reached = max(reached, arc.To+1)
			for _, c := range arc.Guard {
				if c.True&c.False != 0 || (c.True|c.False)&^props != 0 {
					return fmt.Errorf("cube %x, not %x of %d propositions", c.True, c.False, len(a.Props))
				}
			}
		}
	}
	return a.checkComponents()
}

// checkComponents returns a violation that concerns marks and components.
func (a *Automaton) checkComponents() error {
	list := a.Components()
	of := make([]int, len(a.States))
	for i, c := range list {
		for _, s := range c.States {
			of[s] = i
		}
	}
	live := make([]bool, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		live[i] = list[i].Accepting
		for _, s := range list[i].States {
			for _, arc := range a.States[s].Arcs {
				switch {
				case of[arc.To] < i:
					return fmt.Errorf("an arc from component %d to %d", i, of[arc.To])
				case of[arc.To] > i:
					live[i] = live[i] || live[of[arc.To]]
				}
				if (of[arc.To] != i || !list[i].Accepting) && arc.Marks != 0 {
					return fmt.Errorf("%d marks on an arc that no accepting cycle has", bits.OnesCount64(arc.Marks))
				}
			}
		}
		if !live[i] && len(a.States) > 1 {
			return fmt.Errorf("nothing is accepted from component %d", i)
		}
	}
	return nil
}
