// Package trace shows what an answer rests on, a witness of a net, a path of a listed system or a run of a circuit: to
// people as text, to programs as what --json prints.
package trace

import (
	"cmp"
	"slices"

	"brim/check"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/extended"
)

// A Step is the firing of a transition with what it changed.
type Step struct {
	Transition int
	Changes    []Change // losses first, then gains, each by place
}

// A Change is what a step did to one place.
type Change struct {
	Place    int
	From, To int64
}

func (c Change) sign() int { return cmp.Compare(c.To, c.From) }

// A Replay is the firing sequence of a witness as it is shown.
type Replay struct {
	Steps []Step
	Dead  bool // the last marking enables nothing
}

// Follow replays the steps of w, and returns for each step which places it changed, losses before gains, and whether
// the last marking is dead. It panics if a step cannot be fired. Cost: the arcs of the fired transitions, and one look
// at all transitions of the net.
func Follow(net *petri.Net, w *check.Witness) Replay {
	m := w.Start.Clone()
	p := Replay{Steps: make([]Step, 0, len(w.Steps))}
	for _, t := range w.Steps {
		s := Step{Transition: t}
		tr := &net.Transitions[t]
		for _, arcs := range [][]petri.Arc{tr.Pre, tr.Post} {
			for _, a := range arcs {
				s.Changes = append(s.Changes, Change{Place: a.Place, From: m[a.Place]})
			}
		}
		if err := net.Fire(m, t); err != nil {
			panic("brim: a witness that cannot be replayed: " + err.Error()) // every witness has been checked
		}
		slices.SortFunc(s.Changes, func(a, b Change) int { return a.Place - b.Place })
		s.Changes = slices.CompactFunc(s.Changes, func(a, b Change) bool { return a.Place == b.Place })
		for i := range s.Changes {
			s.Changes[i].To = m[s.Changes[i].Place]
		}
		s.Changes = slices.DeleteFunc(s.Changes, func(c Change) bool { return c.From == c.To })
		slices.SortStableFunc(s.Changes, func(a, b Change) int { return cmp.Compare(a.sign(), b.sign()) })
		p.Steps = append(p.Steps, s)
	}
	p.Dead = true
	for range net.EnabledTransitions(m) {
		p.Dead = false
		break
	}
	return p
}

// followed is Follow for the run of a named question, also about a system that was made of a net.
func followed(m *check.Model, w *check.Witness) Replay {
	if m.Net != nil {
		return Follow(m.Net, w)
	}
	rule, err := extended.NewRule(m.Document)
	if err != nil {
		panic("brim: a document that was checked: " + err.Error())
	}
	p, at := Replay{Dead: true}, w.Start
	for _, t := range w.Steps {
		next, err := rule.Fire(at, t)
		if err != nil {
			panic("brim: a run that cannot be replayed: " + err.Error()) // every run has been checked
		}
		s := Step{Transition: t}
		for i, n := range next {
			if n != at[i] {
				s.Changes = append(s.Changes, Change{i, at[i], n})
			}
		}
		slices.SortStableFunc(s.Changes, func(a, b Change) int { return cmp.Compare(a.sign(), b.sign()) })
		p.Steps, at = append(p.Steps, s), next
	}
	for t := range m.Document.Transitions {
		p.Dead = p.Dead && !rule.Enabled(at, t)
	}
	return p
}

// A part is a witness inside of another one, in the marking after so many steps of that.
type part struct {
	at int
	*check.Witness
}

// parts lists the witnesses of the operands of w. Those of one without steps of its own, as conjunctions are, take its
// place.
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

// Outermost returns the first witness with a path of its own in w, w itself first; nil if there is none.
func Outermost(w *check.Witness) *check.Witness {
	switch {
	case w == nil || check.Claimed(w.Formula):
		return nil
	case !junction(w):
		return w
	}
	for _, b := range w.Branches {
		if t := Outermost(b.Witness); t != nil {
			return t
		}
	}
	return nil
}
