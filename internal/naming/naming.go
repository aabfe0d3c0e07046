// Package naming writes the names of places and transitions: for people the aliases, quoted as formulas need it, and
// for programs the plain names of the file. People see those of an unfolding by what they stand for in the coloured
// net, such as Fork(3) and Eat(p=3).
package naming

import (
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/coloured/unfold"
)

// Names holds what the places and transitions of Net are called. Net is nil for a model that is not a net; then only
// Aliases and Identities may be called, and they leave names alone.
type Names struct {
	Net       *petri.Net
	Unfolding *unfold.Unfolding // from which Net comes, or nil
}

// Of returns the names of a net that is not an unfolding.
func Of(net *petri.Net) Names { return Names{Net: net} }

// Place writes place p for people, quoted where a formula needs it.
func (n Names) Place(p int) string {
	if n.Unfolding != nil {
		return n.PlaceCall(p)
	}
	return syntax.NameText(n.Net.PlaceAlias(p))
}

// Transition writes transition t for people, quoted where a formula needs it.
func (n Names) Transition(t int) string {
	if n.Unfolding != nil {
		return n.TransitionCall(t)
	}
	return syntax.NameText(n.Net.TransitionAlias(t))
}

// PlaceCall returns the name of place p for people without quotes, for pictures.
func (n Names) PlaceCall(p int) string {
	if u := n.Unfolding; u != nil {
		return u.Coloured.PlaceText(u.PlaceOf(p))
	}
	return n.Net.PlaceAlias(p)
}

// TransitionCall returns the name of transition t for people without quotes, for pictures.
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

// PlaceCalls is PlaceCall for several places.
func (n Names) PlaceCalls(places []int) []string { return Each(places, n.PlaceCall) }

// PlaceNames returns the names of places in the file, for programs.
func (n Names) PlaceNames(places []int) []string {
	return Each(places, func(p int) string { return n.Net.Places[p].Name })
}

// TransitionNames returns the names of transitions in the file, for programs.
func (n Names) TransitionNames(transitions []int) []string {
	return Each(transitions, func(t int) string { return n.Net.Transitions[t].Name })
}

// Each applies name to each element of a list.
func Each[T, U any](of []T, name func(T) U) []U {
	list := make([]U, len(of))
	for i, x := range of {
		list[i] = name(x)
	}
	return list
}

// Aliases returns a Namer that writes formulas over the net for people.
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

// Identities returns a Namer that writes formulas over the net with the names of the file.
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
