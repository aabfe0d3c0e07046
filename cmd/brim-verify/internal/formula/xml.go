package formula

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// The reader of property files of the Model Checking Contest. It writes a property in brim's notation, which Parse
// reads.

// shapes has what elements are in brim's notation: before, between and behind what is inside.
var shapes = map[string][3]string{
	"true":         {"(true", "", ")"},
	"false":        {"(false", "", ")"},
	"deadlock":     {"(deadlock", "", ")"},
	"conjunction":  {"(", " & ", ")"},
	"disjunction":  {"(", " | ", ")"},
	"implication":  {"(", " -> ", ")"},
	"negation":     {"(!", "", ")"},
	"is-fireable":  {"(enabled(", ", ", "))"},
	"integer-le":   {"(", " <= ", ")"},
	"all-paths":    {"(A", "", ")"},
	"exists-path":  {"(E", "", ")"},
	"next":         {"X ", "", ""},
	"finally":      {"F ", "", ""},
	"globally":     {"G ", "", ""},
	"until":        {"(", "", ")"},
	"before":       {"", "", " U "},
	"reach":        {"", "", ""},
	"tokens-count": {"(", " + ", ")"},
	"place-bound":  {"", " + ", ""},
}

// readXML reads the property with the given id. Formulas are LTL if the name of the file has LTL in it, else CTL.
func readXML(file, id string, n *net.Net) (q *Question) {
	data, err := os.ReadFile(file)
	net.Must(err)
	ltl := strings.Contains(filepath.Base(file), "LTL")
	for _, property := range net.ParseXML(data).Children {
		e := property.Need("formula").Only()
		switch {
		case property.Need("id").Text != id:
			continue
		case q != nil:
			net.Fail(net.Malformed, "%s: there are two properties %q", file, id)
		case e.Name() == "place-bound":
			q = &Question{Kind: Bound, Sums: [][]Term{parseSum(text(e, ltl), n)}}
			continue
		}
		f := Parse(text(e, ltl), n)
		if ltl && !quantifies(e) || !ltl && (f.Op == A || f.Op == E) {
			e.Fail("formulas are LTL, with A or E on top only, if the file has LTL in its name, else CTL")
		}
		q = &Question{Formula: f}
	}
	if q == nil {
		net.Fail(net.Malformed, "%s: there is no property %q", file, id)
	}
	return q
}

// text returns what e means in brim's notation, in brackets unless it is a path operator. In CTL path operators stand
// next to their quantifiers, in LTL they have brackets.
func text(e *net.Element, ltl bool) string {
	switch name := e.Name(); {
	case name == "place" && len(e.Children) == 0:
		return "1*" + strconv.Quote(e.Text) // a sum, and never a formula
	case name == "transition" && len(e.Children) == 0:
		return strconv.Quote(e.Text)
	case name == "integer-constant" && isNumber(e.Text):
		return "(" + e.Text + ")"
	}
	s, ok := shapes[e.Name()]
	if !ok || e.Text != "" {
		e.Fail("this is not understood here")
	}
	var parts []string
	for _, c := range e.Children {
		parts = append(parts, text(c, ltl))
	}
	all := strings.Join(parts, s[1])
	if ltl && quantifies(e) {
		all = " ((" + all + "))"
	}
	return s[0] + all + s[2]
}

func quantifies(e *net.Element) bool { return e.Name() == "all-paths" || e.Name() == "exists-path" }
