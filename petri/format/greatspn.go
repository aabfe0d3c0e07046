package format

import (
	"brim/petri/extended"
	"brim/petri/format/greatspn"
)

// The formats of GreatSPN. The old one is a pair of files that its editor imports; the project file is what it opens.

var greatspnNet = &Format{
	Name: "greatspn", Title: "GreatSPN, textual", Endings: []string{".net"},
	Holds: Weights | Inhibitors | Numbers | Positions | Bends,
	Read:  untimed(greatspn.Read), begins: greatspn.Begins,
}

var greatspnProject = &Format{
	Name: "pnpro", Title: "GreatSPN, project", Endings: []string{".pnpro"},
	Holds: Weights | Inhibitors | Numbers | Positions | Bends | Title,
	Read:  untimed(greatspn.ReadProject), write: written(greatspn.WriteProject), begins: greatspn.BeginsProject,
	names: words(greatspn.IsName, true),
	adapt: drawn(adaptProject),
}

// adaptProject gives all nodes positions, which the editor needs.
func adaptProject(net *extended.Net) {
	if !xmlName(net.Name) {
		net.Name = ""
	}
	place(net)
}
