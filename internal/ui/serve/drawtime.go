package serve

import (
	"brim/internal/ui/picture"
	"brim/petri/timed"
)

// The drawing of what nets have of time: texts beside nodes and along arcs, and transport arcs.

// drawTime adds it to the drawing of the net without time.
func (x *Net) drawTime(d *timed.Document) {
	texts := picture.TimeTexts(d)
	for p, text := range texts.Places {
		x.Nodes[p].Note = picture.Joined(x.Nodes[p].Note, text)
	}
	for t, text := range texts.Transitions {
		node := &x.Nodes[len(d.Net().Places)+t]
		node.Note = picture.Joined(node.Note, text)
	}
	for i, text := range texts.Arcs {
		x.Arcs[i].Label = picture.Joined(x.Arcs[i].Label, text)
	}
	if d.Arcs == nil {
		return
	}
	for i, a := range d.Arcs.Transports {
		t, text := len(d.Arcs.Places)+a.Transition, texts.Transports[i]
		x.Arcs = append(x.Arcs, Arc{From: a.From, To: t, Label: text[0], Kind: "transport"},
			Arc{From: t, To: a.To, Label: text[1], Kind: "transport"})
		for k, via := range [][]float64{flat(a.Before), flat(a.After)} {
			x.Arcs[len(x.Arcs)-2+k].Via = via
		}
	}
}
