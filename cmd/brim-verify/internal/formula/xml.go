package formula

import (
	"strconv"

	"brim/cmd/brim-verify/internal/net"
)

// The reader of property files of the Model Checking Contest.

// connectives has the operators of elements, with their number of operands; 0 stands for one or more.
var connectives = map[string]struct {
	op       string
	operands int
}{
	"negation": {"!", 1}, "conjunction": {"&", 0}, "disjunction": {"|", 0}, "implication": {"->", 2},
	"equivalence": {"<->", 2}, "exclusive-disjunction": {"<->", 2},
}

var relations = map[string]string{"integer-le": "<=", "integer-lt": "<", "integer-ge": ">=", "integer-gt": ">",
	"integer-eq": "=", "integer-ne": "!=", "integer-neq": "!="}

var pathElements = map[string]string{"next": "X", "finally": "F", "globally": "G", "until": "U"}

// ReadXML reads the property with the given id. What is a formula of CTL as well as of LTL, as one without next that has
// all-paths on top only, is LTL if ltl says so, or if the file has formulas that only LTL has and none that only CTL has.
func ReadXML(data []byte, file, id string, n *net.Net, ltl bool) (*Question, error) {
	root, err := net.ParseXML(data, file)
	if err != nil {
		return nil, err
	}
	if root.Name != "property-set" {
		return nil, root.Errorf("found <%s>; expected <property-set>", root.Name)
	}
	r := &xmlReader{net: n}
	var found *net.Element
	onlyLTL, onlyCTL := false, false
	for _, e := range root.Children {
		f, name := e.Child("formula"), e.Child("id")
		if name == nil {
			return nil, e.Errorf("found a property without <id>")
		}
		if name.Text == id {
			if found != nil {
				return nil, e.Errorf("found a second property %q", id)
			}
			found = e
		}
		if f == nil || len(f.Children) != 1 || f.Children[0].Name == "place-bound" {
			continue
		}
		if m, err := r.formula(f.Children[0]); err == nil { // errors of other properties are no matter
			onlyLTL, onlyCTL = onlyLTL || m.f == nil, onlyCTL || m.run == nil && m.branching && !m.linear
		}
	}
	if found == nil {
		return nil, root.Errorf("no property %q", id)
	}
	f := found.Child("formula")
	if f == nil || len(f.Children) != 1 {
		return nil, found.Errorf("no <formula> with one element in it")
	}
	e := f.Children[0]
	if e.Name == "place-bound" {
		s, err := r.integer(e)
		if err != nil {
			return nil, err
		}
		return boundOf(s.terms)
	}
	m, err := r.formula(e)
	if err != nil {
		return nil, err
	}
	goal := m.question(ltl || onlyLTL && !onlyCTL)
	if goal == nil {
		return nil, e.Errorf("found path operators without a path quantifier before them")
	}
	return &Question{Kind: Truth, Formula: goal}, nil
}

// An xmlReader turns elements into formulas and sums.
type xmlReader struct{ net *net.Net }

// formula reads a formula of a state or of a path.
func (r *xmlReader) formula(e *net.Element) (m reading, err error) {
	if c, ok := connectives[e.Name]; ok {
		args, err := r.formulas(e, c.operands)
		if err != nil {
			return m, err
		}
		m = connected(c.op, args...)
		if e.Name == "exclusive-disjunction" {
			m = connected("!", m)
		}
		return m, r.meaningful(e, m)
	}
	if op, ok := pathElements[e.Name]; ok {
		operands, parent := 1, e
		if op == "U" { // each operand has an element of its own
			if len(e.Children) != 2 || e.Children[0].Name != "before" || e.Children[1].Name != "reach" {
				return m, e.Errorf("found <until> without <before> and <reach>")
			}
			parent = &net.Element{Children: append(append([]*net.Element(nil), e.Children[0].Children...), e.Children[1].Children...)}
			if operands = 2; len(e.Children[0].Children) != 1 {
				return m, e.Children[0].Errorf("found %d formulas; expected 1", len(e.Children[0].Children))
			}
		}
		args, err := r.formulas(parent, operands)
		if err != nil {
			return m, err
		}
		m = pathFormula(op, args...)
		return m, r.meaningful(e, m)
	}
	switch e.Name {
	case "all-paths", "exists-path":
		args, err := r.formulas(e, 1)
		if err != nil {
			return m, err
		}
		m = args[0].quantify(map[string]string{"all-paths": "A", "exists-path": "E"}[e.Name])
		return m, r.meaningful(e, m)
	}
	m.f, err = r.atom(e)
	return m, err
}

// meaningful returns an error if m means nothing.
func (r *xmlReader) meaningful(e *net.Element, m reading) error {
	if m.f == nil && m.run == nil || connectives[e.Name].op == "<->" && m.large() {
		return e.Errorf("found <%s> over formulas that are neither CTL nor LTL together, or too large", e.Name)
	}
	return nil
}

// formulas reads the children of e; operands is how many there have to be, 0 for one or more.
func (r *xmlReader) formulas(e *net.Element, operands int) (list []reading, err error) {
	if len(e.Children) == 0 || operands > 0 && len(e.Children) != operands {
		return nil, e.Errorf("found %d operands in <%s>; expected %d (0: some)", len(e.Children), e.Name, operands)
	}
	for _, c := range e.Children {
		m, err := r.formula(c)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// atom reads a formula without operators.
func (r *xmlReader) atom(e *net.Element) (*Formula, error) {
	if relation, ok := relations[e.Name]; ok {
		if len(e.Children) != 2 {
			return nil, e.Errorf("found %d operands in <%s>; expected 2", len(e.Children), e.Name)
		}
		left, err := r.integer(e.Children[0])
		if err != nil {
			return nil, err
		}
		right, err := r.integer(e.Children[1])
		if err != nil {
			return nil, err
		}
		f, err := compare(left, relation, right)
		if err != nil {
			return nil, e.Errorf("%v", err)
		}
		return f, nil
	}
	switch e.Name {
	case "true", "false":
		return Constant(e.Name == "true"), nil
	case "deadlock":
		return NewDeadlock(), nil
	case "is-fireable":
		ts, err := references(e, "transition", r.net.TransitionNamed)
		return NewEnabled(ts), err
	}
	return nil, e.Errorf("<%s> is not understood; expected a formula", e.Name)
}

// references reads the children of e as names.
func references(e *net.Element, kind string, named map[string][]int) (list []int, err error) {
	for _, c := range e.Children {
		indices, ok := named[c.Text]
		if c.Name != kind || !ok {
			return nil, c.Errorf("found <%s> %q; expected the id of a %s", c.Name, c.Text, kind)
		}
		list = append(list, indices...)
	}
	if len(e.Children) == 0 {
		return nil, e.Errorf("<%s> is empty; expected <%s>", e.Name, kind)
	}
	return list, nil
}

// integer reads a sum.
func (r *xmlReader) integer(e *net.Element) (*sum, error) {
	switch e.Name {
	case "integer-constant":
		c, err := strconv.ParseInt(e.Text, 10, 64)
		if err != nil || c == -c && c != 0 {
			return nil, e.Errorf("found %q; expected an integer within ±(2^63-1)", e.Text)
		}
		return &sum{number: c}, nil
	case "tokens-count", "place-bound":
		places, err := references(e, "place", r.net.PlaceNamed)
		return tokens(places), err
	case "integer-sum", "integer-difference", "integer-product":
		return r.arithmetic(e)
	}
	return nil, e.Errorf("<%s> is not understood; expected an integer", e.Name)
}

// arithmetic reads a sum, a difference or a product.
func (r *xmlReader) arithmetic(e *net.Element) (*sum, error) {
	var s *sum
	for i, c := range e.Children {
		t, err := r.integer(c)
		if err != nil {
			return nil, err
		}
		fits := true
		switch {
		case i == 0:
			s = t
		case e.Name == "integer-sum":
			s, fits = s.plus(t)
		case e.Name == "integer-difference":
			if t, fits = t.times(-1); fits {
				s, fits = s.plus(t)
			}
		case len(s.terms) > 0 && len(t.terms) > 0:
			return nil, c.Errorf("found a product of places; expected a number as one factor")
		case len(s.terms) > 0:
			s, fits = s.times(t.number)
		default:
			s, fits = t.times(s.number)
		}
		if !fits {
			return nil, c.Errorf("%v", ErrOverflow)
		}
	}
	if s == nil || e.Name == "integer-difference" && len(e.Children) != 2 {
		return nil, e.Errorf("found %d operands in <%s>", len(e.Children), e.Name)
	}
	return s, nil
}
