package model

import (
	"fmt"
	"maps"
	"slices"

	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/coloured/notation"
	"brim/petri/coloured/unfold"
)

// The replay of witnesses by the firing rule of a coloured net.

// A colouredReplay fires witnesses of an unfolding by the rule of the coloured net. Invariant: after each step both
// nets have the same marking in the places that the step may have changed, and at both ends of each path in all places.
// Where one colour of the unfolding stands for several, a step is lifted before it is fired, and markings are compared
// colour class by colour class.
type colouredReplay struct {
	*unfold.Unfolding
	right map[*Witness]bool // those that passed the check
}

// replayColoured fires the steps of a witness, and of the witnesses inside of it, by the rule of the coloured net from
// its initial marking on. Witness.Check has already evaluated the formulas in the markings.
func (m *Model) replayColoured(w *Witness) error {
	r := &colouredReplay{m.Unfolding, map[*Witness]bool{}}
	first, err := r.Coloured.Initial()
	if err != nil {
		return err
	}
	return r.check(w, first)
}

// check replays the steps of w and, recursively, the witnesses at its branches by the rule of the coloured net, from
// the given marking, which it changes. The error says which step cannot be fired, or leads to another marking than in
// the unfolding. Witnesses that were checked before are skipped.
func (r *colouredReplay) check(w *Witness, marking coloured.Marking) error {
	if r.right[w] || len(w.Steps)+len(w.Branches) == 0 {
		return nil
	}
	r.right[w] = true
	if err := r.same(w.Start, marking); err != nil {
		return fmt.Errorf("%sat the start %w", about(w), err)
	}
	flat, branches := w.Start.Clone(), map[int][]*Witness{}
	for _, b := range w.Branches {
		branches[b.At] = append(branches[b.At], b.Witness)
	}
	for at := range len(w.Steps) + 1 {
		if at > 0 {
			if err := r.fire(flat, marking, w.Steps[at-1]); err != nil {
				return fmt.Errorf("%sstep %d: %w", about(w), at, err)
			}
		}
		for _, b := range branches[at] {
			copied := make(coloured.Marking, len(marking))
			for p, held := range marking {
				copied[p] = maps.Clone(held)
			}
			if err := r.check(b, copied); err != nil {
				return err
			}
		}
	}
	if err := r.same(flat, marking); err != nil {
		return fmt.Errorf("%safter %d steps %w", about(w), len(w.Steps), err)
	}
	return nil
}

// about begins a message about a witness; it is empty for a witness without a formula.
func about(w *Witness) string {
	if w.Formula == nil {
		return ""
	}
	return fmt.Sprintf("witness of %v: ", w.Formula)
}

// fire fires transition t in both nets.
func (r *colouredReplay) fire(flat petri.Marking, marking coloured.Marking, t int) error {
	if err := r.Net.Fire(flat, t); err != nil {
		return err
	}
	transition, binding := r.TransitionOf(t)
	if r.Coarsening != nil {
		var err error
		if binding, err = r.Coarsening.Lift(marking, transition, binding); err != nil {
			return err
		}
	}
	if err := r.Coloured.Fire(marking, transition, binding); err != nil {
		return notation.Explain(err)
	}
	tr := &r.Net.Transitions[t]
	for _, a := range slices.Concat(tr.Pre, tr.Post) {
		place, colour := r.PlaceOf(a.Place)
		if has := r.merged(place, marking[place])[colour]; has != flat[a.Place] {
			return fmt.Errorf("%s holds %d, in the coloured net %d", r.Coloured.PlaceText(place, colour), flat[a.Place],
				has)
		}
	}
	return nil
}

// merged returns what a place holds, by the colours that stand for its colours in the unfolding.
func (r *colouredReplay) merged(place int, held coloured.Multiset) coloured.Multiset {
	if r.Coarsening == nil {
		return held
	}
	by := coloured.Multiset{}
	for colour, tokens := range held {
		by[r.Coarsening.Colour(place, colour)] += tokens
	}
	return by
}

// same returns an error that names a place in which the two markings differ.
func (r *colouredReplay) same(flat petri.Marking, marking coloured.Marking) error {
	for p := range r.Coloured.Places {
		held := coloured.Multiset{}
		for i, end := r.Places(p); i < end; i++ {
			if flat[i] > 0 {
				_, colour := r.PlaceOf(i)
				held[colour] = flat[i]
			}
		}
		if of := r.merged(p, marking[p]); !maps.Equal(held, of) {
			sort := r.Coloured.Places[p].Sort
			return fmt.Errorf("place %s holds %s, in the coloured net %s",
				r.Coloured.Places[p].Name, notation.Multiset(r.Coloured, sort, held),
				notation.Multiset(r.Coloured, sort, of))
		}
	}
	return nil
}
