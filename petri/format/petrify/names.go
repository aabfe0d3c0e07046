package petrify

import (
	"strings"

	"brim/petri/extended"
)

// Names that the format can hold, which depend on each other.

// Names says of the nodes of a net whether the format can hold their names, as long as no two are the same: a place by
// its number, a transition by its number, and whether a node can get a name that is not yet there.
func Names(net *extended.Net) (place, transition func(i int) bool, fresh func(name string) bool) {
	events := map[string]bool{} // declared names: whether it is a dummy
	for i := range net.Transitions {
		if t := &net.Transitions[i]; !t.Silent {
			if event, ok := eventOf(t.ID, false); ok {
				events[event] = false
			}
		}
	}
	for i := range net.Transitions {
		if t := &net.Transitions[i]; t.Silent {
			if event, ok := eventOf(t.ID, true); ok {
				if _, signal := events[event]; !signal {
					events[event] = true
				}
			}
		}
	}
	transition = func(i int) bool {
		t := &net.Transitions[i]
		event, ok := eventOf(t.ID, t.Silent)
		return ok && events[event] == t.Silent
	}
	fresh = func(name string) bool {
		_, taken := events[name]
		return isIdentifier(name) && !taken
	}
	kept := func(i int) bool { return transition(i) }
	ends := implicitPlaces(net, kept)
	place = func(i int) bool { return ends[i] || fresh(net.Places[i].ID) }
	return place, transition, fresh
}

// eventOf returns the signal or event of a transition with a name that the format can hold; that of a silent transition
// has no sign.
func eventOf(id string, silent bool) (string, bool) {
	name, instance, numbered := strings.Cut(id, "/")
	if numbered && (instance == "" || instance[0] == '0' || strings.Trim(instance, "0123456789") != "" ||
		len(instance) > 9) {
		return "", false
	}
	if !silent && name != "" && strings.IndexByte("+-~", name[len(name)-1]) >= 0 {
		name = name[:len(name)-1]
	}
	return name, isIdentifier(name)
}

// isIdentifier reports whether all tools of the family read the name: letters, digits, underscores and dots, and a
// letter or an underscore in front.
func isIdentifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c != '.' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// implicitPlaces returns which places can be written as an arc between two transitions, of which the names are kept:
// they have one arc from the one and one to the other, of weight 1, and the name that such a place has.
func implicitPlaces(net *extended.Net, kept func(t int) bool) []bool {
	from, to, arcs := make([]int, len(net.Places)), make([]int, len(net.Places)), make([]int, len(net.Places))
	for i := range from {
		from[i], to[i] = -1, -1
	}
	for _, a := range net.Arcs {
		arcs[a.Place]++
		if a.Weight > 1 || !kept(a.Transition) {
			continue
		}
		switch a.Kind {
		case extended.Output:
			from[a.Place] = a.Transition
		case extended.Input:
			to[a.Place] = a.Transition
		}
	}
	list := make([]bool, len(net.Places))
	for i := range list {
		list[i] = arcs[i] == 2 && from[i] >= 0 && to[i] >= 0 &&
			net.Places[i].ID == implicit(net.Transitions[from[i]].ID, net.Transitions[to[i]].ID)
	}
	return list
}
