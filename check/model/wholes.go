package model

import (
	"slices"

	"brim/ctl/syntax"
)

// Questions about whole places and transitions of a coloured net, which make sense before it is unfolded.

// Folded reports whether the model is a coloured net that is not unfolded.
func (m *Model) Folded() bool { return m.Coloured != nil && m.Net == nil }

// About returns a question about a coloured net with a formula over its places and transitions and, if the net is
// unfolded, with the same one over the unfolding. No trace is wanted.
func (m *Model) About(f *syntax.Formula, paths Paths) *Question {
	q := &Question{Paths: paths}
	q.SetFormula(f)
	return m.asked(q)
}

// OfWholes reports whether a question is about deadlocks of a coloured net, or about its transitions and numbers of
// tokens of its places, but not about single colours or bindings.
func (m *Model) OfWholes(q *Question) bool {
	switch {
	case q.Kind == Deadlock:
		return true
	case q.Kind == Bound:
		return q.AskedSum != nil && m.wholes(q.AskedSum.Terms)
	case q.Kind != Truth || q.Asked == nil:
		return false
	}
	for f := range q.Asked.All() {
		if !m.wholes(f.Terms) || slices.ContainsFunc(f.Transitions,
			func(t syntax.Ref) bool { return t.Index >= len(m.Coloured.Transitions) }) {
			return false
		}
	}
	return true
}

// wholes reports whether terms are about all colours of places.
func (m *Model) wholes(terms []syntax.Term) bool {
	return !slices.ContainsFunc(terms, func(t syntax.Term) bool { return t.Place.Index >= len(m.Coloured.Places) })
}

// ColouredPlace returns a place of a coloured net as formulas have it.
func (m *Model) ColouredPlace(p int) syntax.Ref {
	return syntax.Ref{Index: p, Name: m.Coloured.Places[p].Name}
}

// ColouredTransitions lists the transitions of a coloured net as formulas have them.
func (m *Model) ColouredTransitions() []syntax.Ref {
	list := make([]syntax.Ref, len(m.Coloured.Transitions))
	for t := range list {
		list[t] = syntax.Ref{Index: t, Name: m.Coloured.Transitions[t].Name}
	}
	return list
}
