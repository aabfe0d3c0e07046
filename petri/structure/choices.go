package structure

import (
	"slices"

	"brim/petri"
)

// Classes of nets by their choices, and workflow nets; weights do not matter.

// freeChoice decides both free-choice properties, weights aside.
func freeChoice(net *petri.Net) (simple, extended bool) {
	simple, extended = true, true
	user := make([]int, len(net.Places)) // first transition that takes from the place, plus one
	for i := range net.Transitions {
		for _, a := range net.Transitions[i].Pre {
			if user[a.Place] == 0 {
				user[a.Place] = i + 1
				continue
			}
			mine, other := net.Transitions[i].Pre, net.Transitions[user[a.Place]-1].Pre
			simple = simple && len(mine) == 1 && len(other) == 1
			extended = extended && samePlaces(mine, other)
			if !extended {
				return false, false // simple implies extended
			}
		}
	}
	return simple, extended
}

func samePlaces(a, b []petri.Arc) bool {
	return slices.EqualFunc(a, b, func(x, y petri.Arc) bool { return x.Place == y.Place })
}

// asymmetricChoice decides whether of two places with a common output transition one has all output transitions of
// the other. The input places of a transition, sorted by how many output transitions they have, then are a chain.
// Cost: the input places of each transition × their output transitions, each pair of places once.
func asymmetricChoice(net *petri.Net) bool {
	out := make([][]int32, len(net.Places))
	for t := range net.Transitions {
		for _, a := range net.Transitions[t].Pre {
			out[a.Place] = append(out[a.Place], int32(t))
		}
	}
	within := map[[2]int]bool{} // pairs that were compared, and found to be so
	for t := range net.Transitions {
		var places []int
		for _, a := range net.Transitions[t].Pre {
			places = append(places, a.Place)
		}
		slices.SortStableFunc(places, func(p, q int) int { return len(out[p]) - len(out[q]) })
		for i := 1; i < len(places); i++ {
			pair := [2]int{places[i-1], places[i]}
			if !within[pair] {
				if !subset(out[pair[0]], out[pair[1]]) {
					return false
				}
				within[pair] = true
			}
		}
	}
	return true
}

// subset reports whether b, which is sorted as a is, has all of a.
func subset(a, b []int32) bool {
	for _, x := range a {
		at, found := slices.BinarySearch(b, x)
		if !found {
			return false
		}
		b = b[at+1:]
	}
	return true
}

// workflow decides whether the net is a workflow net: it has one source place and one sink place, no transition
// without input or output, and with a transition from the sink to the source it is strongly connected.
func (f *Facts) workflow(net *petri.Net) bool {
	if len(f.SourcePlaces) != 1 || len(f.SinkPlaces) != 1 || len(f.SourceTransitions)+len(f.SinkTransitions) > 0 {
		return false
	}
	source, sink := f.SourcePlaces[0], f.SinkPlaces[0]
	back := petri.Transition{Pre: []petri.Arc{{Place: sink, Weight: 1}}, Post: []petri.Arc{{Place: source, Weight: 1}}}
	closed := petri.Net{Places: net.Places, Transitions: append(slices.Clone(net.Transitions), back)}
	return source != sink && stronglyConnected(&closed)
}
