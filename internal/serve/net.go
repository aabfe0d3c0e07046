package serve

import (
	"context"
	"errors"
	"strconv"

	"brim/petri"
)

// net returns what is drawn of a model.
func (s *Server) net(_ context.Context, m *model) (*Net, error) {
	if m.whole.Coloured != nil {
		return nil, errors.New("coloured nets are not drawn yet")
	}
	net, names := m.whole.Net, m.names()
	x := &Net{Name: net.Name, Frames: []Frame{}}
	for p := range net.Places {
		x.Nodes = append(x.Nodes, Node{Name: net.Places[p].Name, Label: names.PlaceCall(p)})
		x.Places = append(x.Places, Element{Node: p, Name: net.Places[p].Name, Label: names.Place(p)})
	}
	for t := range net.Transitions {
		node := len(x.Nodes)
		x.Nodes = append(x.Nodes, Node{Transition: true, Name: net.Transitions[t].Name, Label: names.TransitionCall(t)})
		x.Transitions = append(x.Transitions, Element{Node: node, Name: net.Transitions[t].Name, Label: names.Transition(t)})
		tr := &net.Transitions[t]
		for _, a := range tr.Pre {
			x.Arcs = append(x.Arcs, Arc{From: a.Place, To: node, Label: weight(a), Kind: "arc"})
		}
		for _, a := range tr.Post {
			x.Arcs = append(x.Arcs, Arc{From: node, To: a.Place, Label: weight(a), Kind: "arc"})
		}
		for _, a := range tr.Inhibit {
			x.Arcs = append(x.Arcs, Arc{From: a.Place, To: node, Label: weight(a), Kind: "inhibitor"})
		}
	}
	return x, nil
}

// weight writes that of an arc, unless it is 1.
func weight(a petri.Arc) string {
	if a.Weight == 1 {
		return ""
	}
	return strconv.FormatInt(a.Weight, 10)
}
