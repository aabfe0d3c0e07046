package formula

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// The reader of property files of the Model Checking Contest. It writes a property in brim's notation, which Parse
// reads.

// infix has the operators of elements that stand between operands, and prefix of those before one.
var (
	infix = map[string]string{"conjunction": " & ", "disjunction": " | ", "implication": " -> ", "integer-le": " <= ",
		"until": " U ", "tokens-count": " + ", "place-bound": " + "}
	prefix = map[string]string{"negation": "!", "next": "X ", "finally": "F ", "globally": "G ", "before": "",
		"reach": ""}
)

// readXML reads the property with the given id. What can be read as CTL and as LTL, as one with all-paths on top only,
// is LTL if the name of the file has LTL in it.
func readXML(file, id string, n *net.Net) (*Question, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	root, err := net.ParseXML(data, file)
	if err != nil {
		return nil, err
	}
	for _, property := range root.Children {
		if property.Need("id").Text != id {
			continue
		}
		e, ltl := property.Need("formula").Only(), strings.Contains(filepath.Base(file), "LTL")
		if e.Name == "place-bound" {
			return &Question{Kind: Bound, Sums: [][]Term{parseSum(text(e, false), n)}}, nil
		}
		f, err := Parse(text(e, ltl), n)
		if err != nil {
			f, err = Parse(text(e, !ltl), n)
		}
		return &Question{Kind: Truth, Formula: f}, err
	}
	return nil, fmt.Errorf("%s: there is no property %q", file, id)
}

// text returns what e means in brim's notation, in brackets where it has an operator between operands. Of LTL, path
// quantifiers have brackets around the path formula; of CTL, they have none.
func text(e *net.Element, ltl bool) string {
	var parts []string
	for _, c := range e.Children {
		parts = append(parts, text(c, ltl))
	}
	before, isPrefix := prefix[e.Name]
	switch name := e.Name; {
	case infix[name] != "" && len(parts) > 0:
		return "(" + strings.Join(parts, infix[name]) + ")"
	case isPrefix && len(parts) == 1:
		return before + parts[0]
	case (name == "all-paths" || name == "exists-path") && len(parts) == 1:
		quantifier := strings.ToUpper(name[:1])
		if ltl {
			return "(" + quantifier + " (" + parts[0] + "))"
		}
		return "(" + quantifier + parts[0] + ")"
	case name == "is-fireable":
		return "enabled(" + strings.Join(parts, ", ") + ")"
	case name == "true" || name == "false" || name == "deadlock":
		return name
	case name == "place" || name == "transition":
		return strconv.Quote(e.Text)
	case name == "integer-constant" && isNumber(e.Text):
		return e.Text
	}
	e.Fail("this is not understood")
	return ""
}
