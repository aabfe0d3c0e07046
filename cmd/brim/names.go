package main

import (
	"brim/ctl/syntax"
	"brim/petri"
)

// People see aliases, in the form in which formulas have them; programs see names, as they are.

// placeText writes place p for people.
func placeText(net *petri.Net, p int) string { return syntax.NameText(net.PlaceAlias(p)) }

// transitionText writes transition t for people.
func transitionText(net *petri.Net, t int) string { return syntax.NameText(net.TransitionAlias(t)) }

// placeTexts writes places for people.
func placeTexts(net *petri.Net, places []int) []string {
	return each(places, func(p int) string { return placeText(net, p) })
}

// placeCalls returns what people call places, for pictures.
func placeCalls(net *petri.Net, places []int) []string { return each(places, net.PlaceAlias) }

// transitionTexts writes transitions for people.
func transitionTexts(net *petri.Net, transitions []int) []string {
	return each(transitions, func(t int) string { return transitionText(net, t) })
}

// placeNames returns the names of places for programs.
func placeNames(net *petri.Net, places []int) []string {
	return each(places, func(p int) string { return net.Places[p].Name })
}

// transitionNames returns the names of transitions for programs.
func transitionNames(net *petri.Net, transitions []int) []string {
	return each(transitions, func(t int) string { return net.Transitions[t].Name })
}

func each[T, U any](of []T, name func(T) U) []U {
	list := make([]U, len(of))
	for i, x := range of {
		list[i] = name(x)
	}
	return list
}

// aliases names what stands in formulas over a net for people, identities for programs. Without a net they leave the names alone.
func aliases(net *petri.Net) syntax.Namer {
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

func identities(net *petri.Net) syntax.Namer {
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
