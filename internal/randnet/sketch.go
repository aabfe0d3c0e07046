package randnet

import (
	"slices"

	"brim/petri"
)

// A sketch is a net that may still change.
type sketch struct {
	name        string
	places      []petri.Place
	transitions []petri.Transition
}

func sketchOf(net *petri.Net) *sketch {
	s := sketch{net.Name, net.Places, net.Transitions}
	return s.clone()
}

// clone returns a copy that shares nothing with s.
func (s *sketch) clone() *sketch {
	c := &sketch{s.name, slices.Clone(s.places), slices.Clone(s.transitions)}
	for i := range c.transitions {
		for _, arcs := range lists(&c.transitions[i]) {
			*arcs = slices.Clone(*arcs)
		}
	}
	return c
}

// lists returns the three arc lists of t.
func lists(t *petri.Transition) [3]*[]petri.Arc {
	return [3]*[]petri.Arc{&t.Pre, &t.Post, &t.Inhibit}
}

// net builds the net. It panics if the sketch is not one.
func (s *sketch) net() *petri.Net {
	b := petri.NewBuilder(s.name)
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

// removePlace takes place p away with all its arcs.
func (s *sketch) removePlace(p int) {
	s.places = slices.Delete(s.places, p, p+1)
	for i := range s.transitions {
		s.dropArcs(i, p)
		for _, arcs := range lists(&s.transitions[i]) {
			for j := range *arcs {
				if (*arcs)[j].Place > p {
					(*arcs)[j].Place--
				}
			}
		}
	}
}

// dropArcs takes away all arcs between transition t and place p.
func (s *sketch) dropArcs(t, p int) {
	for _, arcs := range lists(&s.transitions[t]) {
		*arcs = slices.DeleteFunc(*arcs, func(a petri.Arc) bool { return a.Place == p })
	}
}

// dropRead takes away what t takes from p and gives back at once, so that its
// effect stays.
func (s *sketch) dropRead(t, p int) {
	at := func(a petri.Arc) bool { return a.Place == p }
	pre, post := &s.transitions[t].Pre, &s.transitions[t].Post
	i, j := slices.IndexFunc(*pre, at), slices.IndexFunc(*post, at)
	if i < 0 || j < 0 {
		return
	}
	common := min((*pre)[i].Weight, (*post)[j].Weight)
	for _, end := range []struct {
		arcs *[]petri.Arc
		i    int
	}{{pre, i}, {post, j}} {
		arc := &(*end.arcs)[end.i]
		if arc.Weight -= common; arc.Weight == 0 {
			*end.arcs = slices.Delete(*end.arcs, end.i, end.i+1)
		}
	}
}
