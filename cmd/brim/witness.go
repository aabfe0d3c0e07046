package main

import (
	"cmp"
	"slices"

	"brim/check"
	"brim/ctl/syntax"
	"brim/petri"
)

// A step is the firing of a transition with what it changed.
type step struct {
	transition int
	changes    []change // losses first, then gains, each by place
}

// A change is what a step did to one place.
type change struct {
	place    int
	from, to int64
}

func (c change) sign() int { return cmp.Compare(c.to, c.from) }

// A replay is the firing sequence of a witness as it is shown.
type replay struct {
	steps []step
	end   petri.Marking
	dead  bool // the last marking enables nothing
}

// follow replays the steps of w. The cost is that of the arcs of its transitions, and of one look at all transitions of the net.
func follow(net *petri.Net, w *check.Witness) replay {
	m := w.Start.Clone()
	p := replay{steps: make([]step, 0, len(w.Steps))}
	for _, t := range w.Steps {
		s := step{transition: t}
		tr := &net.Transitions[t]
		for _, arcs := range [][]petri.Arc{tr.Pre, tr.Post} {
			for _, a := range arcs {
				s.changes = append(s.changes, change{place: a.Place, from: m[a.Place]})
			}
		}
		if err := net.Fire(m, t); err != nil {
			panic("brim: a witness that cannot be replayed: " + err.Error()) // every witness has been checked
		}
		slices.SortFunc(s.changes, func(a, b change) int { return a.place - b.place })
		s.changes = slices.CompactFunc(s.changes, func(a, b change) bool { return a.place == b.place })
		for i := range s.changes {
			s.changes[i].to = m[s.changes[i].place]
		}
		s.changes = slices.DeleteFunc(s.changes, func(c change) bool { return c.from == c.to })
		slices.SortStableFunc(s.changes, func(a, b change) int { return cmp.Compare(a.sign(), b.sign()) })
		p.steps = append(p.steps, s)
	}
	p.end = m
	p.dead = true
	for range net.EnabledTransitions(m) {
		p.dead = false
		break
	}
	return p
}

// A part is a witness inside of another one, in the marking after so many steps of that.
type part struct {
	at int
	*check.Witness
}

// parts lists the witnesses of the operands of w. Those of one without steps of its own, as conjunctions are, take its place.
func parts(w *check.Witness) (list []part) {
	for _, b := range w.Branches {
		if len(b.Steps) > 0 || len(b.Branches) == 0 || b.Formula.Op == syntax.EG {
			list = append(list, part{b.At, b.Witness})
			continue
		}
		for _, p := range parts(b.Witness) {
			list = append(list, part{b.At, p.Witness})
		}
	}
	return list
}

// alike groups the parts by their formulas, in the order in which these come first.
func alike(list []part) (groups [][]part) {
	index := map[*syntax.Formula]int{}
	for _, p := range list {
		i, ok := index[p.Formula]
		if !ok {
			i = len(groups)
			index[p.Formula] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}
