package formula

import (
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// The reader of property files of the Model Checking Contest. It writes a property in brim's notation, which Parse
// reads.

// infix has the operators of elements that stand between operands, with the number of these; 0 stands for one or more.
var infix = map[string]struct {
	op       string
	operands int
}{
	"conjunction": {"&", 0}, "disjunction": {"|", 0}, "implication": {"->", 2}, "equivalence": {"<->", 2},
	"exclusive-disjunction": {"<->", 2}, "integer-le": {"<=", 2}, "integer-lt": {"<", 2}, "integer-ge": {">=", 2},
	"integer-gt": {">", 2}, "integer-eq": {"=", 2}, "integer-ne": {"!=", 2}, "integer-neq": {"!=", 2},
	"integer-sum": {"+", 0}, "integer-difference": {"-", 2}, "integer-product": {"*", 0}, "until": {"U", 2},
}

// prefix has the operators of elements with one operand.
var prefix = map[string]string{"negation": "!", "next": "X", "finally": "F", "globally": "G", "before": "", "reach": ""}

// ReadXML reads the property with the given id. What can be read as CTL and as LTL, as one with all-paths on top only,
// is LTL if ltl says so.
func ReadXML(data []byte, file, id string, n *net.Net, ltl bool) (q *Question, err error) {
	root, err := net.ParseXML(data, file)
	if err != nil {
		return nil, err
	}
	defer net.Catch(&err)
	for _, property := range root.Children {
		if name := property.Child("id"); name == nil || name.Text != id {
			continue
		}
		e := property.Child("formula")
		if e == nil {
			property.Fail("expected <formula>")
		}
		if e = e.Only(); e.Name == "place-bound" {
			terms, err := ParseSum(text(e, false), n)
			return &Question{Kind: Bound, Sums: [][]Term{terms}}, err
		}
		f, err := read(e, ltl, n)
		if err != nil {
			if other, err := read(e, !ltl, n); err == nil {
				return &Question{Kind: Truth, Formula: other}, nil
			}
		}
		return &Question{Kind: Truth, Formula: f}, err
	}
	root.Fail("there is no property %q", id)
	return nil, nil
}

func read(e *net.Element, ltl bool, n *net.Net) (f *Formula, err error) {
	defer net.Catch(&err)
	return Parse(text(e, ltl), n)
}

// text returns what e means in brim's notation, in brackets. Of LTL, path quantifiers have a path formula behind them;
// of CTL, one path operator.
func text(e *net.Element, ltl bool) string {
	list := func(separator string) string {
		var parts []string
		for _, c := range e.Children {
			parts = append(parts, text(c, ltl))
		}
		if len(parts) == 0 {
			e.Fail("expected something inside")
		}
		return "(" + strings.Join(parts, separator) + ")"
	}
	if x, ok := infix[e.Name]; ok {
		if x.operands > 0 && len(e.Children) != x.operands {
			e.Fail("found %d operands; expected %d", len(e.Children), x.operands)
		}
		if e.Name == "until" && (e.Children[0].Name != "before" || e.Children[1].Name != "reach") {
			e.Fail("expected <before> and <reach>")
		}
		if e.Name == "exclusive-disjunction" {
			return "(!" + list(x.op) + ")"
		}
		return list(" " + x.op + " ")
	}
	if op, ok := prefix[e.Name]; ok {
		return "(" + op + " " + text(e.Only(), ltl) + ")"
	}
	switch e.Name {
	case "all-paths", "exists-path":
		path := e.Only()
		quantifier := map[string]string{"all-paths": "A", "exists-path": "E"}[e.Name]
		switch {
		case ltl:
			return "(" + quantifier + " (" + text(path, true) + "))"
		case path.Name == "until":
			return quantifier + text(path, false)
		case path.Name == "next" || path.Name == "finally" || path.Name == "globally":
			return "(" + quantifier + prefix[path.Name] + " " + text(path.Only(), false) + ")"
		}
		e.Fail("expected one path operator directly inside")
	case "true", "false", "deadlock":
		return e.Name
	case "is-fireable":
		return "enabled" + list(", ")
	case "tokens-count", "place-bound":
		return list(" + ")
	case "place", "transition":
		return strconv.Quote(e.Text)
	case "integer-constant":
		if !isNumber(strings.TrimPrefix(e.Text, "-")) {
			e.Fail("found %q; expected a number", e.Text)
		}
		return e.Text
	}
	e.Fail("this is not understood")
	return ""
}
