package format

import (
	"math"

	"brim/petri/extended"
	"brim/petri/format/tina"
	"brim/petri/pnml"
)

// The format of TAPAAL's models, a kind of PNML of its own, which the reader of PNML reads.
var tapaalFormat = &Format{
	Name: "tapaal", Title: "TAPAAL, without time", Endings: []string{".tapn"},
	Holds: Weights | Inhibitors | Positions | Bends | Title,
	Read:  untimed(pnml.ReadExtended), write: written(pnml.WriteTAPAAL),
	begins: func(string) bool { return false }, // a text alone is read as PNML
	names:  words(pnml.IsTAPAALName, true),
	adapt: drawn(func(net *extended.Net) {
		if !pnml.IsTAPAALName(net.Name) {
			net.Name = ""
		}
		place(net)
	}),
}

// place gives all nodes positions that are not negative, of a thousandth of a point, as those of the bends of arcs then
// are.
func place(net *extended.Net) {
	var least extended.Point // by which tina.Place moves nodes, and not the bends
	move := func(at *extended.Point) {
		if at != nil && finite(*at) {
			least.X, least.Y = min(least.X, at.X), min(least.Y, at.Y)
		}
	}
	for i := range net.Places {
		move(net.Places[i].At)
	}
	for i := range net.Transitions {
		move(net.Transitions[i].At)
	}
	tina.Place(net)
	rounded := func(at *extended.Point) { at.X, at.Y = math.Round(at.X*1000)/1000, math.Round(at.Y*1000)/1000 }
	for i := range net.Places {
		rounded(net.Places[i].At)
	}
	for i := range net.Transitions {
		rounded(net.Transitions[i].At)
	}
	for i := range net.Arcs {
		for k := range net.Arcs[i].Via {
			via := &net.Arcs[i].Via[k]
			via.X, via.Y = via.X-least.X, via.Y-least.Y
			rounded(via)
		}
	}
}
