package format

import (
	"math"

	"brim/petri/extended"
	"brim/petri/format/tina"
	"brim/petri/pnml"
	"brim/petri/timed"
)

// The formats of TAPAAL, kinds of PNML of their own, which the reader of PNML reads: that of its editor, and that in
// which it hands nets to its engines.
var (
	tapaalFormat = &Format{
		Name: "tapaal", Title: "TAPAAL", Endings: []string{".tapn"},
		Holds: Weights | Inhibitors | Positions | Bends | Title | Ages | OpenEnds,
		Read:  pnml.ReadExtended, write: pnml.WriteTAPAAL,
		begins: func(string) bool { return false }, // a text alone is read as PNML
		names:  words(pnml.IsTAPAALName, true),
		adapt: func(d *timed.Document) {
			adaptTAPAAL(d)
			arrange(d)
		},
	}
	engineFormat = &Format{
		Name: "verifytapn", Title: "TAPAAL's engines, as verifydtapn", Endings: []string{".xml"},
		Holds: Weights | Inhibitors | Title | Ages | OpenEnds,
		Read:  pnml.ReadExtended, write: pnml.WriteTAPAALEngine,
		begins: func(string) bool { return false },
		names:  words(pnml.IsTAPAALName, true),
		adapt:  adaptTAPAAL,
	}
)

// adaptTAPAAL leaves out a name of the net that TAPAAL does not take.
func adaptTAPAAL(d *timed.Document) {
	if net := d.Net(); !pnml.IsTAPAALName(net.Name) {
		net.Name = ""
	}
}

// bendsOf returns the bends of all arcs of a document, each list of them once.
func bendsOf(d *timed.Document) (list [][]extended.Point) {
	for _, a := range d.Net().Arcs {
		list = append(list, a.Via)
	}
	if d.Arcs != nil {
		for _, a := range d.Arcs.Transports {
			list = append(list, a.Before, a.After)
		}
	}
	return list
}

// arrange gives all nodes positions that are not negative, of a thousandth of a point. Bends of arcs get such, too.
func arrange(d *timed.Document) {
	net := d.Net()
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
	for _, list := range bendsOf(d) {
		for k := range list {
			via := &list[k]
			via.X, via.Y = via.X-least.X, via.Y-least.Y
			rounded(via)
		}
	}
}
