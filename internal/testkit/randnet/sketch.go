package randnet

import "brim/petri"

// Nets while they are made.

// A sketch is a net in the making.
type sketch struct {
	places      []petri.Place
	transitions []petri.Transition
}

// lists returns the three arc lists of t.
func lists(t *petri.Transition) [3]*[]petri.Arc {
	return [3]*[]petri.Arc{&t.Pre, &t.Post, &t.Inhibit}
}

// net builds the net. It panics if the sketch is not one.
func (s *sketch) net() *petri.Net {
	b := petri.NewBuilder("random")
	for _, p := range s.places {
		b.Place(p.Name, p.Initial)
	}
	for i := range s.transitions {
		t := b.Transition(s.transitions[i].Name)
		for _, a := range s.transitions[i].Pre {
			b.In(t, a.Place, a.Weight)
		}
		for _, a := range s.transitions[i].Post {
			b.Out(t, a.Place, a.Weight)
		}
		for _, a := range s.transitions[i].Inhibit {
			b.Inhibit(t, a.Place, a.Weight)
		}
	}
	net, err := b.Net()
	if err != nil {
		panic("randnet: " + err.Error())
	}
	return net
}
