package format

import (
	"brim/petri/format/greatspn"
	"brim/petri/timed"
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
	adapt: adaptProject,
}

// adaptProject gives all nodes positions, which the editor needs.
func adaptProject(d *timed.Document) {
	if net := d.Net(); !xmlName(net.Name) {
		net.Name = ""
	}
	arrange(d)
}
