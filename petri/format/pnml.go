package format

import (
	"strings"

	"brim/petri/pnml"
)

// PNML as one of the formats.

// PNML is the name of the format of files that may have coloured nets, too.
const PNML = "pnml"

var pnmlFormat = &Format{
	Name: PNML, Title: "PNML", Endings: []string{".pnml", ".xml", ".tapn"},
	Holds: 1<<features - 1,
	Read:  pnml.ReadExtended, write: pnml.WriteExtended,
	begins: func(start string) bool { return strings.HasPrefix(strings.TrimSpace(start), "<") },
	names:  naming{valid: xmlName, shared: true},
}
