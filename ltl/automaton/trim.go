package automaton

import (
	"cmp"
	"math/bits"
	"slices"
)

// The normal form of automata: without dead or unreachable states, needless marks and double arcs.

// trim brings the automaton into the form of its invariant: states from which nothing is accepted and what cannot be
// reached are gone, marks stand inside accepting components only and none is needless, arcs are sorted, one for each
// target and marks, with few cubes. States are numbered in the order in which they are reached.
func (a *Automaton) trim() {
	a.dropDead()
	a.dropMarks()
	a.joinArcs()
	a.renumber()
}

// dropDead removes arcs to states from which no accepting component can be reached.
func (a *Automaton) dropDead() {
	alive := make([]bool, len(a.States))
	for _, c := range slices.Backward(a.Components()) {
		live := c.Accepting
		for _, s := range c.States {
			for _, arc := range a.States[s].Arcs {
				live = live || alive[arc.To]
			}
		}
		for _, s := range c.States {
			alive[s] = live
		}
	}
	for s := range a.States {
		a.States[s].Arcs = slices.DeleteFunc(a.States[s].Arcs,
			func(arc Arc) bool { return !alive[s] || !alive[arc.To] })
	}
}

// dropMarks renumbers the marks component by component, so that as few as possible are used. A mark is needless in a
// component if each cycle there that has the other needed ones has it. Arcs that are in no accepting component have no
// marks afterwards; inside one, marks that it does not need stand on all arcs.
func (a *Automaton) dropMarks() {
	list := a.Components()
	needed := make([]uint64, len(list))
	of := make([]int, len(a.States))
	most := 0
	for i, c := range list {
		for _, s := range c.States {
			of[s] = i
		}
		if c.Accepting {
			needed[i] = a.needed(c.States)
			most = max(most, bits.OnesCount64(needed[i]))
		} else if !c.Trivial {
			most = max(most, 1) // to tell it from those that accept
		}
	}
	all := (&Automaton{Marks: most}).All()
	for s := range a.States {
		i := of[s]
		for j := range a.States[s].Arcs {
			arc := &a.States[s].Arcs[j]
			if of[arc.To] != i || !list[i].Accepting {
				arc.Marks = 0
				continue
			}
			var marks uint64
			k := 0
			for w := needed[i]; w != 0; w &= w - 1 {
				if arc.Marks&(w&-w) != 0 {
					marks |= 1 << k
				}
				k++
			}
			arc.Marks = marks | all&^(1<<k-1)
		}
	}
	a.Marks = most
}

// needed returns marks that alone decide whether a cycle in an accepting component is accepted.
func (a *Automaton) needed(states []int) uint64 {
	needed := a.All()
	for m := range a.Marks {
		mark := uint64(1) << m
		if a.onEachCycle(states, mark) || a.implied(states, mark, needed&^mark) {
			needed &^= mark
		}
	}
	return needed
}

// implied reports whether one of the others is never seen without the mark inside a component.
func (a *Automaton) implied(states []int, mark, others uint64) bool {
	for _, s := range states {
		for _, arc := range a.States[s].Arcs {
			if _, inside := slices.BinarySearch(states, arc.To); inside && arc.Marks&mark == 0 {
				others &^= arc.Marks
			}
		}
	}
	return others != 0
}

// arcs returns how many arcs there are.
func (a *Automaton) arcs() (n int) {
	for _, s := range a.States {
		n += len(s.Arcs)
	}
	return n
}

// joinArcs makes one arc of all to the same target with the same marks.
func (a *Automaton) joinArcs() {
	for s := range a.States {
		arcs := a.States[s].Arcs
		slices.SortStableFunc(arcs, func(x,
			y Arc) int {
			return cmp.Or(cmp.Compare(x.To, y.To), cmp.Compare(x.Marks, y.Marks))
		})
		var joined []Arc
		for _, arc := range arcs {
			if n := len(joined); n > 0 && joined[n-1].To == arc.To && joined[n-1].Marks == arc.Marks {
				joined[n-1].Guard = append(joined[n-1].Guard, arc.Guard...)
			} else {
				arc.Guard = slices.Clone(arc.Guard)
				joined = append(joined, arc)
			}
		}
		for i := range joined {
			joined[i].Guard = fewCubes(joined[i].Guard)
		}
		a.States[s].Arcs = joined
	}
}

// renumber drops what cannot be reached and numbers states in the order of breadth-first search.
func (a *Automaton) renumber() {
	number := make([]int, len(a.States)) // from 1 on
	order := []int{a.Initial}
	number[a.Initial] = 1
	for i := 0; i < len(order); i++ {
		for _, arc := range a.States[order[i]].Arcs {
			if number[arc.To] == 0 {
				order = append(order, arc.To)
				number[arc.To] = len(order)
			}
		}
	}
	states := make([]State, len(order))
	for i, s := range order {
		states[i] = a.States[s]
		for j := range states[i].Arcs {
			states[i].Arcs[j].To = number[states[i].Arcs[j].To] - 1
		}
	}
	a.States, a.Initial = states, 0
}
