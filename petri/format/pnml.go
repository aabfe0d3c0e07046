package format

import (
	"math"
	"strings"

	"brim/petri/extended"
	"brim/petri/format/greatspn"
	"brim/petri/format/romeo"
	"brim/petri/pnml"
)

// PNML as one of the formats.

// PNML is the name of the format of files that may have coloured nets, too.
const PNML = "pnml"

var pnmlFormat = &Format{
	Name: PNML, Title: "PNML", Endings: []string{".pnml", ".xml"},
	Holds: everything &^ (Semantics | Ages),
	Read:  pnml.ReadExtended, write: pnml.WriteExtended,
	begins: func(start string) bool {
		return strings.HasPrefix(strings.TrimSpace(start), "<") && !greatspn.BeginsProject(start) &&
			!romeo.Begins(start)
	},
	names: words(xmlName, true),
	adapt: drawn(adaptPNML),
}

// adaptPNML leaves out what a document of PNML would not give back: blanks around labels, labels that are the name of
// the node, and positions that are no numbers.
func adaptPNML(net *extended.Net) {
	label := func(label *string, id string) {
		if *label = strings.TrimSpace(*label); *label == strings.TrimSpace(id) || !xmlName(*label) {
			*label = ""
		}
	}
	position := func(at **extended.Point) {
		if *at != nil && !finite(**at) {
			*at = nil
		}
	}
	for i := range net.Places {
		p := &net.Places[i]
		label(&p.Label, p.ID)
		position(&p.At)
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		label(&t.Label, t.ID)
		position(&t.At)
	}
	for i := range net.Arcs {
		for _, p := range net.Arcs[i].Via {
			if !finite(p) {
				net.Arcs[i].Via = nil
				break
			}
		}
	}
}

func finite(p extended.Point) bool {
	return !math.IsNaN(p.X-p.X) && !math.IsNaN(p.Y-p.Y)
}
