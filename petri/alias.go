package petri

import "strings"

// Aliases are second names, which files give beside the names that identify a
// place or transition: PNML the <name> beside the id. An alias serves only if it
// means one thing: no other place (or transition) has it as its name or its alias.
// Names come before aliases, so whatever is printed by PlaceAlias or
// TransitionAlias is found again by FindPlace or FindTransition.

// aliases finds by its alias what has one that serves. It is nil if there are none.
type aliases map[string]int

// ambiguous marks an alias that several have.
const ambiguous = -1

// An index finds by a name.
type index func(name string) (int, bool)

// note enters the alias of i, unless it is a name.
func (a *aliases) note(alias string, i int, names index) {
	if alias == "" {
		return
	}
	if _, taken := names(alias); taken {
		return
	}
	if *a == nil {
		*a = aliases{}
	}
	if _, dup := (*a)[alias]; dup {
		i = ambiguous
	}
	(*a)[alias] = i
}

// of returns alias if it means i, else name.
func (a aliases) of(i int, alias, name string) string {
	if j, ok := a[alias]; ok && j == i {
		return alias
	}
	return name
}

// find looks name up among the names, then among the aliases.
func (a aliases) find(name string, names index) (int, bool) {
	if i, ok := names(name); ok {
		return i, true
	}
	if i, ok := a[name]; ok && i != ambiguous {
		return i, true
	}
	return 0, false
}

// FindPlace returns the index of the place with that name or, if there is none, of
// the only place with that alias.
func (n *Net) FindPlace(name string) (int, bool) { return n.placeAlias.find(name, n.PlaceIndex) }

// FindTransition is FindPlace for transitions.
func (n *Net) FindTransition(name string) (int, bool) {
	return n.transitionAlias.find(name, n.TransitionIndex)
}

// PlaceAlias returns what people call place p: its alias if FindPlace takes that
// for p, else its name.
func (n *Net) PlaceAlias(p int) string {
	return n.placeAlias.of(p, n.Places[p].Alias, n.Places[p].Name)
}

// TransitionAlias is PlaceAlias for transitions.
func (n *Net) TransitionAlias(t int) string {
	return n.transitionAlias.of(t, n.Transitions[t].Alias, n.Transitions[t].Name)
}

// indexAliases makes the tables behind FindPlace and FindTransition.
func (n *Net) indexAliases() {
	for p := range n.Places {
		n.placeAlias.note(n.Places[p].Alias, p, n.PlaceIndex)
	}
	for t := range n.Transitions {
		n.transitionAlias.note(n.Transitions[t].Alias, t, n.TransitionIndex)
	}
}

// trimAlias returns alias as a net keeps it, for what is called name.
func trimAlias(alias, name string) string {
	if alias = strings.TrimSpace(alias); alias == strings.TrimSpace(name) {
		return ""
	}
	return alias
}
