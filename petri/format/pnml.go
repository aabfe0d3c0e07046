package format

import (
	"io"
	"strings"

	"brim/malformed"
	"brim/petri/extended"
	"brim/petri/pnml"
)

// PNML as one of the formats.

// PNML is the name of the format of files that may have coloured nets, too.
const PNML = "pnml"

var pnmlFormat = &Format{
	Name: PNML, Title: "PNML", Endings: []string{".pnml", ".xml", ".tapn"},
	Holds: Weights | Inhibitors | Labels | Title,
	Read:  readPNML, write: writePNML,
	begins: func(start string) bool { return strings.HasPrefix(strings.TrimSpace(start), "<") },
	names:  naming{valid: xmlName, shared: true},
}

func readPNML(r io.Reader, file string) (*extended.Net, error) {
	net, coloured, err := pnml.ReadAny(r, file)
	switch {
	case err != nil:
		return nil, err
	case coloured != nil:
		return nil, malformed.Line(file, 0, "this is a coloured net; expected a place/transition net, such as 'brim unfold' writes")
	}
	return extended.Of(net), nil
}

func writePNML(w io.Writer, net *extended.Net) error {
	plain, err := net.Plain()
	if err != nil {
		return err
	}
	return pnml.Write(w, plain)
}
