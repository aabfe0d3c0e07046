package extended

import "slices"

// Relaxed returns a net without reset arcs and priorities, with the places of n, and the transitions of n before
// others. It reaches all markings that n reaches, and what n enables in one of them it enables there, too: so an
// upper bound of a sum of tokens there is one in n, and a transition that is never enabled there is never enabled in n.
//
// For a place that reset arcs empty, another transition takes single tokens from it at any time. Where n empties the
// place, the net fires the transition and then takes the tokens that a reset would have removed. Such a place has no
// capacity, since these tokens are still there when the transition fires.
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
