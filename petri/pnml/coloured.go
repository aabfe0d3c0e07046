package pnml

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri/coloured"
)

// symmetric is what is known of a coloured net. Places, transitions and references are known to the reader, too, which
// gives them the same indices. Sorts, terms and conditions wait for the end of the document.
type symmetric struct {
	sortList, variableList []*declaration // in the order of the document
	sorts, variables       map[string]*declaration
	constants              map[string]*constant // by id, also elements of partitions

	places []colouredPlace
	guards []*expr // by transition, nil for none
	arcs   []colouredArc

	b        *coloured.Builder
	lines    map[any]int // of the *coloured.Term and *coloured.Guard that the Builder gets next
	expanded int         // how many constants elements of partitions stood for
}

type colouredPlace struct {
	id, alias     string
	sort, initial *expr // initial is nil for none
}

type colouredArc struct {
	arc
	term *expr // nil for an inhibitor arc with a number
}

// colouredType reports whether a type of nets is one of high-level nets in the notation of ISO/IEC 15909-2.
func colouredType(word string) bool {
	return strings.Contains(word, "symmetric") || strings.Contains(word, "highlevel") || strings.Contains(word, "hlpng")
}

// colouredPlace reads a place of a coloured net with its sort and its initial marking. Both are kept as expressions
// until the end of the document; the name is known to the reader at once.
func (r *reader) colouredPlace(el xmlscan.Element) error {
	line := r.Line()
	id, err := r.declare(el, "id")
	if err != nil {
		return err
	}
	p, in := colouredPlace{id: id}, owner{aPlace, id}
	err = r.each(func(el xmlscan.Element) (err error) {
		switch {
		case el.Name == "name":
			return r.alias(&p.alias, id)
		case el.Name == "type" && p.sort == nil:
			p.sort, err = r.structured("type", aSort, in)
			return err
		case el.Name == "hlinitialMarking" && p.initial == nil:
			p.initial, err = r.structured("hlinitialMarking", aTerm, in)
			return err
		case el.Name == "type" || el.Name == "hlinitialMarking":
			return r.Errorf(r.Line(), "%v has a second %s; expected one", in, el.Name)
		}
		return r.label(el, in, "a type or an hlinitialMarking")
	})
	if err == nil && p.sort == nil {
		err = r.Errorf(line, "%v has no type; expected one, the sort of its tokens", in)
	}
	if err == nil {
		r.b.Place(id, 0)
		r.lines[aPlace] = append(r.lines[aPlace], line)
		r.coloured.places = append(r.coloured.places, p)
	}
	return err
}

// condition reads the guard of the transition in.
func (r *reader) condition(guard **expr, in owner) (err error) {
	if *guard != nil {
		return r.Errorf(r.Line(), "%v has a second condition; expected one", in)
	}
	*guard, err = r.structured("condition", aCondition, in)
	return err
}

// colouredArc reads an arc of a coloured net, with its term. Sorts and constants may be declared later, so the arc is
// only stored; colouredNet adds it to the net.
func (r *reader) colouredArc(el xmlscan.Element) error {
	a, typed, err := r.ends(el)
	if err != nil {
		return err
	}
	a.keep(nil)
	var term *expr
	inscribed := false
	err = r.each(func(el xmlscan.Element) (err error) {
		switch name := el.Name; {
		case name == "inscription" && !inscribed:
			inscribed = true
			a.weight, err = r.number("inscription", a.owner(), 1)
			return err
		case name == "hlinscription" && term != nil:
			return r.Errorf(r.Line(), "arc %s has a second hlinscription; expected one", printable.Quote(a.id))
		case name == "hlinscription":
			term, err = r.structured(name, aTerm, a.owner())
			return err
		case (name == "type" || name == "arctype") && !typed:
			typed = true
			return r.arcType(&a, el)
		}
		return r.label(el, a.owner(), "an hlinscription")
	})
	switch {
	case err != nil:
		return err
	case a.kind != normal && a.kind != inhibitor:
		const text = "arc %s: %v arcs are not supported in coloured nets; expected a normal one or an inhibitor arc"
		return r.Errorf(a.line, text, printable.Quote(a.id), a.kind)
	case inscribed && (term != nil || a.kind == normal):
		return r.Errorf(a.line, "arc %s has an inscription; expected an hlinscription only", printable.Quote(a.id))
	case term == nil && a.kind == normal:
		return r.Errorf(a.line, "arc %s has no hlinscription; expected one", printable.Quote(a.id))
	}
	r.coloured.arcs = append(r.coloured.arcs, colouredArc{a, term})
	return nil
}

// colouredNet puts together what had to wait for the end of the document: sorts and variables, places, transitions and
// their guards, arcs.
func (r *reader) colouredNet() (*coloured.Net, error) {
	if err := r.resolveReferences(); err != nil {
		return nil, err
	}
	c := r.coloured
	for _, list := range [][]*declaration{c.sortList, c.variableList} {
		for _, d := range list {
			if err := r.define(d, 0); err != nil {
				return nil, err
			}
		}
	}
	for i := range c.places {
		if err := r.addColouredPlace(&c.places[i]); err != nil {
			return nil, err
		}
	}
	for t, guard := range c.guards {
		if guard == nil {
			continue
		}
		g, err := r.guard(guard)
		if err == nil {
			c.b.Guard(t, g)
			err = r.fault(guard.line)
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range c.arcs {
		if err := r.addColouredArc(&c.arcs[i]); err != nil {
			return nil, err
		}
	}
	net, err := c.b.Net()
	if err != nil {
		return nil, r.Errorf(r.netLine, "%v", err)
	}
	return net, nil
}

// addColouredPlace adds a place to the coloured net, with its sort and its initial marking.
func (r *reader) addColouredPlace(p *colouredPlace) error {
	b := r.coloured.b
	sort, err := r.sort(p.sort, 0)
	if err != nil {
		return err
	}
	b.AliasPlace(b.Place(p.id, sort), p.alias)
	if err := r.fault(p.sort.line); err != nil || p.initial == nil {
		return err
	}
	term, err := r.term(p.initial)
	if err != nil {
		return err
	}
	i, _ := r.b.PlaceIndex(p.id)
	b.Initial(i, term)
	return r.fault(p.initial.line)
}

func (r *reader) addColouredArc(a *colouredArc) error {
	source, found := r.node(string(a.source))
	target, foundTarget := r.node(string(a.target))
	source, target, err := r.between(&a.arc, source, target, found, foundTarget)
	if err != nil {
		return err
	}
	if a.term == nil {
		return r.addNumberedInhibitor(a, source.index, target.index)
	}
	term, err := r.term(a.term)
	if err != nil {
		return err
	}
	if a.kind == inhibitor {
		r.coloured.b.Inhibitor(source.index, target.index, term)
	} else if source.kind == aPlace {
		r.coloured.b.Input(source.index, target.index, term)
	} else {
		r.coloured.b.Output(source.index, target.index, term)
	}
	return r.fault(a.term.line)
}

// addNumberedInhibitor adds an inhibitor arc that has a number, as those of TAPAAL, or nothing, which is 1: of all
// colours together the place holds fewer tokens. For 1 that is none of each colour. For more it is what inhibitor arcs
// of symmetric nets say only where there is one colour.
func (r *reader) addNumberedInhibitor(a *colouredArc, place, transition int) error {
	term := &coloured.Term{Op: coloured.All, Sort: coloured.Open}
	if a.weight > 1 {
		if n := r.coloured.b.Colours(place); n > 1 {
			return r.Errorf(a.line, "inhibitor arc %s has the inscription %d in a place of %d colours; "+
				"expected 1, or an hlinscription", printable.Quote(a.id), a.weight, n)
		}
		term = &coloured.Term{Op: coloured.Times, Value: a.weight, Args: []*coloured.Term{term}}
	}
	r.coloured.b.Inhibitor(place, transition, term)
	return r.fault(a.line)
}

// fault returns the first mistake that the Builder found, if there is one, in the line of the part that is at fault; if
// that is not known, in the given one.
func (r *reader) fault(line int) error {
	c := r.coloured
	lines := c.lines
	if len(lines) > 0 {
		c.lines = map[any]int{}
	}
	err := c.b.Err()
	if err == nil {
		return nil
	}
	var wrong *coloured.Error
	if errors.As(err, &wrong) {
		if at, ok := lines[wrong.Term]; ok {
			line = at
		}
		if at, ok := lines[wrong.Guard]; ok {
			line = at
		}
	}
	return r.Errorf(line, "%v", err)
}

// unknown returns the error that e names a thing that nothing of a kind is called.
func unknown[T any](r *reader, e *expr, kind string, known map[string]T) error {
	ids := slices.Sorted(maps.Keys(known))
	return r.Errorf(e.line, "<%s>: there is no %s %s; expected the id of one%s", e.element, kind,
		printable.Quote(e.words[0]), suggest(e.words[0], ids))
}
