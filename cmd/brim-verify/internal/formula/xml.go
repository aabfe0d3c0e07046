package formula

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// The reader of property files of the Model Checking Contest. It writes a property in brim's notation, which Parse
// reads.

// A shape is what an element is and what it has inside.
type shape struct {
	kind            string   // formula, path (a formula of LTL below a quantifier), sum, or one of its own
	inside          []string // the kinds of the elements inside; the last is that of all further ones
	least, most     int      // how many elements are inside
	before, between string   // operators in brim's notation
}

const many = math.MaxInt

var shapes = map[string]shape{
	"true":             {"formula", nil, 0, 0, "", ""},
	"false":            {"formula", nil, 0, 0, "", ""},
	"deadlock":         {"formula", nil, 0, 0, "", ""},
	"conjunction":      {"formula", []string{"formula"}, 1, many, "", " & "},
	"disjunction":      {"formula", []string{"formula"}, 1, many, "", " | "},
	"implication":      {"formula", []string{"formula"}, 2, 2, "", " -> "},
	"negation":         {"formula", []string{"formula"}, 1, 1, "!", ""},
	"is-fireable":      {"formula", []string{"transition"}, 1, many, "enabled", ", "},
	"integer-le":       {"formula", []string{"sum"}, 2, 2, "", " <= "},
	"all-paths":        {"formula", []string{"path"}, 1, 1, "A", ""},
	"exists-path":      {"formula", []string{"path"}, 1, 1, "E", ""},
	"next":             {"path", []string{"formula"}, 1, 1, "X ", ""},
	"finally":          {"path", []string{"formula"}, 1, 1, "F ", ""},
	"globally":         {"path", []string{"formula"}, 1, 1, "G ", ""},
	"until":            {"path", []string{"before", "reach"}, 2, 2, "", " U "},
	"before":           {"before", []string{"formula"}, 1, 1, "", ""},
	"reach":            {"reach", []string{"formula"}, 1, 1, "", ""},
	"tokens-count":     {"sum", []string{"place"}, 1, many, "", " + "},
	"integer-constant": {"sum", nil, 0, 0, "", ""},
	"place-bound":      {"bound", []string{"place"}, 1, many, "", " + "},
	"place":            {"place", nil, 0, 0, "", ""},
	"transition":       {"transition", nil, 0, 0, "", ""},
}

// readXML reads the property with the given id. The formulas of a file are LTL if its name has LTL in it, else CTL; a
// file with a formula that can only be of the other logic is a mistake.
func readXML(file, id string, n *net.Net) (q *Question, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	root, err := net.ParseXML(data, file)
	if err != nil {
		return nil, err
	}
	ltl, err := strings.Contains(filepath.Base(file), "LTL"), fmt.Errorf("%s: there is no property %q", file, id)
	for _, property := range root.Children {
		e, asked := property.Need("formula").Only(), property.Need("id").Text == id
		switch {
		case asked && q != nil:
			property.Fail("expected no second one with this id")
		case asked && e.Name == "place-bound":
			q, err = &Question{Kind: Bound, Sums: [][]Term{parseSum(text(e, "bound", false), n)}}, nil
			continue
		}
		f, fault := readFormula(e, ltl, n)
		if fault == nil {
		} else if _, other := readFormula(e, !ltl, n); other == nil {
			e.Fail("this is %s only; formulas are read as LTL if the file has LTL in its name, else as CTL",
				map[bool]string{true: "CTL", false: "LTL"}[ltl])
		}
		if asked {
			q, err = &Question{Kind: Truth, Formula: f}, fault
		}
	}
	return q, err
}

// readFormula reads a formula of LTL or CTL.
func readFormula(e *net.Element, ltl bool, n *net.Net) (f *Formula, err error) {
	defer net.Catch(&err)
	return Parse(text(e, "formula", ltl), n)
}

// text returns what e, which has to be of the kind, means in brim's notation, in brackets where it has an operator
// between operands. In LTL path formulas are formulas, and have brackets behind quantifiers; in CTL they have none.
func text(e *net.Element, kind string, ltl bool) string {
	s := shapes[e.Name]
	fits := s.kind == kind || ltl && (s.kind+kind == "pathformula" || s.kind+kind == "formulapath")
	named := s.most == 0 && s.kind != "formula" // a text is inside
	if !fits || len(e.Children) < s.least || len(e.Children) > s.most || (e.Text != "") != named {
		e.Fail("this, or what is inside, is not understood here; expected a %s", kind)
	}
	var parts []string
	for i, c := range e.Children {
		parts = append(parts, text(c, s.inside[min(i, len(s.inside)-1)], ltl))
	}
	all := strings.Join(parts, s.between)
	switch {
	case e.Name == "integer-constant" && isNumber(e.Text):
		return e.Text
	case s.kind == "sum" && named:
		e.Fail("expected a number")
	case named:
		return strconv.Quote(e.Text)
	case s.most == 0:
		return e.Name
	case s.between != "":
		return s.before + "(" + all + ")"
	case s.inside[0] == "path" && ltl:
		return "(" + s.before + " (" + all + "))"
	case s.inside[0] == "path":
		return "(" + s.before + all + ")"
	}
	return s.before + all
}
