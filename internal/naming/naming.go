// Package naming writes places and transitions: for people by their aliases, in the form in which formulas have them,
// and for programs by their names, as they are. Those of an unfolding stand for people as what they stand for in the
// coloured net: Fork(3), and Eat(p=3).
package naming

import (
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/coloured/unfold"
)

// Names says what the places and transitions of Net are called. That may be nil for a model that is no net: then
// Aliases and Identities leave names alone, and nothing else may be asked.
type Names struct {
	Net       *petri.Net
	Unfolding *unfold.Unfolding // that Net is of; nil if it is of none
}

// Of returns the names of a net that is no unfolding.
func Of(net *petri.Net) Names { return Names{Net: net} }

// Place writes place p for people, as formulas have it.
func (n Names) Place(p int) string {
	if n.Unfolding != nil {
		return n.PlaceCall(p)
	}
	return syntax.NameText(n.Net.PlaceAlias(p))
}

// Transition writes transition t for people, as formulas have it.
func (n Names) Transition(t int) string {
	if n.Unfolding != nil {
		return n.TransitionCall(t)
	}
	return syntax.NameText(n.Net.TransitionAlias(t))
}

// PlaceCall returns what people call place p, for pictures.
func (n Names) PlaceCall(p int) string {
	if u := n.Unfolding; u != nil {
		return u.Coloured.PlaceText(u.PlaceOf(p))
	}
	return n.Net.PlaceAlias(p)
}

// TransitionCall returns what people call transition t, for pictures.
func (n Names) TransitionCall(t int) string {
	if u := n.Unfolding; u != nil {
		return u.Coloured.BindingText(u.TransitionOf(t))
	}
	return n.Net.TransitionAlias(t)
}

// Places writes places for people.
func (n Names) Places(places []int) []string { return Each(places, n.Place) }

// Transitions writes transitions for people.
func (n Names) Transitions(transitions []int) []string { return Each(transitions, n.Transition) }

// PlaceCalls returns what people call places, for pictures.
func (n Names) PlaceCalls(places []int) []string { return Each(places, n.PlaceCall) }

// PlaceNames returns the names of places for programs.
func (n Names) PlaceNames(places []int) []string {
	return Each(places, func(p int) string { return n.Net.Places[p].Name })
}

// TransitionNames returns the names of transitions for programs.
func (n Names) TransitionNames(transitions []int) []string {
	return Each(transitions, func(t int) string { return n.Net.Transitions[t].Name })
}

// Each returns what name makes of a list.
func Each[T, U any](of []T, name func(T) U) []U {
	list := make([]U, len(of))
	for i, x := range of {
		list[i] = name(x)
	}
	return list
}

// Aliases names what stands in formulas over the net for people.
func (n Names) Aliases() syntax.Namer {
	if n.Net == nil {
		return nil
	}
	return func(kind syntax.Kind, r syntax.Ref) string {
		if kind == syntax.Places {
			return n.Place(r.Index)
		}
		return n.Transition(r.Index)
	}
}

// Identities is Aliases for programs.
func (n Names) Identities() syntax.Namer {
	if n.Net == nil {
		return nil
	}
	return func(kind syntax.Kind, r syntax.Ref) string {
		if kind == syntax.Places {
			return syntax.NameText(n.Net.Places[r.Index].Name)
		}
		return syntax.NameText(n.Net.Transitions[r.Index].Name)
	}
}
