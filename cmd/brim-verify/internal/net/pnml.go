package net

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The reader of PNML: pages, nodes and arcs, and the labels of place/transition nets. What is not understood and could
// change the meaning is a mistake.

// ReadPNML reads a place/transition net or a symmetric net, which is unfolded. Nodes are named by their ids. Arcs
// between the same two nodes add up.
func ReadPNML(data []byte) *Net {
	e := ParseXML(data).Only()
	d := &document{parts: map[string][]*Element{}, nodes: map[string]node{}}
	d.read(e)
	n := &Net{PlaceNamed: map[string][]int{}, TransitionNamed: map[string][]int{}}
	for _, c := range d.parts["place"] {
		n.PlaceNames = append(n.PlaceNames, c.Attr("id"))
		n.PlaceNamed[c.Attr("id")] = nil // it may have no colours
	}
	for _, c := range d.parts["transition"] {
		n.TransitionNames = append(n.TransitionNames, c.Attr("id"))
		n.TransitionNamed[c.Attr("id")] = nil
	}
	switch kind := e.Attr("type"); kind[strings.LastIndex(kind, "/")+1:] {
	case "ptnet":
		d.plain(n)
	case "symmetricnet":
		d.unfold(n)
	default:
		e.Fail("found the type %q; expected …/ptnet or …/symmetricnet", kind)
	}
	return n
}

// A document is a file of PNML without its pages.
type document struct {
	parts map[string][]*Element // by the names of the elements, as place
	nodes map[string]node       // by id
}

// A node is a place or a transition, with its index among those.
type node struct {
	kind  string
	index int
}

// read collects the parts of a net or a page.
func (d *document) read(e *Element) {
	for _, c := range e.Children {
		switch id := c.Attr("id"); c.Name() {
		case "page":
			d.read(c)
		case "place", "transition":
			if _, again := d.nodes[id]; again || id == "" {
				c.Fail("found the id %q; expected a new one", id)
			}
			d.nodes[id] = node{c.Name(), len(d.parts[c.Name()])}
		case "name", "arc", "declaration":
		default:
			c.Fail("expected a page, place, transition, arc or declaration")
		}
		d.parts[c.Name()] = append(d.parts[c.Name()], c)
	}
}

// understood is a mistake if a node or an arc has attributes that it should not have, or other labels than those and a
// name.
func (e *Element) understood(labels ...string) {
	for _, a := range e.Attrs {
		if a.Name.Space == "" && !slices.Contains([]string{"id", "source", "target", "xmlns"}, a.Name.Local) {
			e.Fail("the attribute %q is not understood", a.Name.Local)
		}
	}
	for _, c := range e.Children {
		if c.Name() != "name" && !slices.Contains(labels, c.Name()) {
			c.Fail("this is not understood in <%s>", e.Name())
		}
	}
}

// structure returns what is inside the <structure> of the label of e with that name.
func (e *Element) structure(label string) *Element { return e.Need(label).Need("structure").Only() }

// number returns the number in the label of e with that name, or absent if there is no such label.
func (e *Element) number(name string, least, absent int64) int64 {
	label := e.Child(name)
	if label == nil {
		return absent
	}
	n, err := strconv.ParseInt(label.text(), 10, 64)
	if err != nil || n < least || label.Text != "" {
		label.Fail("found %q; expected a number from %d to 2^63-1 in <text>", label.text(), least)
	}
	return n
}

// The kinds of arcs: between which nodes they lead, and their type.
const (
	input     = "placetransition normal"
	output    = "transitionplace normal"
	inhibitor = "placetransition inhibitor"
)

// ends returns the place, the transition and the kind of an arc. The type is as <type value="inhibitor"/> or
// <type><text>inhibitor</text></type> has it.
func (d *document) ends(e *Element) (place, transition int, kind string) {
	from, to, name := d.nodes[e.Attr("source")], d.nodes[e.Attr("target")], "normal"
	if label := e.Child("type"); label != nil {
		name = cmp.Or(label.Attr("value"), label.text())
	}
	switch kind = from.kind + to.kind + " " + name; kind {
	case input, inhibitor:
		return from.index, to.index, kind
	case output:
		return to.index, from.index, kind
	}
	e.Fail("found a %s arc from %q to %q; expected a normal one between a place and a transition, or an inhibitor arc",
		name, e.Attr("source"), e.Attr("target"))
	return
}

// plain reads a place/transition net.
func (d *document) plain(n *Net) {
	var capacity []int64
	for p, e := range d.parts["place"] {
		e.understood("initialMarking", "capacity")
		n.Places, n.PlaceNamed[e.Attr("id")] = append(n.Places, e.Attr("id")), []int{p}
		n.Initial = append(n.Initial, e.number("initialMarking", 0, 0))
		capacity = append(capacity, e.number("capacity", 1, math.MaxInt64))
	}
	for t, e := range d.parts["transition"] {
		e.understood()
		n.Transitions, n.TransitionNamed[e.Attr("id")] = append(n.Transitions, Transition{Name: e.Attr("id")}), []int{t}
	}
	for _, e := range d.parts["arc"] {
		e.understood("inscription", "type")
		p, t, kind := d.ends(e)
		n.Transitions[t].Arcs = append(n.Transitions[t].Arcs, newArc(kind, p, e.number("inscription", 1, 1)))
	}
	for t, e := range d.parts["transition"] {
		n.Transitions[t].merge(e)
		for i, a := range n.Transitions[t].Arcs {
			n.Transitions[t].Arcs[i].hold(capacity[a.Place])
		}
	}
}

// hold disables a transition where it would leave more tokens on a place than before and than its capacity.
func (a *Arc) hold(capacity int64) {
	gain := a.Post - a.Pre
	if gain > capacity && a.Pre == 0 { // it never fires: it needs a token and must find none
		a.Pre, a.Post = 1, min(a.Post, math.MaxInt64-1)+1
	}
	if gain > 0 && capacity < math.MaxInt64 {
		a.Most = min(a.Most, max(capacity-gain, 0))
	}
}

// text returns what is in <text>, "" if there is no such element.
func (e *Element) text() string {
	if text := e.Child("text"); text != nil {
		return text.Text
	}
	return ""
}

// newArc returns an arc of one kind.
func newArc(kind string, place int, weight int64) Arc {
	switch kind {
	case input:
		return Arc{place, weight, 0, math.MaxInt64}
	case output:
		return Arc{place, 0, weight, math.MaxInt64}
	}
	return Arc{place, 0, 0, weight - 1}
}

// merge makes one arc of those at the same place.
func (t *Transition) merge(e *Element) {
	slices.SortFunc(t.Arcs, func(a, b Arc) int { return a.Place - b.Place })
	list := t.Arcs[:0]
	for _, a := range t.Arcs {
		if last := len(list) - 1; last >= 0 && list[last].Place == a.Place {
			b := list[last]
			list[last] = Arc{a.Place, e.plus(b.Pre, 1, a.Pre), e.plus(b.Post, 1, a.Post), min(a.Most, b.Most)}
		} else {
			list = append(list, a)
		}
	}
	t.Arcs = list
}

// plus returns x + k·l of numbers ≥ 0, or leaves with a mistake in e if that is too much.
func (e *Element) plus(x, k, l int64) int64 {
	if k > 0 && l > (math.MaxInt64-x)/k {
		e.Fail("weights or tokens add up to more than 2^63-1")
	}
	return x + k*l
}
