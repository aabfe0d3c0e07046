package net

import (
	"math"
	"slices"
	"strconv"
)

// The sorts of coloured nets, and their declarations.

// A sort is a finite, ordered set of colours, the numbers from 0 to size−1. A tuple has the number of its components in
// mixed radix, the last one counting most quickly.
type sort struct {
	kind      string // the element that declares it, as cyclicenumeration
	size      int64
	constants []*constant // of enumerations
	low       int64       // of finiteintrange
	parts     []*sort     // of productsort
}

// A constant is a colour of an enumeration, or an element of a partition, which is one of each of its members.
type constant struct {
	id, name string
	sort     *sort
	members  []int64 // one for a colour
}

// A variable stands for the colours of its sort.
type variable struct {
	index int // in the sequence of the declarations
	sort  *sort
}

// declarations has what is declared, by id. Sorts may be used before they are declared, and are made when they are used.
type declarations struct {
	declared  map[string]*Element // sorts
	sorts     map[string]*sort    // those made by now; nil while one is being made
	constants map[string]*constant
	variables map[string]*variable
}

const maxSize = 1 << 40 // of a sort

// readDeclarations reads the declarations of a net.
func readDeclarations(list []*Element) (*declarations, error) {
	d := &declarations{map[string]*Element{}, map[string]*sort{}, map[string]*constant{}, map[string]*variable{}}
	var all []*Element
	for _, e := range list {
		structure, err := e.label("structure", "text")
		if err != nil {
			return nil, err
		}
		if structure == nil || len(structure.Children) != 1 || structure.Children[0].Name != "declarations" {
			return nil, e.Errorf("found a declaration without <structure> and <declarations>")
		}
		all = append(all, structure.Children[0].Children...)
	}
	for _, e := range all {
		id := e.Attr("id")
		if e.Name == "variabledecl" {
			continue
		}
		if _, again := d.declared[id]; again || id == "" {
			return nil, e.Errorf("found the id %q, empty or a second time; expected another one", id)
		}
		d.declared[id] = e
	}
	for _, e := range all {
		if e.Name != "variabledecl" {
			if _, err := d.named(e.Attr("id"), e); err != nil {
				return nil, err
			}
		}
	}
	for _, e := range all {
		if e.Name != "variabledecl" {
			continue
		}
		id := e.Attr("id")
		if _, again := d.variables[id]; again || len(e.Children) != 1 {
			return nil, e.Errorf("found a variable %q without a sort, or a second time", id)
		}
		s, err := d.sort(e.Children[0])
		if err != nil {
			return nil, err
		}
		d.variables[id] = &variable{len(d.variables), s}
	}
	return d, nil
}

// named returns the sort of an id, for the element user.
func (d *declarations) named(id string, user *Element) (*sort, error) {
	if s, known := d.sorts[id]; s != nil {
		return s, nil
	} else if known {
		return nil, user.Errorf("the sort %q is made of itself", id)
	}
	e := d.declared[id]
	if e == nil {
		return nil, user.Errorf("there is no sort %q", id)
	}
	d.sorts[id] = nil
	var s *sort
	var err error
	switch {
	case e.Name == "namedsort" && len(e.Children) == 1:
		s, err = d.sort(e.Children[0])
	case e.Name == "partition" && len(e.Children) > 1:
		s, err = d.partition(e)
	default:
		err = e.Errorf("found <%s> with %d elements; expected a sort, a partition or a variable", e.Name, len(e.Children))
	}
	if err != nil {
		return nil, err
	}
	d.sorts[id] = s
	return s, nil
}

// sort returns what an element for a sort means.
func (d *declarations) sort(e *Element) (*sort, error) {
	s := &sort{kind: e.Name}
	switch e.Name {
	case "usersort":
		return d.named(e.Attr("declaration"), e)
	case "dot":
		s.size = 1
	case "finiteintrange":
		low, err := strconv.ParseInt(e.Attr("start"), 10, 64)
		high, err2 := strconv.ParseInt(e.Attr("end"), 10, 64)
		if err != nil || err2 != nil || low > high || low < -maxSize || high > maxSize {
			return nil, e.Errorf("found a range from %q to %q", e.Attr("start"), e.Attr("end"))
		}
		s.low, s.size = low, high-low+1
	case "finiteenumeration", "cyclicenumeration":
		for _, c := range e.Children {
			if c.Name != "feconstant" {
				return nil, c.Errorf("found <%s>; expected <feconstant>", c.Name)
			}
			x := &constant{sort: s, members: []int64{int64(len(s.constants))}}
			if err := d.constant(c, x); err != nil {
				return nil, err
			}
			s.constants = append(s.constants, x)
		}
		s.size = int64(len(s.constants))
	case "productsort":
		s.size = 1
		for _, c := range e.Children {
			part, err := d.sort(c)
			if err != nil {
				return nil, err
			}
			if s.parts = append(s.parts, part); s.size > maxSize/part.size {
				return nil, e.Errorf("found a product of more than 2^40 colours")
			}
			s.size *= part.size
		}
	default:
		return nil, e.Errorf("found <%s>; expected a sort", e.Name)
	}
	if s.size == 0 || s.kind == "productsort" && len(s.parts) < 2 {
		return nil, e.Errorf("found <%s> with %d elements; expected more", e.Name, len(e.Children))
	}
	return s, nil
}

// constant notes a constant of an element with an id and a name.
func (d *declarations) constant(e *Element, x *constant) error {
	x.id, x.name = e.Attr("id"), e.Attr("name")
	if _, again := d.constants[x.id]; again || x.id == "" {
		return e.Errorf("found the id %q, empty or a second time; expected another one", x.id)
	}
	d.constants[x.id] = x
	return nil
}

// partition reads the elements of a partition. As a sort it is of no use here.
func (d *declarations) partition(e *Element) (*sort, error) {
	base, err := d.sort(e.Children[0])
	if err != nil {
		return nil, err
	}
	for _, c := range e.Children[1:] {
		x := &constant{sort: base}
		for _, m := range c.Children {
			if m.Name == "subterm" && len(m.Children) == 1 {
				m = m.Children[0]
			}
			of := d.constants[m.Attr("declaration")]
			if c.Name != "partitionelement" || m.Name != "useroperator" || of == nil || of.sort != base {
				return nil, m.Errorf("found <%s>; expected a partition element with constants of the sort that is divided", m.Name)
			}
			x.members = append(x.members, of.members...)
		}
		if err := d.constant(c, x); err != nil {
			return nil, err
		}
	}
	return &sort{kind: "partition", size: int64(len(e.Children) - 1)}, nil
}

// same reports whether two sorts have the same colours.
func (s *sort) same(t *sort) bool {
	if s == t {
		return true
	}
	return s.kind == t.kind && s.size == t.size && s.low == t.low && s.constants == nil && t.constants == nil &&
		s.kind != "partition" && slices.EqualFunc(s.parts, t.parts, (*sort).same)
}

// A bag is a multiset of colours: how often each is there.
type bag map[int64]int64

// give adds c, k times; it reports whether the number is below 2^63.
func (b bag) give(c, k int64) bool {
	fits := b[c] <= math.MaxInt64-k
	b[c] += k
	return fits
}
