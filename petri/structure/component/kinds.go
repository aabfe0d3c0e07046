package component

import (
	"slices"

	"brim/petri"
)

// A net as units that a component chooses, and joints that each join two of them.

// A Kind says which components are meant.
type Kind uint8

const (
	S Kind = iota // state machines: chosen places, with all transitions at them
	T             // marked graphs: chosen transitions, with all places at them
)

func (k Kind) String() string { return [...]string{"S-components", "T-components"}[k] }

// A Component is a part of a net. Places and Transitions are ascending.
type Component struct{ Places, Transitions []int }

// A Cover is what was found of a cover.
type Cover struct {
	Components []Component
	Open       []int // places, or transitions, that are in no component
	Unknown    []int // those of which this is not known
}

// Covers reports whether the components cover the net.
func (c *Cover) Covers() bool { return len(c.Open)+len(c.Unknown) == 0 }

// Is reports whether the component of the chosen places, for S, or transitions, for T, is one. Cost: O(arcs).
func (k Kind) Is(net *petri.Net, chosen []int) bool {
	v := newView(net, k)
	in := make([]bool, len(v.units))
	for _, u := range chosen {
		if in[u] || v.excluded[u] {
			return false
		}
		in[u] = true
	}
	count := func(list []int32) (n int) {
		for _, u := range list {
			if in[u] {
				n++
			}
		}
		return n
	}
	for j := range v.takes {
		a, b := count(v.takes[j]), count(v.gives[j])
		if a != b || a > 1 {
			return false
		}
	}
	if len(chosen) == 0 {
		return false
	}
	first := int32(chosen[0])
	return len(v.reach(first, in, true)) == len(chosen) && len(v.reach(first, in, false)) == len(chosen)
}

// A view is a net as the search for components sees it: units are the places of S, or the transitions of T, and
// joints are the others. A component is a set of units such that each joint takes from exactly one unit and gives to
// exactly one, or is not in it, and which is strongly connected.
type view struct {
	kind         Kind
	takes, gives [][]int32 // by joint: units from which an arc leads to it, and to which one leads from it
	units        []unit
	excluded     []bool // by unit: it has no arcs, or one with a weight
}

// A unit has the joints to which arcs lead from it, and from which arcs lead to it.
type unit struct{ to, from []int32 }

func newView(net *petri.Net, k Kind) *view {
	units, joints := len(net.Places), len(net.Transitions)
	if k == T {
		units, joints = joints, units
	}
	v := &view{
		kind: k, takes: make([][]int32, joints), gives: make([][]int32, joints),
		units: make([]unit, units), excluded: make([]bool, units),
	}
	for t := range net.Transitions {
		for _, a := range net.Transitions[t].Pre {
			if k == S {
				v.arc(a.Place, t, true, a.Weight)
			} else {
				v.arc(t, a.Place, false, a.Weight)
			}
		}
		for _, a := range net.Transitions[t].Post {
			if k == S {
				v.arc(a.Place, t, false, a.Weight)
			} else {
				v.arc(t, a.Place, true, a.Weight)
			}
		}
	}
	for u := range v.units {
		v.excluded[u] = v.excluded[u] || len(v.units[u].to) == 0 || len(v.units[u].from) == 0
	}
	return v
}

// arc adds an arc from a unit to a joint, or the other way.
func (v *view) arc(u, j int, to bool, weight int64) {
	if to {
		v.takes[j] = append(v.takes[j], int32(u))
		v.units[u].to = append(v.units[u].to, int32(j))
	} else {
		v.gives[j] = append(v.gives[j], int32(u))
		v.units[u].from = append(v.units[u].from, int32(j))
	}
	v.excluded[u] = v.excluded[u] || weight != 1
}

// bare reports whether a unit has no arcs.
func (v *view) bare(u int) bool { return len(v.units[u].to)+len(v.units[u].from) == 0 }

// reach lists the units among those in the set that a path inside leads to from the first, or from which one leads to
// it, the first among them.
func (v *view) reach(first int32, in []bool, forward bool) []int32 {
	list, seen := []int32{first}, map[int32]bool{first: true}
	for i := 0; i < len(list); i++ {
		joints, next := v.units[list[i]].to, v.gives
		if !forward {
			joints, next = v.units[list[i]].from, v.takes
		}
		for _, j := range joints {
			for _, u := range next[j] {
				if in[u] && !seen[u] {
					seen[u] = true
					list = append(list, u)
				}
			}
		}
	}
	return list
}

// component returns the component that has the units.
func (v *view) component(units []int32) Component {
	var chosen, joints []int
	for _, u := range units {
		chosen = append(chosen, int(u))
		for _, j := range v.units[u].to { // each joint takes from one of the units
			joints = append(joints, int(j))
		}
	}
	slices.Sort(chosen)
	slices.Sort(joints)
	if v.kind == T {
		return Component{Places: joints, Transitions: chosen}
	}
	return Component{Places: chosen, Transitions: joints}
}
