package pnml

import (
	"strconv"

	"brim/internal/printable"
	"brim/petri/coloured"
)

// This file defines the sorts and variables that a document declares.

// maxNesting is how many sorts may be named for a sort that is named for a sort and so on.
const maxNesting = 1000

// define gives a declared sort or variable its index, after those sorts that it is made of.
func (r *reader) define(d *declaration, depth int) (err error) {
	switch {
	case d.state == done:
		return nil
	case d.state == underway:
		return r.Errorf(d.line, "the sort %s is made of itself; expected one made of others", printable.Quote(d.id))
	case depth > maxNesting:
		return r.Errorf(d.line, "the sort %s is nested in %d sorts; expected fewer", printable.Quote(d.id), maxNesting)
	}
	d.state = underway
	b, e := r.coloured.b, d.sort
	if err := r.defineNamed(e, depth); err != nil {
		return err
	}
	switch d.element {
	case "namedsort":
		d.index, err = r.namedSort(d, depth)
	case "partition":
		err = r.definePartition(d, depth)
	case "variabledecl":
		if d.index, err = r.sort(e, depth); err == nil {
			d.index = b.Variable(d.id, d.name, d.index)
			err = r.fault(d.line)
		}
	}
	d.state = done
	return err
}

// defineNamed defines the sorts that a sort names. They come before those that are written inside of it, so that the
// order of all sorts is that of a second reading if the declarations are in the order of the first.
func (r *reader) defineNamed(e *expr, depth int) error {
	for _, a := range e.args {
		if err := r.defineNamed(a, depth); err != nil {
			return err
		}
	}
	if e.element != "usersort" {
		return nil
	}
	named, ok := r.coloured.sorts[e.words[0]]
	if !ok {
		return unknown(r, e, "sort", r.coloured.sorts)
	}
	return r.define(named, depth+1)
}

// sort returns the index of a sort that is written where it is used.
func (r *reader) sort(e *expr, depth int) (int, error) {
	return r.namedSort(&declaration{sort: e}, depth)
}

// namedSort returns the index of a sort with the identifier and name of d.
func (r *reader) namedSort(d *declaration, depth int) (index int, err error) {
	b, e := r.coloured.b, d.sort
	switch e.element {
	case "usersort":
		err := r.defineNamed(e, depth)
		if err != nil {
			return 0, err
		}
		return r.coloured.sorts[e.words[0]].index, nil
	case "dot":
		index = b.Dot(d.id, d.name)
	case "finiteintrange":
		low, high, err := r.bounds(e)
		if err != nil {
			return 0, err
		}
		index = b.Range(d.id, d.name, low, high)
	case "productsort":
		var parts []int
		for _, a := range e.args {
			part, err := r.sort(a, depth+1)
			if err != nil {
				return 0, err
			}
			parts = append(parts, part)
		}
		index = b.Product(d.id, d.name, parts...)
	default:
		if d.id == "" {
			return 0, r.Errorf(e.line, "found <%s> without a name; expected <usersort> and a <namedsort> in the "+
				"declarations", e.element)
		}
		index = r.enumeration(d)
	}
	return index, r.fault(e.line)
}

func (r *reader) bounds(e *expr) (low, high int64, err error) {
	for i, bound := range []*int64{&low, &high} {
		if *bound, err = r.integer(e, i); err != nil {
			return 0, 0, err
		}
	}
	return low, high, nil
}

// integer returns the value of an attribute of e.
func (r *reader) integer(e *expr, word int) (int64, error) {
	v, err := strconv.ParseInt(e.words[word], 10, 64)
	if err != nil {
		err = r.Errorf(e.line, "the %s of <%s> is %s; expected an integer from −2^63 to 2^63−1",
			shapes[e.element].attrs[word], e.element, printable.Quote(e.words[word]))
	}
	return v, err
}

func (r *reader) enumeration(d *declaration) (index int) {
	var list []coloured.Constant
	for _, e := range d.sort.args {
		list = append(list, coloured.Constant{ID: e.words[0], Name: e.words[1]})
	}
	if d.sort.element == "cyclicenumeration" {
		index = r.coloured.b.Cyclic(d.id, d.name, list)
	} else {
		index = r.coloured.b.Finite(d.id, d.name, list)
	}
	for i, c := range list {
		known := r.coloured.constants[c.ID]
		known.sort, known.colour = index, int64(i)
	}
	return index
}

// definePartition defines the partition that d declares: it resolves the members of each block, which must be constants
// of the sort that is divided, and gives the blocks their colours.
func (r *reader) definePartition(d *declaration, depth int) error {
	b := r.coloured.b
	base, err := r.sort(d.sort, depth)
	if err != nil {
		return err
	}
	var blocks []coloured.Constant
	for _, x := range d.elements {
		block := coloured.Constant{ID: x.id, Name: x.name}
		for _, e := range x.members {
			t, err := r.termIn(e, true)
			if err != nil {
				return err
			}
			if t.Op != coloured.Colour || t.Sort == coloured.Open || !b.Same(t.Sort, base) {
				return r.Errorf(e.line, "element %s of partition %s: found <%s>%s; expected constants of the sort "+
					"that is divided",
					printable.Quote(x.id), printable.Quote(d.id), e.element, quoted(e.words[0]))
			}
			block.Members = append(block.Members, t.Value)
		}
		blocks = append(blocks, block)
	}
	d.index = b.Partition(d.id, d.name, base, blocks)
	for i, x := range d.elements {
		x.sort, x.colour = d.index, int64(i)
	}
	return r.fault(d.line)
}

// quoted returns a word behind a blank, "" if there is none.
func quoted(word string) string {
	if word == "" {
		return ""
	}
	return " " + printable.Quote(word)
}
