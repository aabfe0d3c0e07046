package format

import (
	"math"

	"brim/petri/extended"
	"brim/petri/format/greatspn"
	"brim/petri/format/tina"
)

// The formats of GreatSPN. The old one is a pair of files that its editor imports; the project file is what it opens.

var greatspnNet = &Format{
	Name: "greatspn", Title: "GreatSPN, textual", Endings: []string{".net"},
	Holds: Weights | Inhibitors | Numbers | Positions | Bends,
	Read:  greatspn.Read, begins: greatspn.Begins,
}

var greatspnProject = &Format{
	Name: "pnpro", Title: "GreatSPN, project", Endings: []string{".pnpro"},
	Holds: Weights | Inhibitors | Numbers | Positions | Bends | Title,
	Read:  greatspn.ReadProject, write: greatspn.WriteProject, begins: greatspn.BeginsProject,
	names: words(greatspn.IsName, true),
	adapt: adaptProject,
}

// adaptProject gives all nodes positions, which the editor needs, of a thousandth of a point.
func adaptProject(net *extended.Net) {
	if !xmlName(net.Name) {
		net.Name = ""
	}
	round := func(p *extended.Point) {
		p.X, p.Y = math.Round(p.X*1000)/1000, math.Round(p.Y*1000)/1000
	}
	var least extended.Point // by which Place moves nodes, and not the bends of arcs
	for i := range net.Places {
		if at := net.Places[i].At; at != nil && finite(*at) {
			least.X, least.Y = min(least.X, at.X), min(least.Y, at.Y)
		}
	}
	for i := range net.Transitions {
		if at := net.Transitions[i].At; at != nil && finite(*at) {
			least.X, least.Y = min(least.X, at.X), min(least.Y, at.Y)
		}
	}
	tina.Place(net)
	for i := range net.Places {
		round(net.Places[i].At)
	}
	for i := range net.Transitions {
		round(net.Transitions[i].At)
	}
	for i := range net.Arcs {
		for k := range net.Arcs[i].Via {
			via := &net.Arcs[i].Via[k]
			via.X, via.Y = via.X-least.X, via.Y-least.Y
			round(via)
		}
	}
}
