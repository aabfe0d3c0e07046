package pnml

import (
	"iter"
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri"
)

// A structure is the tree of units as it stands in the document. Names of places
// and units stay unresolved until the document's end.
type structure struct {
	root  string
	safe  bool
	line  int
	units []unit
	sizes []promise
}

// A promise is a number of things that the file says it has.
type promise struct {
	what, number string
	line         int
}

type unit struct {
	id          string
	places, sub []string // lists of names with blanks between
	line        int
}

// toolNUPN reads the toolspecific part of the tool nupn, in whatever namespace.
func (r *reader) toolNUPN() error {
	var sizes []promise
	err := r.Each(func(el xmlscan.Element) error {
		switch {
		case el.Name == "size":
			for _, what := range []string{"places", "transitions", "arcs"} {
				sizes = r.promise(sizes, el, what)
			}
			return r.Skip()
		case el.Name != "structure":
			return r.Skip()
		case r.nupn != nil:
			return r.Errorf(r.Line(), "found a second structure of units, the first is in line %d; expected one",
				r.nupn.line)
		}
		return r.structure(el)
	})
	if err == nil && r.nupn != nil {
		r.nupn.sizes = append(r.nupn.sizes, sizes...)
	}
	return err
}

// promise appends the attribute called what of el, if it has one.
func (r *reader) promise(to []promise, el xmlscan.Element, what string) []promise {
	if number, ok := el.Attr(what); ok {
		to = append(to, promise{what, number, r.Line()})
	}
	return to
}

func (r *reader) structure(el xmlscan.Element) error {
	s := &structure{line: r.Line()}
	r.nupn = s
	s.root, _ = el.Attr("root")
	s.sizes = r.promise(s.sizes, el, "units")
	switch safe, _ := el.Attr("safe"); safe {
	case "true":
		s.safe = true
	case "false", "":
	default:
		return r.Errorf(r.Line(), "the units are safe=%s; expected true or false", printable.Quote(safe))
	}
	return r.Each(func(el xmlscan.Element) error {
		if el.Name == "unit" {
			return r.unit(s, el)
		}
		return r.Skip()
	})
}

func (r *reader) unit(s *structure, el xmlscan.Element) error {
	u := unit{line: r.Line()}
	u.id, _ = el.Attr("id")
	if !isWord(u.id) {
		return r.Errorf(u.line, "a unit has the id %s; expected a word without blanks", printable.Quote(u.id))
	}
	err := r.Each(func(el xmlscan.Element) error {
		switch el.Name {
		case "places":
			return r.names(&u.places)
		case "subunits":
			return r.names(&u.sub)
		}
		return r.Skip()
	})
	s.units = append(s.units, u)
	return err
}

// names appends the content of the current element to lists.
func (r *reader) names(lists *[]string) error {
	text, err := r.Content()
	*lists = append(*lists, string(text))
	return err
}

// words yields the names in lists.
func words(lists []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, list := range lists {
			for name := range strings.FieldsSeq(list) {
				if !yield(name) {
					return
				}
			}
		}
	}
}

// meant returns the end of a message about an unknown unit.
func (s *structure) meant(id string) string {
	var ids []string
	for _, u := range s.units {
		ids = append(ids, u.id)
	}
	return suggest(id, ids)
}

// isWord reports whether name can stand in a list with blanks between.
func isWord(name string) bool {
	words := strings.Fields(name)
	return len(words) == 1 && words[0] == name
}

// units resolves the names of places and units in the structure and returns the units. The error says which name is
// unknown or occurs twice, or that the units are no tree.
func (r *reader) units() (*petri.Units, error) {
	s := r.nupn
	index := make(map[string]int, len(s.units))
	for i, u := range s.units {
		if first, dup := index[u.id]; dup {
			return nil, r.Errorf(u.line, "the unit id %s is taken by the unit in line %d; expected another id",
				printable.Quote(u.id), s.units[first].line)
		}
		index[u.id] = i
	}
	root, ok := index[s.root]
	if !ok {
		return nil, r.Errorf(s.line, "no unit has the id %s; expected the root of the units%s", printable.Quote(s.root),
			s.meant(s.root))
	}
	out := &petri.Units{Root: root, Safe: s.safe, List: make([]petri.Unit, len(s.units))}
	inUnit := make([]bool, len(r.places))
	hasParent := make([]bool, len(s.units))
	hasParent[root] = true
	for i, u := range s.units {
		out.List[i].Name = u.id
		for name := range words(u.places) {
			n, ok := r.node(name)
			if !ok || n.kind != aPlace {
				return nil, r.Errorf(u.line, "unit %s: no place has the id %s; expected ids of places%s",
					printable.Quote(u.id), printable.Quote(name), r.meant(name, aPlace))
			}
			if inUnit[n.index] {
				return nil, r.Errorf(u.line, "unit %s: place %s is in a unit already; expected each place once",
					printable.Quote(u.id), printable.Quote(name))
			}
			inUnit[n.index] = true
			out.List[i].Places = append(out.List[i].Places, n.index)
		}
		for name := range words(u.sub) {
			sub, ok := index[name]
			if !ok {
				return nil, r.Errorf(u.line, "unit %s: no unit has the id %s; expected ids of units%s",
					printable.Quote(u.id), printable.Quote(name), s.meant(name))
			}
			if hasParent[sub] {
				return nil, r.Errorf(u.line, "unit %s: unit %s is the root or in a unit already; expected a tree",
					printable.Quote(u.id), printable.Quote(name))
			}
			hasParent[sub] = true
			out.List[i].Sub = append(out.List[i].Sub, sub)
		}
	}
	for i, below := range out.Below(root) {
		if !below {
			return nil, r.Errorf(s.units[i].line, "unit %s is not below the root %s; expected a tree",
				printable.Quote(s.units[i].id), printable.Quote(s.root))
		}
	}
	return out, nil
}

// doubt returns what speaks against the units of the file, "" if nothing does: numbers that it does not have, or a
// promise of safe units that the initial marking breaks.
func (r *reader) doubt(units *petri.Units) string {
	has := map[string]int{"places": len(r.places), "transitions": len(r.lines[aTransition]), "arcs": r.arcs,
		"units": len(units.List)}
	for _, p := range r.nupn.sizes {
		if n, err := strconv.Atoi(strings.TrimSpace(p.number)); err != nil || n != has[p.what] {
			return r.Errorf(p.line, "the units speak of %s=%s, the file has %d", p.what, printable.Quote(p.number),
				has[p.what]).Error()
		}
	}
	if units.Safe && !units.UnitSafe(r.places) {
		return r.Errorf(r.nupn.line, "the units are said to be safe, which the initial marking is not").Error()
	}
	return ""
}
