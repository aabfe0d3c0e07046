package net

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// The sorts of coloured nets, and their declarations.

// A sort is a finite, ordered set of colours, the numbers from 0 to size−1. A tuple has the number of its components in
// mixed radix, the last one counting most quickly.
type sort struct {
	kind  string // the element that declares it, as cyclicenumeration
	size  int
	words []string // what colours are called in names of the unfolding; nil for products
	parts []*sort  // of productsort
}

// A symbol is a constant, which is a colour of an enumeration, or a variable.
type symbol struct {
	sort  *sort
	index int // of the colour; or of the variable, in the sequence of declarations
}

// declarations has what is declared. Sorts may be used before they are declared, and are made when they are used.
type declarations struct {
	declared  map[string]*Element // by id
	sorts     map[*Element]*sort  // those made by now; nil while one is being made
	symbols   map[string]symbol   // by the element that uses them, and id
	variables []*sort
}

const (
	maxSize    = 1 << 40 // of a sort
	maxColours = 1 << 20 // of a range
)

// readDeclarations reads the declarations of a net.
func (doc *document) readDeclarations() *declarations {
	d := &declarations{map[string]*Element{}, map[*Element]*sort{}, map[string]symbol{}, nil}
	var list []*Element
	for _, e := range doc.parts["declaration"] {
		list = append(list, e.Need("structure").Only().Children...)
	}
	for _, e := range list {
		if d.declared[e.Attr("id")] != nil {
			e.Fail("found the id %q a second time", e.Attr("id"))
		}
		d.declared[e.Attr("id")] = e
	}
	for _, e := range list {
		switch of := d.sort(e.Only()); e.Name {
		case "namedsort":
		case "variabledecl":
			d.symbols["variable "+e.Attr("id")] = symbol{of, len(d.variables)}
			d.variables = append(d.variables, of)
		default:
			e.Fail("expected a sort or a variable")
		}
	}
	return d
}

// sort returns what an element for a sort means.
func (d *declarations) sort(e *Element) *sort {
	if s, begun := d.sorts[e]; s != nil {
		return s
	} else if begun {
		e.Fail("this sort is made of itself")
	}
	d.sorts[e] = nil
	s := &sort{kind: e.Name, size: 1}
	switch e.Name {
	case "usersort":
		declared := d.declared[e.Attr("declaration")]
		if declared == nil || declared.Name != "namedsort" {
			e.Fail("there is no sort %q", e.Attr("declaration"))
		}
		s = d.sort(declared.Only())
	case "dot":
		s.words = []string{"_dot"}
	case "finiteintrange":
		low, err := strconv.Atoi(e.Attr("start"))
		high, err2 := strconv.Atoi(e.Attr("end"))
		if err != nil || err2 != nil || low < -maxSize || low > high || high-maxColours > low {
			e.Fail("found the range from %q to %q", e.Attr("start"), e.Attr("end"))
		}
		for i := low; i <= high; i++ {
			s.words = append(s.words, "_"+strconv.Itoa(i))
		}
	case "finiteenumeration", "cyclicenumeration":
		for i, c := range e.Children {
			name := "useroperator " + c.Attr("id")
			if _, again := d.symbols[name]; again || c.Name != "feconstant" {
				c.Fail("expected <feconstant> with a new id")
			}
			d.symbols[name] = symbol{s, i}
		}
		s.words = words(e.Children)
	case "productsort":
		for _, c := range e.Children {
			part := d.sort(c)
			if s.parts = append(s.parts, part); s.size > maxSize/part.size {
				e.Fail("a product of more than 2^40 colours")
			}
			s.size *= part.size
		}
	default:
		e.Fail("expected a sort")
	}
	if s.parts == nil {
		s.size = len(s.words)
	}
	if s.size == 0 {
		e.Fail("expected a colour or more")
	}
	d.sorts[e] = s
	return s
}

// same reports whether two sorts have the same colours.
func (s *sort) same(t *sort) bool {
	return s == t || s.kind == t.kind && slices.Equal(s.words, t.words) &&
		slices.EqualFunc(s.parts, t.parts, (*sort).same)
}

// word returns _ and what a colour is called in names of the unfolding.
func (s *sort) word(colour int) (text string) {
	if s.words != nil {
		return s.words[colour]
	}
	for _, part := range slices.Backward(s.parts) {
		text = part.word(colour%part.size) + text
		colour /= part.size
	}
	return text
}

// words returns the words of the constants of an enumeration: their names, if no two are the same; else their ids, or
// else their positions.
func words(constants []*Element) []string {
	list := make([]string, len(constants))
	for _, attribute := range []string{"name", "id"} {
		seen := map[string]bool{"_": true}
		for i, c := range constants {
			list[i] = "_" + identifier(cmp.Or(c.Attr(attribute), c.Attr("id")))
			seen[list[i]] = true
		}
		if len(seen) == 1+len(list) {
			return list
		}
	}
	for i := range list {
		list[i] = "_" + strconv.Itoa(i)
	}
	return list
}

// identifier returns a text with _ for what no identifier has.
func identifier(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.', c == '-', c == '_':
			return c
		}
		return '_'
	}, strings.TrimSpace(text))
}
