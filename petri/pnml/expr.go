package pnml

import (
	"slices"
	"strings"

	"brim/internal/xmlscan"
)

// An expr is a term, a condition or a sort of a coloured net as it stands in the document. What its names stand for is
// found at the document's end, since declarations may follow their use.
type expr struct {
	element string
	words   [2]string // the attributes that shapes lists for the element, in that order
	line    int
	args    []*expr // children, in case of terms and conditions those of subterms
}

// A role is what an element may be.
type role uint8

const (
	noRole role = iota
	aTerm
	aCondition
	aSort
	aConstant // of an enumeration
	aNumber   // of a numberof
	aNumberSort
)

func (r role) String() string {
	return [...]string{"nothing", "a term", "a condition", "a sort", "a constant", "a number",
		"the sort of a number"}[r]
}

// A shape says what an element of a term, a condition or a sort looks like.
type shape struct {
	role        role
	attrs       []string
	of          role // of the children
	least, most int  // how many
}

// several is a number of children without a limit.
const several = 1 << 30

// shapes has the elements of symmetric nets by their names.
var shapes = map[string]shape{
	"variable":               {role: aTerm, attrs: []string{"refvariable"}},
	"useroperator":           {role: aTerm, attrs: []string{"declaration"}},
	"dotconstant":            {role: aTerm},
	"finiteintrangeconstant": {aTerm, []string{"value"}, aSort, 1, 1},
	"numberof":               {aTerm, nil, aTerm, 2, 2},
	"add":                    {aTerm, nil, aTerm, 1, several},
	"subtract":               {aTerm, nil, aTerm, 1, several},
	"tuple":                  {aTerm, nil, aTerm, 1, several},
	"all":                    {aTerm, nil, aSort, 1, 1},
	"empty":                  {aTerm, nil, aSort, 1, 1},
	"successor":              {aTerm, nil, aTerm, 1, 1},
	"predecessor":            {aTerm, nil, aTerm, 1, 1},
	"partitionelementof":     {aTerm, []string{"refpartition"}, aTerm, 1, 1},

	"numberconstant": {aNumber, []string{"value"}, aNumberSort, 0, 1},
	"positive":       {role: aNumberSort},
	"natural":        {role: aNumberSort},
	"integer":        {role: aNumberSort},

	"booleanconstant":    {role: aCondition, attrs: []string{"value"}},
	"and":                {aCondition, nil, aCondition, 1, several},
	"or":                 {aCondition, nil, aCondition, 1, several},
	"not":                {aCondition, nil, aCondition, 1, 1},
	"imply":              {aCondition, nil, aCondition, 2, 2},
	"equality":           {aCondition, nil, aTerm, 2, 2},
	"inequality":         {aCondition, nil, aTerm, 2, 2},
	"lessthan":           {aCondition, nil, aTerm, 2, 2},
	"lessthanorequal":    {aCondition, nil, aTerm, 2, 2},
	"greaterthan":        {aCondition, nil, aTerm, 2, 2},
	"greaterthanorequal": {aCondition, nil, aTerm, 2, 2},
	"ltp":                {aCondition, nil, aTerm, 2, 2},
	"gtp":                {aCondition, nil, aTerm, 2, 2},

	"usersort":          {role: aSort, attrs: []string{"declaration"}},
	"dot":               {role: aSort},
	"finiteintrange":    {role: aSort, attrs: []string{"start", "end"}},
	"productsort":       {aSort, nil, aSort, 0, several}, // coloured.Builder wants two
	"finiteenumeration": {aSort, nil, aConstant, 0, several},
	"cyclicenumeration": {aSort, nil, aConstant, 0, several},
	"feconstant":        {role: aConstant, attrs: []string{"id", "name"}},
}

// elementsOf lists the elements of a role, in alphabetical order.
func elementsOf(of role) []string {
	var list []string
	for name, s := range shapes {
		if s.role == of {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// expr reads el as an expression of the given role: it checks the name, the attributes and the number and roles of the
// children against the table shapes.
func (r *reader) expr(el xmlscan.Element, as role, in owner) (*expr, error) {
	s, known := shapes[el.Name]
	if !known || s.role != as && !(s.role == aNumber && as == aTerm) {
		list := elementsOf(as)
		return nil, r.Errorf(r.Line(), "found <%s> in %v; expected %v, one of %s%s", el.Name, in, as,
			strings.Join(list, ", "), suggest(el.Name, list))
	}
	e := &expr{element: el.Name, line: r.Line()}
	if err := r.checkAttributes(el, s.attrs...); err != nil {
		return nil, err
	}
	for i, attr := range s.attrs {
		word, ok := el.Attr(attr)
		if !ok && attr != "name" {
			return nil, r.Errorf(e.line, "<%s> has no %s; expected one", e.element, attr)
		}
		e.words[i] = word
	}
	if s.of == noRole {
		return e, r.each(func(child xmlscan.Element) error {
			return r.Errorf(r.Line(), "found <%s> inside <%s>; expected nothing", child.Name, e.element)
		})
	}
	one, many := "child", "children"
	read := func(child xmlscan.Element) error {
		x, err := r.expr(child, s.of, in)
		e.args = append(e.args, x)
		return err
	}
	if s.of == aTerm || s.of == aCondition {
		one, many = "subterm", "subterms"
		inside := read
		read = func(child xmlscan.Element) error {
			if child.Name != "subterm" {
				return r.Errorf(r.Line(), "found <%s> inside <%s>; expected <subterm>", child.Name, e.element)
			}
			line, before := r.Line(), len(e.args)
			if err := r.each(inside); err != nil {
				return err
			}
			if n := len(e.args) - before; n != 1 {
				return r.Errorf(line, "<subterm> inside <%s> has %d children; expected one", e.element, n)
			}
			return nil
		}
	}
	if err := r.each(read); err != nil {
		return nil, err
	}
	if n := len(e.args); n < s.least || n > s.most {
		expected := "none"
		switch {
		case s.most == several:
			expected = "one at least"
		case s.most > 0:
			expected = [...]string{"at most one", "one", "two"}[s.least]
		}
		if n == 1 {
			many = one
		}
		return nil, r.Errorf(e.line, "<%s> has %d %s; expected %s", e.element, n, many, expected)
	}
	return e, nil
}

// structured reads a label of in and returns the expression in its child <structure>, which must be there once and have
// the given role. The <text> beside it is skipped: it is for people.
func (r *reader) structured(label string, as role, in owner) (*expr, error) {
	line := r.Line()
	var found *expr
	seen := 0
	err := r.each(func(el xmlscan.Element) error {
		switch el.Name {
		case "text":
			return r.Skip()
		case "structure":
			seen++
			return r.each(func(el xmlscan.Element) (err error) {
				if found != nil {
					return r.Errorf(r.Line(), "the %s of %v has a second child of <structure>, <%s>; expected one",
						label, in, el.Name)
				}
				found, err = r.expr(el, as, in)
				return err
			})
		}
		return r.label(el, in, "a structure")
	})
	switch {
	case err != nil:
		return nil, err
	case seen == 0:
		return nil, r.Errorf(line, "the %s of %v has no <structure>; expected %v in one, since a <text> is for people",
			label, in, as)
	case seen > 1:
		return nil, r.Errorf(line, "the %s of %v has %d <structure>; expected one", label, in, seen)
	case found == nil:
		return nil, r.Errorf(line, "the <structure> of the %s of %v is empty; expected %v", label, in, as)
	}
	return found, nil
}
