// Package naming writes places and transitions: for people by their Aliases, in the form in which formulas have them,
// and for programs by their names, as they are.
package naming

import (
	"brim/ctl/syntax"
	"brim/petri"
)

// Place writes place p for people.
func Place(net *petri.Net, p int) string { return syntax.NameText(net.PlaceAlias(p)) }

// Transition writes transition t for people.
func Transition(net *petri.Net, t int) string { return syntax.NameText(net.TransitionAlias(t)) }

// Places writes places for people.
func Places(net *petri.Net, places []int) []string {
	return Each(places, func(p int) string { return Place(net, p) })
}

// Calls returns what people call places, for pictures.
func Calls(net *petri.Net, places []int) []string { return Each(places, net.PlaceAlias) }

// Transitions writes transitions for people.
func Transitions(net *petri.Net, transitions []int) []string {
	return Each(transitions, func(t int) string { return Transition(net, t) })
}

// PlaceNames returns the names of places for programs.
func PlaceNames(net *petri.Net, places []int) []string {
	return Each(places, func(p int) string { return net.Places[p].Name })
}

// TransitionNames returns the names of transitions for programs.
func TransitionNames(net *petri.Net, transitions []int) []string {
	return Each(transitions, func(t int) string { return net.Transitions[t].Name })
}

// Each returns what name makes of a list.
func Each[T, U any](of []T, name func(T) U) []U {
	list := make([]U, len(of))
	for i, x := range of {
		list[i] = name(x)
	}
	return list
}

// Aliases names what stands in formulas over a net for people. Without a net they leave the names alone.
func Aliases(net *petri.Net) syntax.Namer {
	if net == nil {
		return nil
	}
	return func(kind syntax.Kind, r syntax.Ref) string {
		if kind == syntax.Places {
			return net.PlaceAlias(r.Index)
		}
		return net.TransitionAlias(r.Index)
	}
}

// Identities is Aliases for programs.
func Identities(net *petri.Net) syntax.Namer {
	if net == nil {
		return nil
	}
	return func(kind syntax.Kind, r syntax.Ref) string {
		if kind == syntax.Places {
			return net.Places[r.Index].Name
		}
		return net.Transitions[r.Index].Name
	}
}
