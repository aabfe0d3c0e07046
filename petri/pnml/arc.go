package pnml

import (
	"slices"
	"strings"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri/extended"
)

type arcKind uint8

const (
	normal arcKind = iota
	inhibitor
	read
	reset
)

func (k arcKind) String() string { return [...]string{"normal", "inhibitor", "read", "reset"}[k] }

// An arc as it stands in the document. Its ends are ids until connect, valid as long as the
// arc is the current one.
type arc struct {
	id, source, target []byte
	kind               arcKind
	weight             int64
	line               int
	via                []extended.Point // bends
}

// arc reads an arc with its weight and its kind, and connects its ends, now or, where an end is not known yet, at the
// end of the document.
func (r *reader) arc(el xmlscan.Element) error {
	if r.coloured != nil {
		return r.colouredArc(el)
	}
	a, typed, err := r.ends(el)
	if err != nil {
		return err
	}
	inscribed := false
	var path []extended.Point // in files of PIPE, with both ends
	err = r.each(func(el xmlscan.Element) (err error) {
		switch name := el.Name; {
		case name == "inscription" && inscribed:
			return r.Errorf(r.Line(), "arc %s has a second inscription; expected one", printable.Quote(a.id))
		case name == "inscription":
			inscribed = true
			a.weight, err = r.number("inscription", a.owner(), 1)
			return err
		case name == "type" || name == "arctype":
			first, typedBefore := a.kind, typed
			typed = true
			if err = r.arcType(&a, el); err == nil && typedBefore && a.kind != first {
				err = r.Errorf(r.Line(), "arc %s has a second type, %v after %v; expected one", printable.Quote(a.id),
					a.kind, first)
			}
			return err
		case name == "graphics" && r.drawn:
			return r.positions(&a.via)
		case name == "arcpath" && r.drawn && r.pipe != nil:
			return r.pathPoint(&path, el)
		}
		return r.label(el, a.owner(), "an inscription or a type")
	})
	if err != nil {
		return err
	}
	switch {
	case a.weight == 0 && a.kind != inhibitor: // of which PIPE writes none
		return r.Errorf(a.line, "the inscription of arc %s is empty; expected a number", printable.Quote(a.id))
	case a.weight == 0:
		a.weight = 1
	case a.kind == reset && a.weight != 1:
		return r.Errorf(a.line, "reset arc %s has the inscription %d; expected no inscription, since it takes "+
			"all tokens", printable.Quote(a.id), a.weight)
	}
	if len(path) > 2 {
		a.via = path[1 : len(path)-1]
	}
	return r.connect(a, false)
}

// ends reads the start tag of an arc, and whether that tells the arc's kind.
func (r *reader) ends(el xmlscan.Element) (a arc, typed bool, err error) {
	a = arc{weight: 1, line: r.Line()}
	r.arcs++
	if err := r.checkAttributes(el, "id", "source", "target", "type"); err != nil {
		return a, false, err
	}
	var from, to bool
	a.id, _ = el.Value("id")
	a.source, from = el.Value("source")
	a.target, to = el.Value("target")
	r.words = a.keep(r.words[:0])
	if !from || !to {
		return a, false, r.Errorf(a.line, "arc %s lacks an end; expected source and target", printable.Quote(a.id))
	}
	kind, typed := el.Attr("type")
	if typed {
		err = r.setKind(&a, kind)
	}
	return a, typed, err
}

func (a *arc) owner() owner { return owner{anArc, string(a.id)} }

// keep copies the words of a, which are valid as long as its start tag is, behind into.
func (a *arc) keep(into []byte) []byte {
	for _, word := range []*[]byte{&a.id, &a.source, &a.target} {
		start := len(into)
		into = append(into, *word...)
		*word = into[start:]
	}
	return into
}

// arcType reads the label that tells the kind of an arc, in an attribute value or a
// text child.
func (r *reader) arcType(a *arc, el xmlscan.Element) error {
	line, name := r.Line(), el.Name
	if err := r.checkAttributes(el, "value"); err != nil {
		return err
	}
	value, found := el.Attr("value")
	err := r.each(func(el xmlscan.Element) error {
		switch {
		case el.Name != "text":
			return r.label(el, a.owner(), "a text")
		case found:
			return r.Errorf(r.Line(), "the %s of arc %s is given twice; expected it once", name, printable.Quote(a.id))
		}
		found = true
		text, err := r.Content()
		value = string(text)
		return err
	})
	switch {
	case err != nil:
		return err
	case !found:
		return r.Errorf(line, "the %s of arc %s is empty; expected normal, inhibitor, test, read or reset", name,
			printable.Quote(a.id))
	}
	return r.setKind(a, value)
}

func (r *reader) setKind(a *arc, word string) error {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "normal":
		a.kind = normal
	case "inhibitor":
		a.kind = inhibitor
	case "test", "read":
		a.kind = read
	case "reset":
		a.kind = reset
	default:
		return r.Errorf(r.Line(), "arc %s has the unknown type %s; expected normal, inhibitor, test, read or reset",
			printable.Quote(a.id), printable.Quote(word))
	}
	return nil
}

// connect adds a to the net. Until the end of the document is reached (last), arcs
// whose ends are unknown or references wait in pending.
func (r *reader) connect(a arc, last bool) error {
	source, found := r.end(a.source)
	target, foundTarget := r.end(a.target)
	if !last && (!found || !foundTarget || source.kind == aReference || target.kind == aReference) {
		a.keep(nil)
		r.pending = append(r.pending, a)
		return nil
	}
	source, target, err := r.between(&a, source, target, found, foundTarget)
	switch {
	case err != nil:
		return err
	case source.kind == aTransition:
		return r.addArc(extended.Arc{Place: target.index, Transition: source.index, Kind: extended.Output,
			Weight: a.weight, Via: a.via}, a.line)
	}
	kind := [...]extended.Kind{normal: extended.Input, inhibitor: extended.Inhibitor, read: extended.Read,
		reset: extended.Reset}[a.kind]
	return r.addArc(extended.Arc{Place: source.index, Transition: target.index, Kind: kind, Weight: a.weight,
		Via: a.via}, a.line)
}

// end returns what the id at an end of an arc stands for by now. Most documents list the arcs of a transition one after
// the other, so it looks at the transition of the last arc and at the next one first, which saves two of three
// searches.
func (r *reader) end(id []byte) (n node, ok bool) {
	for t := r.recent; t < len(r.lines[aTransition]) && t <= r.recent+1; t++ {
		if r.b.TransitionName(t) == string(id) {
			r.recent = t
			return node{kind: aTransition, index: t}, true
		}
	}
	if n, ok = r.node(string(id)); ok && n.kind == aTransition {
		r.recent = n.index
	}
	return n, ok
}

// behind returns the place or transition that n is or refers to.
func (r *reader) behind(n node) node {
	if n.kind == aReference {
		return r.refs[n.index].resolved
	}
	return n
}

// between returns the place and the transition between which a goes, given what is known of its ends.
func (r *reader) between(a *arc, source, target node, found, foundTarget bool) (from, to node, err error) {
	if !found || !foundTarget {
		end, id, other := "source", a.source, target
		if found {
			end, id, other = "target", a.target, source
		}
		kinds := slices.DeleteFunc([]nodeKind{aPlace, aTransition}, func(k nodeKind) bool {
			return (found || foundTarget) && k == r.behind(other).kind
		})
		return source, target, r.Errorf(a.line, "arc %s: no node has the id %s; expected a place or transition as %s%s",
			printable.Quote(a.id), printable.Quote(id), end, r.meant(string(id), kinds...))
	}
	source, target = r.behind(source), r.behind(target)
	if r.epnml && a.kind != normal && source.kind == aTransition {
		source, target = target, source
		a.source, a.target = a.target, a.source
	}
	switch {
	case source.kind == target.kind:
		return source, target, r.Errorf(a.line,
			"arc %s goes from %v %s to %v %s; expected a place at one end and a transition at the other",
			printable.Quote(a.id), source.kind, printable.Quote(a.source), target.kind, printable.Quote(a.target))
	case source.kind == aTransition && a.kind != normal:
		return source, target, r.Errorf(a.line,
			"%v arc %s goes from transition %s to place %s; expected the place as source",
			a.kind, printable.Quote(a.id), printable.Quote(a.source), printable.Quote(a.target))
	}
	return source, target, nil
}
