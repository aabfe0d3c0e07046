package serve

import (
	"cmp"
	"slices"
	"strconv"

	"brim/ctl/syntax"
	"brim/internal/naming"
	"brim/internal/ui/editor"
	"brim/petri"
	"brim/petri/extended"
)

// The drawing of a net as its document has it.

// drawDocument draws a net as its document has it: the nodes where they stand, and all kinds of arcs.
func (x *Net) drawDocument(n *extended.Net, names naming.Names) {
	placeCalled, transitionCalled := called(n, names)
	for p := range n.Places {
		place := &n.Places[p]
		call, quoted := placeCalled(p)
		node := Node{Name: place.ID, Label: call, At: position(place.At), Final: final(n, p)}
		if place.Capacity != extended.Unlimited {
			node.Note = "≤ " + strconv.FormatInt(place.Capacity, 10)
		}
		x.Nodes = append(x.Nodes, node)
		x.Places = append(x.Places, Element{Node: p, Name: place.ID, Label: quoted})
	}
	for t := range n.Transitions {
		transition := &n.Transitions[t]
		call, quoted := transitionCalled(t)
		node := Node{Transition: true, Name: transition.ID, Label: call, Silent: transition.Silent,
			At: position(transition.At)}
		if transition.Priority != 0 {
			node.Note = "priority " + strconv.FormatInt(transition.Priority, 10)
		}
		x.Transitions = append(x.Transitions, Element{Node: len(x.Nodes), Name: transition.ID, Label: quoted})
		x.Nodes = append(x.Nodes, node)
	}
	for _, a := range n.Arcs {
		arc := Arc{From: a.Place, To: len(n.Places) + a.Transition, Label: weight(petri.Arc{Weight: a.Weight}),
			Kind: editor.KindOf(a.Kind)}
		switch a.Kind {
		case extended.Output:
			arc.From, arc.To, arc.Kind = arc.To, arc.From, "arc"
		case extended.Input:
			arc.Kind = "arc"
		}
		arc.Via = flat(a.Via)
		x.Arcs = append(x.Arcs, arc)
	}
	for _, o := range n.Over {
		x.Arcs = append(x.Arcs, Arc{From: len(n.Places) + o.First, To: len(n.Places) + o.Then, Kind: "priority"})
	}
}

// flat lists coordinates: x, y, x, y, …
func flat(via []extended.Point) (list []float64) {
	for _, p := range via {
		list = append(list, p.X, p.Y)
	}
	return list
}

// final reports whether a place has tokens in a final marking.
func final(n *extended.Net, place int) bool {
	return slices.ContainsFunc(n.Finals, func(f extended.Final) bool { return f[place] > 0 })
}

// position returns where a node stands; nil if that is open.
func position(p *extended.Point) *editor.Point {
	if p == nil {
		return nil
	}
	return &editor.Point{p.X, p.Y}
}

// called returns what people call the nodes of a document: as the net that is played calls them, if there is one.
func called(n *extended.Net, names naming.Names) (place, transition func(i int) (call, quoted string)) {
	if names.Net != nil {
		return func(p int) (string, string) { return names.PlaceCall(p), names.Place(p) },
			func(t int) (string, string) { return names.TransitionCall(t), names.Transition(t) }
	}
	return func(p int) (string, string) {
			return cmp.Or(n.Places[p].Label, n.Places[p].ID), syntax.NameText(n.Places[p].ID)
		},
		func(t int) (string, string) {
			return cmp.Or(n.Transitions[t].Label, n.Transitions[t].ID), syntax.NameText(n.Transitions[t].ID)
		}
}
