package format

import (
	"io"
	"slices"
	"strings"

	"brim/petri/extended"
	"brim/petri/format/andl"
	"brim/petri/format/lola"
	"brim/petri/format/petrify"
	"brim/petri/format/tina"
)

// The list of formats.

// A Format is a file format of nets. It is read, written, or both.
type Format struct {
	Name    string   // a word for options
	Title   string   // what people call it
	Endings []string // of the names of its files, with the dot, in small letters; the usual one first
	Holds   Features // what it has beside places, transitions, tokens, and input and output arcs

	// Read reads a net; file is what messages call r. What is wrong with the text is a *malformed.Error.
	Read func(r io.Reader, file string) (*extended.Net, error)

	write  func(w io.Writer, net *extended.Net) error // of a net that fits; nil if the format is only read
	begins func(start string) bool                    // whether a file begins like one of the format
	names  func(net *extended.Net) naming
	adapt  func(net *extended.Net) // last of all changes what is special about the format; nil for nothing
}

// Features are what a format can hold, or a net has.
type Features uint16

// What formats may hold beside places, transitions, tokens, and input and output arcs.
const (
	Weights    Features = 1 << iota // arcs of a weight above 1
	Reads                           // read arcs
	Inhibitors                      // inhibitor arcs
	Resets                          // reset arcs
	Capacities                      // of places
	Numbers                         // priorities by a number of each transition
	Pairs                           // priorities by pairs of transitions
	Finals                          // final markings
	Labels                          // second names, for people
	Silent                          // which transitions are observed
	Positions                       // of nodes in a drawing
	Bends                           // of arcs in a drawing
	Title                           // a name of the net

	features   = iota
	everything = 1<<features - 1
)

// Words returns what the features are called.
func (f Features) Words() []string {
	words := [features]string{"weights", "read arcs", "inhibitor arcs", "reset arcs", "capacities", "priorities by number",
		"priorities by pairs", "final markings", "labels", "silent transitions", "positions", "bends", "name"}
	list := []string{}
	for i, word := range words {
		if f&(1<<i) != 0 {
			list = append(list, word)
		}
	}
	return list
}

// String returns the words, or "nothing".
func (f Features) String() string {
	if f == 0 {
		return "nothing"
	}
	return strings.Join(f.Words(), ", ")
}

// all are the formats; of several that share an ending the first is the one that a file has whose text does not tell.
var all = []*Format{
	pnmlFormat,
	{
		Name: "tina", Title: "Tina, textual", Endings: []string{".net"},
		Holds: Weights | Reads | Inhibitors | Pairs | Labels | Title,
		Read:  tina.Read, write: tina.Write, begins: tina.Begins,
		names: words(func(string) bool { return true }, false),
	},
	{
		Name: "ndr", Title: "Tina, drawn by nd", Endings: []string{".ndr"},
		Holds: Weights | Reads | Inhibitors | Pairs | Labels | Positions | Title,
		Read:  tina.ReadNDR, write: tina.WriteNDR, begins: tina.BeginsNDR,
		names: words(tina.ValidNDR, true),
		adapt: adaptNDR,
	},
	{
		Name: "lola", Title: "LoLA", Endings: []string{".lola"},
		Holds: Weights,
		Read:  lola.Read, write: lola.Write, begins: lola.Begins,
		names: words(lola.Valid, false),
	},
	{
		Name: "andl", Title: "ANDL of Snoopy and Marcie", Endings: []string{".andl"},
		Holds: Weights | Reads | Inhibitors | Resets | Title,
		Read:  andl.Read, write: andl.Write, begins: andl.Begins,
		names: words(andl.Valid, true),
		adapt: func(net *extended.Net) { net.Name = line(net.Name, "]") },
	},
	{
		Name: "petrify", Title: "Petrify and Workcraft (.g)", Endings: []string{".g"},
		Holds: Weights | Capacities | Silent | Title,
		Read:  petrify.Read, write: petrify.Write, begins: petrify.Begins,
		names: petrifyNames,
		adapt: func(net *extended.Net) { net.Name = line(net.Name, "#") },
	},
	tapaalFormat,
	greatspnNet,
	greatspnProject,
	linesFormat,
}

// All returns the formats, the most common first.
func All() []*Format { return slices.Clone(all) }

// Named returns the format with that name; false if there is none.
func Named(name string) (*Format, bool) {
	i := slices.IndexFunc(all, func(f *Format) bool { return f.Name == name })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// Lacks returns what the format cannot hold.
func (f *Format) Lacks() Features { return everything &^ f.Holds }

// Writable reports whether nets are written in the format, too.
func (f *Format) Writable() bool { return f.write != nil }

// Endings returns the endings of all formats, or of those that are written.
func Endings(written bool) (list []string) {
	for _, f := range all {
		for _, e := range f.Endings {
			if (f.Writable() || !written) && !slices.Contains(list, e) {
				list = append(list, e)
			}
		}
	}
	return list
}
