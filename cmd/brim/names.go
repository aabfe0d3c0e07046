package main

import (
	"iter"

	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/nets"
)

// A nameTable resolves the names in formulas over a net. It costs nothing to make.
type nameTable struct {
	net    *petri.Net
	family nets.Family // without propositions if the net is of no family
	size   []int
}

// names resolves the names of a net in formulas. A net whose name is a spec family:N, as those of families have it, also when they come
// from a file, has the propositions of the family. They speak of places by name, so in a changed net they still mean
// what they say, or cannot be read.
func names(net *petri.Net) syntax.Names {
	t := &nameTable{net: net}
	if f, size, err := nets.Split(net.Name); err == nil {
		t.family, t.size = f, size
	}
	return t
}

func (t *nameTable) Place(name string) (int, bool)      { return t.net.PlaceIndex(name) }
func (t *nameTable) Transition(name string) (int, bool) { return t.net.TransitionIndex(name) }

func (t *nameTable) Proposition(name string) (string, bool) {
	return t.family.Proposition(t.size, name)
}

func (t *nameTable) All(kind syntax.Kind) iter.Seq[string] {
	switch kind {
	case syntax.Places:
		return func(yield func(string) bool) {
			for i := range t.net.Places {
				if !yield(t.net.Places[i].Name) {
					return
				}
			}
		}
	case syntax.Transitions:
		return func(yield func(string) bool) {
			for i := range t.net.Transitions {
				if !yield(t.net.Transitions[i].Name) {
					return
				}
			}
		}
	}
	return t.family.PropositionNames(t.size)
}
