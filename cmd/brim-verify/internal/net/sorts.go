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

// A symbol is a constant, which is a colour of an enumeration, a variable, or a sort.
type symbol struct {
	sort  *sort
	index int // of the colour; or of the variable, in the sequence of declarations
}

// declarations has what is declared.
type declarations struct {
	symbols   map[string]symbol // by the element that uses them, and id
	variables []*sort
}

const (
	maxSize    = 1 << 40 // of a sort
	maxColours = 1 << 20 // of a range
)

// readDeclarations reads the declarations of a net, each of which may use those before it.
func (doc *document) readDeclarations() *declarations {
	d := &declarations{map[string]symbol{}, nil}
	for _, part := range doc.parts["declaration"] {
		for _, e := range part.Need("structure").Only().Children {
			switch of := d.sort(e.Only()); e.Name {
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
		e.Fail("found the id %q a second time", e.Attr("id"))
	}
	d.symbols[name] = x
}

// sort returns what an element for a sort means.
func (d *declarations) sort(e *Element) *sort {
	s := &sort{kind: e.Name, size: 1}
	switch e.Name {
	case "usersort":
		return d.symbol(e).sort
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
			d.declare(c, "useroperator", symbol{s, i})
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
