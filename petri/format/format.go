package format

import (
	"io"
	"slices"
	"strings"

	"brim/petri/extended"
	"brim/petri/format/andl"
	"brim/petri/format/lola"
	"brim/petri/format/petrify"
	"brim/petri/format/romeo"
	"brim/petri/format/tina"
	"brim/petri/format/workcraft"
	"brim/petri/timed"
)

// The list of formats.

// A Format is a file format of nets. It is read, written, or both.
type Format struct {
	Name    string   // a word for options
	Title   string   // what people call it
	Endings []string // of the names of its files, with the dot, in small letters; the usual one first
	Holds   Features // what it has beside places, transitions, tokens, and input and output arcs

	// Read reads a net; file is what messages call r. What is wrong with the text is a *malformed.Error.
	Read func(r io.Reader, file string) (*timed.Document, error)

	write  func(w io.Writer, d *timed.Document) error // of a net that fits; nil if the format is only read
	begins func(start string) bool                    // whether a file begins like one of the format
	names  func(net *extended.Net) naming
	adapt  func(d *timed.Document) // last of all changes what is special about the format; nil for nothing
}

// Features are what a format can hold, or a net has.
type Features uint32

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
	Intervals                       // of time in which transitions fire
	Semantics                       // weak semantics of time, and atomic memory of clocks
	Ages                            // of tokens, with intervals on arcs, invariants, transport arcs, urgent transitions
	OpenEnds                        // of intervals and invariants

	features   = iota
	everything = 1<<features - 1
)

// Words returns what the features are called.
func (f Features) Words() []string {
	words := [features]string{"weights", "read arcs", "inhibitor arcs", "reset arcs", "capacities",
		"priorities by number",
		"priorities by pairs", "final markings", "labels", "silent transitions", "positions", "bends", "name",
		"intervals of time", "semantics of time", "ages of tokens", "open ends"}
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
		Holds: Weights | Reads | Inhibitors | Pairs | Labels | Title | Intervals | OpenEnds,
		Read:  tina.Read, write: tina.Write, begins: tina.Begins,
		names: words(func(string) bool { return true }, false),
	},
	{
		Name: "ndr", Title: "Tina, drawn by nd", Endings: []string{".ndr"},
		Holds: Weights | Reads | Inhibitors | Pairs | Labels | Positions | Title | Intervals | OpenEnds,
		Read:  tina.ReadNDR, write: tina.WriteNDR, begins: tina.BeginsNDR,
		names: words(tina.ValidNDR, true),
		adapt: drawn(adaptNDR),
	},
	{
		Name: "lola", Title: "LoLA", Endings: []string{".lola", ".llnet", ".net"},
		Holds: Weights,
		Read:  untimed(lola.Read), write: written(lola.Write), begins: lola.Begins,
		names: words(lola.Valid, false),
	},
	{
		Name: "andl", Title: "ANDL of Snoopy and Marcie", Endings: []string{".andl"},
		Holds: Weights | Reads | Inhibitors | Resets | Title,
		Read:  untimed(andl.Read), write: written(andl.Write), begins: andl.Begins,
		names: words(andl.Valid, true),
		adapt: drawn(func(net *extended.Net) { net.Name = line(net.Name, "]") }),
	},
	{
		Name: "petrify", Title: "Petrify and Workcraft (.g)", Endings: []string{".g"},
		Holds: Weights | Capacities | Silent | Title,
		Read:  untimed(petrify.Read), write: written(petrify.Write), begins: petrify.Begins,
		names: petrifyNames,
		adapt: drawn(func(net *extended.Net) { net.Name = line(net.Name, "#") }),
	},
	{
		Name: "workcraft", Title: "Workcraft", Endings: []string{".work"},
		Holds: Weights | Labels | Positions | Title, // dummies are read, but not written
		Read:  untimed(workcraft.Read), write: written(workcraft.Write), begins: workcraft.Begins,
		names: words(workcraft.Valid, true),
		adapt: drawn(adaptWorkcraft),
	},
	tapaalFormat,
	engineFormat,
	{
		Name: "romeo", Title: "Romeo", Endings: []string{".xml"},
		Holds: Weights | Reads | Inhibitors | Resets | Positions | Intervals,
		Read:  romeo.Read, write: romeo.Write, begins: romeo.Begins,
		names: words(xmlName, false),
		adapt: drawn(tina.Place),
	},
	greatspnNet,
	greatspnProject,
	linesFormat,
}

// untimed returns a reader of documents in a format without time.
func untimed(read func(io.Reader, string) (*extended.Net, error)) func(io.Reader, string) (*timed.Document, error) {
	return func(r io.Reader, file string) (*timed.Document, error) {
		net, err := read(r, file)
		if err != nil {
			return nil, err
		}
		return &timed.Document{Untimed: net}, nil
	}
}

// written returns a writer of documents in a format without time.
func written(write func(io.Writer, *extended.Net) error) func(io.Writer, *timed.Document) error {
	return func(w io.Writer, d *timed.Document) error {
		net, err := d.WithoutTime()
		if err != nil {
			return err
		}
		return write(w, net)
	}
}

// drawn returns what adapts a document by its net alone.
func drawn(adapt func(*extended.Net)) func(*timed.Document) {
	return func(d *timed.Document) { adapt(d.Net()) }
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
