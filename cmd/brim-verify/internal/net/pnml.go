package net

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The reader of PNML: pages, nodes and arcs, and the labels of place/transition nets. What is not understood and could
// change the meaning is a mistake.

// ReadPNML reads a place/transition net or a symmetric net, which is unfolded. Nodes are named by their ids. Arcs
// between the same two nodes add up.
func ReadPNML(data []byte) (n *Net, err error) {
	defer Catch(&err)
	e := ParseXML(data).Only()
	d := &document{parts: map[string][]*Element{}, nodes: map[string]node{}}
	d.read(e)
	n = &Net{PlaceNamed: map[string][]int{}, TransitionNamed: map[string][]int{}}
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
	return n, nil
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

// ends returns the place and the transition of an arc, and whether it leads to the place.
func (d *document) ends(arc *Element) (place, transition int, output bool) {
	source, target := arc.Attr("source"), arc.Attr("target")
	from, to := d.nodes[source], d.nodes[target]
	switch from.kind + to.kind {
	case "placetransition":
		return from.index, to.index, false
	case "transitionplace":
		return to.index, from.index, true
	}
	arc.Fail("found %q and %q; expected the ids of a place and a transition", source, target)
	return
}

// plain reads a place/transition net.
func (d *document) plain(n *Net) {
	for p, e := range d.parts["place"] {
		e.understood("initialMarking", "capacity")
		n.Places, n.PlaceNamed[e.Attr("id")] = append(n.Places, e.Attr("id")), []int{p}
		n.Initial = append(n.Initial, e.number("initialMarking", 0, 0))
	}
	ts := d.parts["transition"]
	pre, post, inhibit := make([]bag, len(ts)), make([]bag, len(ts)), make([]bag, len(ts))
	for t, e := range ts {
		e.understood()
		pre[t], post[t], inhibit[t] = bag{}, bag{}, bag{}
	}
	for _, e := range d.parts["arc"] {
		e.understood("inscription", "type")
		p, t, output := d.ends(e)
		weight := e.number("inscription", 1, 1)
		switch kind := e.arcType(); {
		case output && kind == "normal":
			post[t].plus(e, bag{p: weight}, 1)
		case kind == "normal":
			pre[t].plus(e, bag{p: weight}, 1)
		case output || kind != "inhibitor":
			e.Fail("found the type %q; expected normal, or inhibitor from a place", kind)
		case inhibit[t][p] == 0 || weight < inhibit[t][p]: // the smallest weight counts
			inhibit[t][p] = weight
		}
	}
	for p, e := range d.parts["place"] {
		if capacity := e.number("capacity", 1, 0); capacity > 0 {
			for t := range ts {
				hold(p, capacity, pre[t], post[t], inhibit[t])
			}
		}
	}
	for t, e := range ts {
		id := e.Attr("id")
		n.Transitions = append(n.Transitions, Transition{id, pre[t].arcs(), post[t].arcs(), inhibit[t].arcs()})
		n.TransitionNamed[id] = []int{t}
	}
}

// hold disables a transition with these arcs where it would leave more tokens on p than before and than its capacity.
func hold(p int, capacity int64, pre, post, inhibit bag) {
	gain := post[p] - pre[p]
	if gain <= 0 {
		return
	}
	if gain > capacity && pre[p] == 0 { // it never fires: it needs a token and must find none
		pre[p], post[p] = 1, min(post[p], math.MaxInt64-1)+1
	}
	if below := max(capacity-gain, 0) + 1; inhibit[p] == 0 || below < inhibit[p] {
		inhibit[p] = below
	}
}

// arcType returns the type of an arc, as <type value="inhibitor"/> or <type><text>inhibitor</text></type> has it.
func (e *Element) arcType() string {
	if label := e.Child("type"); label != nil {
		return cmp.Or(label.Attr("value"), label.text())
	}
	return "normal"
}

// text returns what is in <text>, "" if there is no such element.
func (e *Element) text() string {
	if text := e.Child("text"); text != nil {
		return text.Text
	}
	return ""
}

// A bag is a multiset of places or colours: how often each is there.
type bag map[int]int64

// plus adds all of c, k times, or leaves with a mistake if that is too often.
func (b bag) plus(e *Element, c bag, k int64) bag {
	for x, l := range c {
		if k > 0 && l > math.MaxInt64/k || b[x] > math.MaxInt64-k*l {
			e.Fail("weights or tokens add up to more than 2^63-1")
		}
		if k*l > 0 {
			b[x] += k * l
		}
	}
	return b
}

// arcs returns an arc for each place.
func (b bag) arcs() (list []Arc) {
	for _, p := range slices.Sorted(maps.Keys(b)) {
		list = append(list, Arc{p, b[p]})
	}
	return list
}
