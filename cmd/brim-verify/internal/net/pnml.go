package net

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// The reader of PNML: pages, nodes and arcs, and the labels of place/transition nets. What is not understood and could
// change the meaning is a mistake.

// ReadPNML reads a place/transition net or a symmetric net, which is unfolded; file is its name in errors. Nodes are
// named by their ids, and by what <name> calls one of them only. Arcs between the same two nodes add up.
func ReadPNML(data []byte, file string) (n *Net, err error) {
	root, err := ParseXML(data, file)
	if err != nil {
		return nil, err
	}
	defer Catch(&err)
	e := root.Only("net")
	d := &document{nodes: map[string]node{}}
	d.read(e)
	n = &Net{PlaceNamed: map[string][]int{}, TransitionNamed: map[string][]int{}}
	for _, p := range d.places {
		n.PlaceNames, n.PlaceNamed[p.Attr("id")] = append(n.PlaceNames, p.Attr("id")), nil
	}
	for _, t := range d.transitions {
		n.TransitionNames, n.TransitionNamed[t.Attr("id")] = append(n.TransitionNames, t.Attr("id")), nil
	}
	switch kind := e.Attr("type"); kind[strings.LastIndex(kind, "/")+1:] {
	case "ptnet":
		d.plain(n)
	case "symmetricnet":
		d.unfold(n)
	default:
		e.Fail("found the type %q; expected …/ptnet or …/symmetricnet", kind)
	}
	for i := range n.Transitions {
		n.Transitions[i].tidy()
	}
	name(d.places, n.PlaceNamed)
	name(d.transitions, n.TransitionNamed)
	for p, name := range n.Places {
		if _, other := n.PlaceNamed[name]; !other {
			n.PlaceNamed[name] = []int{p}
		}
	}
	for i, t := range n.Transitions {
		if _, other := n.TransitionNamed[t.Name]; !other {
			n.TransitionNamed[t.Name] = []int{i}
		}
	}
	return n, nil
}

// A document is a file of PNML without its pages.
type document struct {
	places, transitions, arcs []*Element
	declarations              []*Element
	nodes                     map[string]node // by id
}

// A node is a place or a transition, with its index among those.
type node struct {
	isPlace bool
	index   int
}

// read collects the parts of a net or a page.
func (d *document) read(e *Element) {
	for _, c := range e.Children {
		switch c.Name {
		case "page":
			d.read(c)
		case "place":
			d.node(c, &d.places)
		case "transition":
			d.node(c, &d.transitions)
		case "arc":
			d.arcs = append(d.arcs, c)
			c.understood("id", "source", "target")
		case "declaration":
			d.declarations = append(d.declarations, c.Only("structure").Only("declarations").Children...)
		case "name":
		default:
			c.Fail("expected a page, place, transition, arc or declaration")
		}
	}
}

func (d *document) node(e *Element, list *[]*Element) {
	e.understood("id")
	id := e.Attr("id")
	if _, again := d.nodes[id]; again || id == "" {
		e.Fail("found the id %q; expected a new one", id)
	}
	d.nodes[id] = node{e.Name == "place", len(*list)}
	*list = append(*list, e)
}

// understood is a mistake if e has other attributes than those, but for some of other namespaces.
func (e *Element) understood(attributes ...string) {
	for _, a := range e.Attrs {
		if a.Name.Space == "" && a.Name.Local != "xmlns" && !slices.Contains(attributes, a.Name.Local) {
			e.Fail("the attribute %q is not understood", a.Name.Local)
		}
	}
}

// labels is a mistake if e has other labels than those and a name.
func (e *Element) labels(known ...string) {
	for _, c := range e.Children {
		if c.Name != "name" && !slices.Contains(known, c.Name) {
			c.Fail("this is not understood in <%s>", e.Name)
		}
	}
}

// number returns the number in the label of e with that name, or absent if there is no such label.
func (e *Element) number(name string, least, absent int64) int64 {
	label := e.Child(name)
	if label == nil {
		return absent
	}
	text := label.Only("text").Text
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || label.Text != "" {
		label.Fail("found %q; expected a number from %d to 2^63-1 in <text>", text, least)
	}
	return n
}

// ends returns the place and the transition of an arc, and whether it leads to the place.
func (d *document) ends(arc *Element) (place, transition int, output bool) {
	source, target := arc.Attr("source"), arc.Attr("target")
	from, known := d.nodes[source]
	to, alsoKnown := d.nodes[target]
	if !known || !alsoKnown || from.isPlace == to.isPlace {
		arc.Fail("found %q and %q; expected the ids of a place and a transition", source, target)
	}
	if from.isPlace {
		return from.index, to.index, false
	}
	return to.index, from.index, true
}

// plain reads a place/transition net.
func (d *document) plain(n *Net) {
	for p, e := range d.places {
		e.labels("initialMarking")
		n.Places, n.PlaceNamed[e.Attr("id")] = append(n.Places, e.Attr("id")), []int{p}
		n.Initial = append(n.Initial, e.number("initialMarking", 0, 0))
	}
	for t, e := range d.transitions {
		e.labels()
		n.Transitions, n.TransitionNamed[e.Attr("id")] = append(n.Transitions, Transition{Name: e.Attr("id")}), []int{t}
	}
	for _, e := range d.arcs {
		e.labels("inscription", "type")
		p, i, output := d.ends(e)
		t := &n.Transitions[i]
		list := &t.Pre
		switch kind := e.arcType(); {
		case output && kind != "normal" || kind != "normal" && kind != "inhibitor":
			e.Fail("found the type %q; expected normal, or inhibitor from a place", kind)
		case output:
			list = &t.Post
		case kind == "inhibitor":
			list = &t.Inhibit
		}
		*list = append(*list, Arc{p, e.number("inscription", 1, 1)})
	}
}

// arcType returns the type of an arc, as <type value="inhibitor"/> or <type><text>inhibitor</text></type> has it.
func (e *Element) arcType() string {
	label := e.Child("type")
	switch {
	case label == nil:
		return "normal"
	case len(label.Children) > 0:
		return label.Only("text").Text
	}
	return label.Attr("value")
}

// tidy gives t one arc of each kind to or from a place. Of inhibitor arcs the smallest weight counts.
func (t *Transition) tidy() {
	add := func(x, y int64) int64 {
		if x > math.MaxInt64-y {
			Fail("transition %q: weights of arcs add up to more than 2^63-1", t.Name)
		}
		return x + y
	}
	t.Pre, t.Post = merge(t.Pre, add), merge(t.Post, add)
	t.Inhibit = merge(t.Inhibit, func(x, y int64) int64 { return min(x, y) })
}

// merge returns arcs by place, with one arc for each, whose weight combine makes.
func merge(arcs []Arc, combine func(x, y int64) int64) []Arc {
	slices.SortFunc(arcs, func(a, b Arc) int { return a.Place - b.Place })
	merged := arcs[:0]
	for _, a := range arcs {
		if last := len(merged) - 1; last >= 0 && merged[last].Place == a.Place {
			merged[last].Weight = combine(merged[last].Weight, a.Weight)
		} else {
			merged = append(merged, a)
		}
	}
	return merged
}

// name adds what <name> calls the nodes, unless that is the id of one or the name of several.
func name(nodes []*Element, named map[string][]int) {
	called := map[string][]*Element{}
	for _, e := range nodes {
		if label := e.Child("name"); label != nil && label.Child("text") != nil {
			called[label.Child("text").Text] = append(called[label.Child("text").Text], e)
		}
	}
	for text, list := range called {
		if _, taken := named[text]; !taken && len(list) == 1 && text != "" {
			named[text] = named[list[0].Attr("id")]
		}
	}
}
