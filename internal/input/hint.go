package input

import (
	"bytes"
	"slices"
	"strings"
)

// A guess at the format of a file that cannot be read, for the end of an error message.

// Hint guesses what kind of file begins with start, and returns the guess as the end of an error message, or "" if it
// has none. A few hundred bytes are enough. expected lists the root elements of XML, or the first words of texts, that
// the reader does accept.
func Hint(start []byte, expected ...string) string {
	if name := guess(start, expected); name != "" {
		return "; this looks like " + name
	}
	return ""
}

// guess returns the name of the format that a file beginning with start seems to have, "" if it recognises none: by the
// first bytes, by the root element of XML, or by the first word of the first line that is not a comment. Formats in
// expected are not named.
func guess(start []byte, expected []string) string {
	for _, f := range formats {
		if bytes.HasPrefix(start, []byte(f.magic)) {
			return f.name
		}
	}
	text := strings.TrimPrefix(string(start), "\ufeff")
	if strings.HasPrefix(strings.TrimSpace(text), "<") {
		if root := root(text); !slices.Contains(expected, root) {
			return roots[root]
		}
		return ""
	}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") || strings.HasPrefix(words[0], "//") {
			continue
		}
		first, _, _ := strings.Cut(words[0], "(")
		for _, l := range lines {
			if l.first == first && len(words) >= l.words && !slices.Contains(expected, first) {
				return l.name
			}
		}
		return ""
	}
	return ""
}

// formats are recognised by their first bytes.
var formats = []struct{ magic, name string }{
	{"\x1f\x8b", "a gzip file"},
	{"PK\x03\x04", "a zip archive"},
	{"BZh", "a bzip2 file"},
	{"\xfd7zXZ\x00", "an xz file"},
	{"\x28\xb5\x2f\xfd", "a zstd file"},
	{"%PDF", "a PDF file"},
	{"{", "a JSON file"},
}

// roots are recognised by the outermost element of XML.
var roots = map[string]string{
	"pnml":              "a net in PNML",
	"property-set":      "a file of formulas (see --properties)",
	"html":              "a web page",
	"nta":               "a model of UPPAAL",
	"workspaceElements": "a coloured net of CPN Tools",
	"cpnet":             "a coloured net of CPN Tools",
	"project":           "a project of GreatSPN, which exports PNML",
	"gspn":              "a net of GreatSPN, which exports PNML",
	"TPN":               "a timed net of Romeo",
	"Snoopy":            "a net of Snoopy, which exports PNML",
	"definitions":       "a process in BPMN",
	"model":             "a model of CosyVerif (GrML)",
}

// root returns the name of the first element of XML without its prefix.
func root(text string) string {
	for {
		_, after, ok := strings.Cut(text, "<")
		if !ok {
			return ""
		}
		if strings.HasPrefix(after, "!--") {
			_, after, _ = strings.Cut(after, "-->")
		} else if !strings.HasPrefix(after, "?") && !strings.HasPrefix(after, "!") {
			name := after
			if end := strings.IndexAny(after, " \t\r\n/>"); end >= 0 {
				name = after[:end]
			}
			return name[strings.LastIndexByte(name, ':')+1:]
		}
		text = after
	}
}

// lines are recognised by the first line that is not a comment: by its first word, up to a bracket, and its least
// number of words.
var lines = []struct {
	first string
	words int
	name  string
}{
	{"net", 2, "a net of Tina, whose name should end in .net"},
	{"tr", 3, "a net of Tina, whose name should end in .net"},
	{"pl", 2, "a net of Tina, whose name should end in .net"},
	{"PLACE", 1, "a net of LoLA, whose name should end in .lola"},
	{"places", 2, "a net of CADP (.nupn)"},
	{"!creator", 1, "a net of CADP (.nupn)"},
	{"aag", 6, "a circuit in the AIGER format, whose name should end in .aag"},
	{"aig", 6, "a circuit in the AIGER format, whose name should end in .aig"},
	{"des", 1, "a labelled transition system, whose name should end in .aut"},
	{"EF", 2, "a formula"},
	{"AG", 2, "a formula"},
	{"AF", 2, "a formula"},
	{"EG", 2, "a formula"},
}
