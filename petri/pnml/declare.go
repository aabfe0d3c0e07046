package pnml

import (
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
		err = r.Errorf(line, "the declaration has no <structure>; expected declarations in one, since a <text> is "+
			"for people")
	}
	return err
}

// declared reads the declaration of a sort, a partition or a variable, and enters it under its id, which must be new.
// The sort is kept as an expression until the end of the document.
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
		return r.Errorf(d.line, "the id %s is taken by the %s in line %d; expected another id", printable.Quote(d.id),
			kind, old.line)
	}
	known[d.id] = d
	*list = append(*list, d)
	// files of the contest have text behind a sort that is named
	err = r.Mixed(r.ours(func(el xmlscan.Element) (err error) {
		if el.Name == "partitionelement" && d.element == "partition" {
			return r.partitionElement(d, el)
		}
		if d.sort != nil {
			return r.Errorf(r.Line(), "<%s> %s has a second sort, <%s>; expected one", d.element, printable.Quote(d.id),
				el.Name)
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
		return r.Errorf(x.line, "the id %s is taken by the constant in line %d; expected another id",
			printable.Quote(x.id), old.line)
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
