package ask

import (
	"strings"

	"brim/petri"
)

// Copies of a net with something added, which say what the net alone does not.

// copied returns a builder with the places and transitions of the net, by the same indices. Cases begin in it.
func (p *process) copied() *petri.Builder { return copied(p.net.WithInitial(p.start), -1) }

// copied returns a builder with the places and transitions of a net, by the same indices. Transition without has no
// arcs; -1 is no transition.
func copied(net *petri.Net, without int) *petri.Builder {
	b := petri.NewBuilder(net.Name)
	for _, p := range net.Places {
		b.Place(p.Name, p.Initial)
	}
	for i, t := range net.Transitions {
		b.Transition(t.Name)
		if i != without {
			arcs(b, i, t)
		}
	}
	return b
}

// arcs adds the arcs of a transition of the copied net to a transition.
func arcs(b *petri.Builder, to int, t petri.Transition) {
	for _, x := range t.Pre {
		b.In(to, x.Place, x.Weight)
	}
	for _, x := range t.Post {
		b.Out(to, x.Place, x.Weight)
	}
	for _, x := range t.Inhibit {
		b.Inhibit(to, x.Place, x.Weight)
	}
}

// built returns the net. The copy of a net is one.
func built(b *petri.Builder) *petri.Net {
	net, err := b.Net()
	if err != nil {
		panic("ask: " + err.Error())
	}
	return net
}

// fresh returns a name that no place or transition of the net has, beginning with name.
func fresh(net *petri.Net, name string) string {
	for {
		_, place := net.PlaceIndex(name)
		_, transition := net.TransitionIndex(name)
		if !place && !transition {
			return name
		}
		name += strings.Repeat("'", 1)
	}
}
