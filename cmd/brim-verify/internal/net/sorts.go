package net

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The sorts of coloured nets, and their declarations.

// A sort is a finite, ordered set of colours, the numbers from 0 to size−1. A tuple has the number of its components in
// mixed radix, the last one counting most quickly.
type sort struct {
	kind  string // the element that declares it, as cyclicenumeration
	size  int64
	low   int64    // of finiteintrange
	parts []*sort  // of productsort
	words []string // of enumerations: what colours are called in names of the unfolding
}

// A constant is a colour of an enumeration, or an element of a partition, which is one of each of its members.
type constant struct {
	sort    *sort
	members []int64 // one for a colour
}

// A variable stands for the colours of its sort.
type variable struct {
	index int // in the sequence of the declarations
	sort  *sort
}

// declarations has what is declared, by id. Sorts may be used before they are declared, and are made when they are
// used.
type declarations struct {
	declared  map[string]*Element // sorts
	sorts     map[string]*sort    // those made by now; nil while one is being made
	constants map[string]*constant
	variables map[string]*variable
}

const maxSize = 1 << 40 // of a sort

// readDeclarations reads the declarations of a net.
func readDeclarations(list []*Element) *declarations {
	d := &declarations{map[string]*Element{}, map[string]*sort{}, map[string]*constant{}, map[string]*variable{}}
	for _, e := range list {
		if _, again := d.declared[e.Attr("id")]; again {
			e.Fail("found the id %q a second time", e.Attr("id"))
		}
		d.declared[e.Attr("id")] = e
	}
	for _, e := range list {
		switch e.Name {
		case "namedsort":
			d.named(e.Attr("id"), e)
		case "variabledecl":
			d.variables[e.Attr("id")] = &variable{len(d.variables), d.sort(e.Only(""))}
		case "partition":
			d.partition(e)
		default:
			e.Fail("expected a sort, a partition or a variable")
		}
	}
	return d
}

// named returns the sort of an id, for the element user.
func (d *declarations) named(id string, user *Element) *sort {
	s, known := d.sorts[id]
	if e := d.declared[id]; !known && e != nil && e.Name == "namedsort" {
		d.sorts[id] = nil
		s = d.sort(e.Only(""))
		d.sorts[id] = s
	}
	if s == nil {
		user.Fail("there is no sort %q, or it is made of itself", id)
	}
	return s
}

// sort returns what an element for a sort means.
func (d *declarations) sort(e *Element) *sort {
	s := &sort{kind: e.Name}
	switch e.Name {
	case "usersort":
		return d.named(e.Attr("declaration"), e)
	case "dot":
		s.size = 1
	case "finiteintrange":
		low, err := strconv.ParseInt(e.Attr("start"), 10, 64)
		high, err2 := strconv.ParseInt(e.Attr("end"), 10, 64)
		if err != nil || err2 != nil || low < -maxSize || high > maxSize {
			e.Fail("found the range from %q to %q", e.Attr("start"), e.Attr("end"))
		}
		s.low, s.size = low, high-low+1
	case "finiteenumeration", "cyclicenumeration":
		s.size = int64(len(e.Children))
		for i, c := range e.Children {
			d.constant(c, "feconstant", &constant{s, []int64{int64(i)}})
		}
		s.words = words(e.Children)
	case "productsort":
		s.size = 1
		for _, c := range e.Children {
			part := d.sort(c)
			if s.parts = append(s.parts, part); s.size > maxSize/part.size {
				e.Fail("%w: a product of more than 2^40 colours", ErrLimit)
			}
			s.size *= part.size
		}
		if len(s.parts) < 2 {
			e.Fail("expected two parts or more")
		}
	default:
		e.Fail("expected a sort")
	}
	if s.size < 1 {
		e.Fail("expected a colour or more")
	}
	return s
}

// constant notes a constant that an element of the given name declares.
func (d *declarations) constant(e *Element, name string, x *constant) {
	if _, again := d.constants[e.Attr("id")]; again || e.Name != name {
		e.Fail("found the id %q; expected <%s> with a new one", e.Attr("id"), name)
	}
	d.constants[e.Attr("id")] = x
}

// partition reads the elements of a partition.
func (d *declarations) partition(e *Element) {
	var base *sort
	for i, c := range e.Children {
		if i == 0 {
			base = d.sort(c)
			continue
		}
		x := &constant{sort: base}
		for _, m := range c.Children {
			if m.Name == "subterm" {
				m = m.Only("")
			}
			of := d.constants[m.Attr("declaration")]
			if m.Name != "useroperator" || of == nil || of.sort != base {
				m.Fail("expected a constant of the sort that is divided")
			}
			x.members = append(x.members, of.members...)
		}
		d.constant(c, "partitionelement", x)
	}
}

// same reports whether two sorts have the same colours.
func (s *sort) same(t *sort) bool {
	return s == t || s.kind == t.kind && s.size == t.size && s.low == t.low && s.words == nil && t.words == nil &&
		slices.EqualFunc(s.parts, t.parts, (*sort).same)
}

// word returns _ and what a colour is called in names of the unfolding.
func (s *sort) word(colour int64) string {
	switch s.kind {
	case "dot":
		return "_dot"
	case "finiteintrange":
		return "_" + strconv.FormatInt(s.low+colour, 10)
	case "productsort":
		text := ""
		for _, part := range slices.Backward(s.parts) {
			text = part.word(colour%part.size) + text
			colour /= part.size
		}
		return text
	}
	return "_" + s.words[colour]
}

// words returns the words of the constants of an enumeration: their names, if no two are the same; else their ids, or
// else their positions.
func words(constants []*Element) []string {
	list := make([]string, len(constants))
	for _, attribute := range []string{"name", "id"} {
		seen := map[string]bool{"": true}
		for i, c := range constants {
			list[i] = identifier(cmp.Or(c.Attr(attribute), c.Attr("id")))
			seen[list[i]] = true
		}
		if len(seen) == 1+len(list) {
			return list
		}
	}
	for i := range list {
		list[i] = strconv.Itoa(i)
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

// A bag is a multiset of colours: how often each is there.
type bag map[int64]int64

// give adds c, k·l times, or leaves with a mistake if that is too often.
func (b bag) give(e *Element, c, k, l int64) {
	if k > 0 && l > math.MaxInt64/k || b[c] > math.MaxInt64-k*l || len(b) > maxBag {
		e.Fail("%w: a multiset is too large", ErrLimit)
	}
	if k*l > 0 {
		b[c] += k * l
	}
}
