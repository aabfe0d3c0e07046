package extended

import "slices"

// Relaxed returns a net without reset arcs and priorities, with the places of n, and the transitions of n before
// others. It reaches all markings that n reaches, and what n enables in one of them it enables there, too: so a sum of
// tokens that is never exceeded there is none in n, and what is never enabled there is not in n.
//
// For a place that reset arcs empty, another transition takes single tokens from it at any time. Where n empties the
// place, the net fires without that, and then takes what was left. Such a place has no capacity, as that counts what is
// there in between.
func (n *Net) Relaxed() *Net {
	r := n.Clone()
	r.Over = nil
	names := map[string]bool{}
	for t := range r.Transitions {
		r.Transitions[t].Priority = 0
		names[r.Transitions[t].ID] = true
	}
	emptied := make([]bool, len(r.Places))
	r.Arcs = slices.DeleteFunc(r.Arcs, func(a Arc) bool {
		emptied[a.Place] = emptied[a.Place] || a.Kind == Reset
		return a.Kind == Reset
	})
	for p := range r.Places {
		names[r.Places[p].ID] = true
	}
	for p := range r.Places {
		if !emptied[p] {
			continue
		}
		name := "take_" + r.Places[p].ID
		for names[name] {
			name += "_"
		}
		names[name] = true
		r.Places[p].Capacity = Unlimited
		r.Arcs = append(r.Arcs, Arc{Place: p, Transition: len(r.Transitions), Kind: Input, Weight: 1})
		r.Transitions = append(r.Transitions, Transition{ID: name})
	}
	return r
}
