package pnml

import (
	"strconv"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri/coloured"
)

// A declaration is a sort or a variable as it is declared.
type declaration struct {
	element  string // namedsort, partition or variabledecl
	id, name string
	line     int
	sort     *expr // that is named, that is divided, or that of the variable
	elements []*constant
	state    resolution
	index    int // of the sort or variable
}

// A constant is an feconstant, or an element of a partition.
type constant struct {
	id, name string
	line     int
	members  []*expr // of an element
	sort     int     // index, Open before that sort is defined
	colour   int64
}

// maxNesting is how many sorts may be named for a sort that is named for a sort and so on.
const maxNesting = 1000

func newSymmetric() *symmetric {
	return &symmetric{
		sorts: map[string]*declaration{}, variables: map[string]*declaration{}, constants: map[string]*constant{},
		lines: map[any]int{},
	}
}

// declaration reads what is declared, all of it in the element declarations of the structure.
func (r *reader) declaration() error {
	line, seen := r.Line(), false
	err := r.each(func(el xmlscan.Element) error {
		if el.Name == "text" {
			return r.Skip()
		}
		if el.Name != "structure" {
			return r.label(el, owner{kind: aNet}, "a structure")
		}
		seen = true
		return r.each(func(el xmlscan.Element) error {
			if el.Name != "declarations" {
				return r.Errorf(r.Line(), "found <%s> in the declaration; expected <declarations>", el.Name)
			}
			return r.each(r.declared)
		})
	})
	if err == nil && !seen {
		err = r.Errorf(line, "the declaration has no <structure>; expected declarations in one, since a <text> is for people")
	}
	return err
}

// declared reads the declaration of a sort or a variable.
func (r *reader) declared(el xmlscan.Element) error {
	c := r.coloured
	d := &declaration{element: el.Name, line: r.Line()}
	known, list, kind := c.sorts, &c.sortList, "sort"
	switch el.Name {
	case "namedsort", "partition":
	case "variabledecl":
		known, list, kind = c.variables, &c.variableList, "variable"
	default:
		return r.Errorf(d.line, "found <%s> in the declarations; expected namedsort, partition or variabledecl%s",
			el.Name, suggest(el.Name, []string{"namedsort", "partition", "variabledecl"}))
	}
	var err error
	if d.id, d.name, err = r.named(el); err != nil {
		return err
	}
	if old, twice := known[d.id]; twice {
		return r.Errorf(d.line, "the id %s is taken by the %s in line %d; expected another id", printable.Quote(d.id), kind, old.line)
	}
	known[d.id] = d
	*list = append(*list, d)
	// files of the contest have text behind a sort that is named
	err = r.Mixed(r.ours(func(el xmlscan.Element) (err error) {
		if el.Name == "partitionelement" && d.element == "partition" {
			return r.partitionElement(d, el)
		}
		if d.sort != nil {
			return r.Errorf(r.Line(), "<%s> %s has a second sort, <%s>; expected one", d.element, printable.Quote(d.id), el.Name)
		}
		d.sort, err = r.expr(el, aSort, owner{aDeclaration, d.id})
		return err
	}))
	switch {
	case err != nil:
		return err
	case d.sort == nil:
		return r.Errorf(d.line, "<%s> %s has no sort; expected one", d.element, printable.Quote(d.id))
	case d.element == "namedsort":
		return r.enumerate(d.sort)
	}
	return nil
}

// named returns the id and the name of a start tag that has just these attributes.
func (r *reader) named(el xmlscan.Element) (id, name string, err error) {
	if err := r.checkAttributes(el, "id", "name"); err != nil {
		return "", "", err
	}
	id, _ = el.Attr("id")
	name, _ = el.Attr("name")
	if id == "" {
		err = r.Errorf(r.Line(), "<%s> has no id; expected one", el.Name)
	}
	return id, name, err
}

// enumerate notes the constants of a sort that is an enumeration.
func (r *reader) enumerate(sort *expr) error {
	for _, e := range sort.args {
		if e.element != "feconstant" {
			return nil
		}
		if err := r.constant(&constant{id: e.words[0], name: e.words[1], line: e.line}); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) constant(x *constant) error {
	if x.id == "" {
		return r.Errorf(x.line, "<feconstant> has no id; expected one")
	}
	if old, twice := r.coloured.constants[x.id]; twice {
		return r.Errorf(x.line, "the id %s is taken by the constant in line %d; expected another id", printable.Quote(x.id), old.line)
	}
	x.sort = coloured.Open
	r.coloured.constants[x.id] = x
	return nil
}

func (r *reader) partitionElement(d *declaration, el xmlscan.Element) error {
	x := &constant{line: r.Line()}
	var err error
	if x.id, x.name, err = r.named(el); err != nil {
		return err
	}
	member := func(el xmlscan.Element) error {
		e, err := r.expr(el, aTerm, owner{aDeclaration, x.id})
		x.members = append(x.members, e)
		return err
	}
	err = r.each(func(el xmlscan.Element) error {
		if el.Name == "subterm" {
			return r.each(member)
		}
		return member(el)
	})
	if err != nil {
		return err
	}
	d.elements = append(d.elements, x)
	return r.constant(x)
}

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
			return 0, r.Errorf(e.line, "found <%s> without a name; expected <usersort> and a <namedsort> in the declarations", e.element)
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
				return r.Errorf(e.line, "element %s of partition %s: found <%s>%s; expected constants of the sort that is divided",
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
