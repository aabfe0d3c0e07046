package net

import (
	"fmt"
	"strconv"
)

// The sorts of coloured nets, and their declarations.

// A sort is a finite, ordered set of colours, the numbers from 0 to size−1. A tuple has the number of its components in
// mixed radix, the last one counting most quickly; a range begins with colour 0. Different sorts have different texts.
type sort struct {
	size, start int // start is the first number of a range
	text        string
}

// A symbol is a constant, which is a colour of an enumeration, a variable, or a sort.
type symbol struct {
	sort  sort
	index int // of the colour; or of the variable, in the sequence of declarations
}

// declarations has what is declared.
type declarations struct {
	symbols   map[string]symbol // by the element that uses them, and id
	variables []sort
}

const maxSize = 1 << 40 // of a sort

// readDeclarations reads the declarations of a net, each of which may use those before it.
func (doc *document) readDeclarations() *declarations {
	d := &declarations{map[string]symbol{}, nil}
	for _, part := range doc.parts["declaration"] {
		for _, e := range part.Need("structure").Only().Children {
			switch of := d.sort(e.Only()); e.Name() {
			case "namedsort":
				d.declare(e, "usersort", symbol{of, 0})
			case "variabledecl":
				d.declare(e, "variable", symbol{of, len(d.variables)})
				d.variables = append(d.variables, of)
			default:
				e.Fail("expected a sort or a variable")
			}
		}
	}
	return d
}

// declare notes a symbol that e declares.
func (d *declarations) declare(e *Element, user string, x symbol) {
	name := user + " " + e.Attr("id")
	if _, again := d.symbols[name]; again {
		e.Fail("found this id a second time")
	}
	d.symbols[name] = x
}

// symbol returns the constant, variable or sort that e names.
func (d *declarations) symbol(e *Element) symbol {
	name := e.Attr("refvariable") + e.Attr("declaration")
	x, ok := d.symbols[e.Name()+" "+name]
	if !ok {
		e.Fail("%q is not declared before", name)
	}
	return x
}

// sort returns what an element for a sort means.
func (d *declarations) sort(e *Element) sort {
	s := sort{1, 0, e.Name()}
	switch e.Name() {
	case "usersort":
		return d.symbol(e).sort
	case "dot":
	case "finiteintrange":
		low, high := e.integer("start"), e.integer("end")
		s = sort{high - low + 1, low, fmt.Sprint(low, "..", high)}
	case "cyclicenumeration", "finiteenumeration":
		for _, c := range e.Children {
			s.text += " " + c.Attr("id")
		}
		s.size = len(e.Children)
		for i, c := range e.Children {
			d.declare(c, "useroperator", symbol{s, i})
		}
	case "productsort":
		for _, c := range e.Children {
			part := d.sort(c)
			s.text += "(" + part.text + ")"
			s.size *= min(part.size, maxSize/s.size+1)
		}
	default:
		e.Fail("expected a sort")
	}
	if s.size < 1 || s.size > maxSize {
		e.Fail("expected from 1 to 2^40 colours")
	}
	return s
}

// integer returns the number that is an attribute of e.
func (e *Element) integer(attribute string) int {
	n, err := strconv.Atoi(e.Attr(attribute))
	if err != nil || n < -maxSize || n > maxSize {
		e.Fail("found %s=%q; expected a number", attribute, e.Attr(attribute))
	}
	return n
}
