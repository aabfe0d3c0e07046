package pnml

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"brim/internal/nearest"
	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri/extended"
)

// A node is what an id stands for.
type node struct {
	kind  nodeKind
	index int // of the place or transition; of the reference in reader.refs
}

// node returns what id stands for by now.
func (r *reader) node(id string) (n node, ok bool) {
	n.kind = aPlace
	if n.index, ok = r.b.PlaceIndex(id); ok {
		return n, ok
	}
	n.kind = aTransition
	if n.index, ok = r.b.TransitionIndex(id); ok {
		return n, ok
	}
	n.kind = aReference
	n.index, ok = r.refIndex[id]
	return n, ok
}

// free returns an error about a line unless id stands for nothing yet.
func (r *reader) free(id string, line int) error {
	old, used := r.node(id)
	if !used {
		return nil
	}
	where := 0
	if old.kind == aReference {
		where = r.refs[old.index].line
	} else {
		where = r.lines[old.kind][old.index]
	}
	return r.Errorf(line, "the id %s is taken by the %v in line %d; expected another id", printable.Quote(id), old.kind,
		where)
}

// An owner is a node for messages.
type owner struct {
	kind nodeKind
	id   string
}

func (o owner) String() string {
	if o.kind == aNet {
		return "the net"
	}
	return o.kind.String() + " " + printable.Quote(o.id)
}

type nodeKind uint8

const (
	aPlace nodeKind = iota
	aTransition
	aReference
	anArc
	aNet // with all outside of nodes and arcs
	aDeclaration
)

func (k nodeKind) String() string {
	return [...]string{"place", "transition", "reference node", "arc", "net", "the declaration of"}[k]
}

// A reference is a node that stands for another one, maybe for a reference again.
type reference struct {
	id, target string
	kind       nodeKind // of the node it stands for
	line       int
	state      resolution
	resolved   node
}

type resolution uint8

const (
	unseen resolution = iota
	underway
	done
)

// place reads a place with its name and initial marking, and adds it to the net.
func (r *reader) place(el xmlscan.Element) error {
	if r.coloured != nil {
		return r.colouredPlace(el)
	}
	line := r.Line()
	id, err := r.declare(el, "id")
	if err != nil {
		return err
	}
	p, set := extended.Place{ID: id, Capacity: extended.Unlimited}, false
	err = r.each(func(el xmlscan.Element) (err error) {
		switch {
		case el.Name == "name":
			return r.alias(&p.Label, id)
		case el.Name == "capacity" && p.Capacity == extended.Unlimited:
			p.Capacity, err = r.capacity(owner{aPlace, id})
			return err
		case el.Name == "graphics" && r.drawn:
			return r.position(&p.At)
		case el.Name == "toolspecific" && p.Capacity == extended.Unlimited:
			return r.noCapacity(&p.Capacity, el, owner{aPlace, id})
		case el.Name != "initialMarking":
			return r.label(el, owner{aPlace, id}, "an initialMarking")
		case set:
			return r.Errorf(r.Line(), "place %s has a second initialMarking; expected one", printable.Quote(id))
		}
		set = true
		p.Initial, err = r.number("initialMarking", owner{aPlace, id}, 0)
		return err
	})
	if err != nil {
		return err
	}
	return r.addPlace(p, line)
}

// stochastic lists the attributes of transitions: the first is the id, and the others TAPAAL writes where transitions
// have a distribution, which says when they are likely to fire and not whether they can.
var stochastic = []string{"id", "distribution", "firingMode", "weight", "value", "a", "b", "c", "p", "rate", "mean",
	"stddev", "shape", "scale", "logMean", "logStddev"}

// transition reads a transition and adds it to the net: its name, in a coloured net its guard, its priority, its
// delay, in a file of PIPE whether it is timed, and in one of process mining whether it is silent.
func (r *reader) transition(el xmlscan.Element) error {
	known := stochastic
	if _, ok := el.Attr("distribution"); !ok {
		known = known[:1]
	}
	id, err := r.declare(el, known...)
	if err != nil {
		return err
	}
	t := extended.Transition{ID: id}
	when := firing{line: r.Line()}
	var guard *expr
	delayed := false
	err = r.each(func(el xmlscan.Element) error {
		switch {
		case r.coloured == nil && el.Name == "delay":
			line, again := r.Line(), delayed
			delayed = true
			if again {
				return r.Errorf(line, "transition %s has a second delay; expected one", printable.Quote(id))
			}
			i, err := r.delay(owner{aTransition, id})
			if err != nil {
				return err
			}
			return r.setDelay(i, id, line)
		case r.coloured != nil && el.Name == "condition":
			return r.condition(&guard, owner{aTransition, id})
		case r.pipe != nil && el.Name == "timed":
			return r.word(&when.timed)
		case r.coloured == nil && el.Name == "priority":
			return r.priority(&when, owner{aTransition, id})
		case el.Name == "name":
			return r.alias(&t.Label, id)
		case el.Name == "graphics" && r.drawn:
			return r.position(&t.At)
		case el.Name == "toolspecific" && !t.Silent:
			return r.silent(&t.Silent, el, owner{aTransition, id})
		}
		return r.label(el, owner{aTransition, id}, r.inTransition())
	})
	if err != nil {
		return err
	}
	if c := r.coloured; c != nil {
		c.b.AliasTransition(c.b.Transition(id), t.Label)
		c.guards = append(c.guards, guard)
	}
	r.addTransition(t, when)
	return nil
}

// alias consumes the name of the node with that id. Names are for people, so nothing about them is refused; of
// several the first counts.
func (r *reader) alias(alias *string, id string) error {
	text, err := r.Find(r.textual()...)
	if *alias == "" && string(text) != id {
		*alias = string(text)
	}
	return err
}

func (r *reader) reference(el xmlscan.Element, kind nodeKind) error {
	line := r.Line()
	id, err := r.declare(el, "id", "ref")
	if err != nil {
		return err
	}
	target, ok := el.Attr("ref")
	if !ok {
		return r.Errorf(line, "reference %s has no ref; expected the id of a %v", printable.Quote(id), kind)
	}
	if r.refIndex == nil {
		r.refIndex = map[string]int{}
	}
	r.refIndex[id] = len(r.refs)
	r.refs = append(r.refs, reference{id: id, target: target, kind: kind, line: line})
	return r.labels(owner{aReference, id})
}

// labels reads the children of a reference.
func (r *reader) labels(in owner) error {
	return r.each(func(el xmlscan.Element) error { return r.label(el, in, "a name") })
}

// declare checks the start tag of a node and returns its id.
func (r *reader) declare(el xmlscan.Element, known ...string) (id string, err error) {
	if err := r.checkAttributes(el, known...); err != nil {
		return "", err
	}
	id, _ = el.Attr("id")
	if id == "" {
		return "", r.Errorf(r.Line(), "<%s> has no id; expected one", el.Name)
	}
	return id, r.free(id, r.Line())
}

// checkAttributes refuses attributes that are not known, since some tools write
// markings and weights that way, and attributes given twice. Those with a prefix
// and declarations of namespaces pass.
func (r *reader) checkAttributes(el xmlscan.Element, known ...string) error {
	for i, a := range el.Attrs {
		name := a.Name
		if a.Space != "" || name == "xmlns" {
			continue
		}
		if !slices.Contains(known, name) {
			return r.Errorf(r.Line(), "the attribute %s of <%s> is not understood; expected %s", name, el.Name,
				strings.Join(known, ", "))
		}
		for _, b := range el.Attrs[:i] {
			if b.Name == a.Name && b.Space == a.Space {
				return r.Errorf(r.Line(), "the attribute %s of <%s> is given twice; expected it once", name, el.Name)
			}
		}
	}
	return nil
}

// meant returns the end of a message about an unknown id: the id of a node of the kinds that
// the author of the file may have meant.
func (r *reader) meant(id string, kinds ...nodeKind) string {
	var ids []string
	for _, kind := range kinds {
		switch kind {
		case aPlace:
			for p := range r.lines[aPlace] {
				ids = append(ids, r.b.PlaceName(p))
			}
		case aTransition:
			for t := range r.lines[aTransition] {
				ids = append(ids, r.b.TransitionName(t))
			}
		}
	}
	slices.Sort(ids)
	return suggest(id, ids)
}

// suggest returns the end of a message with the nearest of the names, or "" if none is near.
func suggest(name string, names []string) string {
	best, ok := nearest.Of(name, slices.Values(names))
	if !ok {
		return ""
	}
	return "; did you mean " + printable.Quote(best) + "?"
}

// number consumes a label of the node in and returns the number in its text child,
// which must be at least least. Old dialects call it value, or write both. PIPE may write nothing for an inscription,
// which is 0 here; an inscription without a text is 1 elsewhere.
func (r *reader) number(label string, in owner, least int64) (int64, error) {
	line, seen := r.Line(), ""
	var value int64
	err := r.each(func(el xmlscan.Element) error {
		switch {
		case el.Name != "text" && el.Name != "value":
			return r.label(el, in, "a text")
		case seen == el.Name || seen != "" && r.pipe != nil:
			return r.Errorf(r.Line(), "the %s of %v has a second <text>; expected one", label, in)
		case seen != "":
			line := r.Line()
			text, err := r.Content()
			n, wrong := strconv.ParseInt(string(text), 10, 64)
			if err == nil && len(text) > 0 && (wrong != nil || n != value) {
				err = r.Errorf(line, "the %s of %v is %d and %s; expected the same number", label, in, value,
					printable.Quote(text))
			}
			return err
		}
		seen = el.Name
		line := r.Line()
		text, err := r.Content()
		switch {
		case err != nil:
			return err
		case r.pipe != nil && (len(text) == 0 || bytes.IndexByte(text, ',') >= 0):
			value, err = r.classes(string(text), in, label, least, line)
			return err
		}
		if value, err = strconv.ParseInt(string(text), 10, 64); err != nil || value < least {
			return r.Errorf(line, "the %s of %v is %s; expected an integer from %d to 2^63−1", label, in,
				printable.Quote(text), least)
		} else if r.pipe != nil && value > 0 {
			return r.class("Default", in, label, line)
		}
		return nil
	})
	switch {
	case err != nil || seen != "" || r.pipe != nil && in.kind != aPlace:
	case in.kind == anArc: // <inscription/>
		value = 1
	default:
		err = r.Errorf(line, "the %s of %v has no <text>; expected a number", label, in)
	}
	return value, err
}

// resolveReferences finds the place or transition behind every reference node.
func (r *reader) resolveReferences() error {
	for i := range r.refs {
		if err := r.resolve(i); err != nil {
			return err
		}
	}
	return nil
}

// resolve follows a chain of references to its end, which then holds for every
// reference on the way, so that the cost of all calls together is linear.
func (r *reader) resolve(i int) error {
	var chain []*reference
	at := node{kind: aReference, index: i}
	for at.kind == aReference {
		ref := &r.refs[at.index]
		if ref.state == done {
			at = ref.resolved
			break
		}
		if ref.state == underway {
			return r.Errorf(ref.line, "reference %s leads back to itself; expected a %v behind it",
				printable.Quote(ref.id), ref.kind)
		}
		ref.state = underway
		chain = append(chain, ref)
		target, known := r.node(ref.target)
		kind := target.kind
		if kind == aReference {
			kind = r.refs[target.index].kind
		}
		if !known || kind != ref.kind {
			return r.Errorf(ref.line, "reference %s: there is no %v %s; expected the id of one%s",
				printable.Quote(ref.id), ref.kind, printable.Quote(ref.target), r.meant(ref.target, ref.kind))
		}
		at = target
	}
	for _, ref := range chain {
		ref.state, ref.resolved = done, at
	}
	return nil
}

// inTransition says what is expected in a transition.
func (r *reader) inTransition() string {
	if r.coloured != nil {
		return "a name or a condition"
	}
	return "a name"
}
