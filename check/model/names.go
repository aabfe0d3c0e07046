package model

import (
	"iter"

	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/nets"
)

// The names that formulas over a place/transition net may use.

// A nameTable resolves the names in formulas over a net. Making one takes constant time.
type nameTable struct {
	net    *petri.Net
	family nets.Family // without propositions if the net belongs to no family
	size   []int
}

// namesOf resolves the names that formulas may use for the places and transitions of a net: their names, which are the
// ids of a PNML file, and their aliases if these are unique. A net whose name is a spec family:N, as a net of a family
// has it even when it comes from a file, has the propositions of the family. These are defined by names of places, so
// in a net that was changed they either keep their meaning or cannot be read.
func namesOf(net *petri.Net) syntax.Names {
	t := &nameTable{net: net}
	if f, size, err := nets.Split(net.Name); err == nil {
		t.family, t.size = f, size
	}
	return t
}

func (t *nameTable) Place(name string) (int, bool)      { return t.net.FindPlace(name) }
func (t *nameTable) Transition(name string) (int, bool) { return t.net.FindTransition(name) }

func (t *nameTable) Proposition(name string) (string, bool) {
	return t.family.Proposition(t.size, name)
}

// All yields the name of each place or transition and, before it, its alias if it has one.
func (t *nameTable) All(kind syntax.Kind) iter.Seq[string] {
	if kind == syntax.Propositions {
		return t.family.PropositionNames(t.size)
	}
	return func(yield func(string) bool) {
		for name, alias := range t.both(kind) {
			if alias != name && !yield(alias) || !yield(name) {
				return
			}
		}
	}
}

// Namesakes returns the names of the places or transitions that have the given alias.
func (t *nameTable) Namesakes(kind syntax.Kind, alias string) (list []string) {
	switch kind {
	case syntax.Places:
		for i := range t.net.Places {
			if p := &t.net.Places[i]; p.Alias == alias && alias != "" {
				list = append(list, p.Name)
			}
		}
	case syntax.Transitions:
		for i := range t.net.Transitions {
			if tr := &t.net.Transitions[i]; tr.Alias == alias && alias != "" {
				list = append(list, tr.Name)
			}
		}
	}
	return list
}

// both yields the name and the alias of each place or transition.
func (t *nameTable) both(kind syntax.Kind) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if kind == syntax.Places {
			for i := range t.net.Places {
				if !yield(t.net.Places[i].Name, t.net.PlaceAlias(i)) {
					return
				}
			}
			return
		}
		for i := range t.net.Transitions {
			if !yield(t.net.Transitions[i].Name, t.net.TransitionAlias(i)) {
				return
			}
		}
	}
}
