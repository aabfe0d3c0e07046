package extended

import "slices"

// Bare returns a copy of a net without its reset arcs and priorities. Without reset arcs in n it reaches all markings
// that n reaches. A weighted sum of tokens that none of its firings changes, with weights ≥ 0, never grows in n, since
// reset arcs only take from it.
func (n *Net) Bare() *Net {
	b := n.Clone()
	b.Over = nil
	for t := range b.Transitions {
		b.Transitions[t].Priority = 0
	}
	b.Arcs = slices.DeleteFunc(b.Arcs, func(a Arc) bool { return a.Kind == Reset })
	return b
}

// Relaxed returns a net without reset arcs and priorities, with the places of n, and the transitions of n before
// others. It reaches all markings that n reaches, and what n enables in one of them it enables there, too: so an
// upper bound of a sum of tokens there is one in n, and a transition that is never enabled there is never enabled in n.
//
// For a place that reset arcs empty, another transition takes single tokens from it at any time. Where n empties the
// place, the net fires the transition and then takes the tokens that a reset would have removed. Such a place has no
// capacity, since these tokens are still there when the transition fires.
func (n *Net) Relaxed() *Net {
	r := n.Bare()
	names := map[string]bool{}
	for t := range r.Transitions {
		names[r.Transitions[t].ID] = true
	}
	emptied := make([]bool, len(r.Places))
	for _, a := range n.Arcs {
		emptied[a.Place] = emptied[a.Place] || a.Kind == Reset
	}
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
