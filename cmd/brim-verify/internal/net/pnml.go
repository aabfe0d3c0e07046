package net

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The reader of PNML: pages, nodes and arcs, and the labels of place/transition nets. What is not understood and could
// change the meaning is an error.

// ReadPNML reads a place/transition net or a symmetric net, which is unfolded; file is its name in errors. A net has one
// place and transition for each of the file, and one arc for all between the same two. Names are ids, and what <name>
// calls a single node.
func ReadPNML(data []byte, file string) (*Net, error) {
	root, err := ParseXML(data, file)
	if err != nil {
		return nil, err
	}
	if root.Name != "pnml" || len(root.Children) != 1 || root.Children[0].Name != "net" {
		return nil, root.Errorf("found <%s> with %d elements; expected <pnml> with one <net>", root.Name, len(root.Children))
	}
	d := &document{nodes: map[string]node{}}
	e := root.Children[0]
	if err := d.read(e); err != nil {
		return nil, err
	}
	kind := e.Attr("type")
	switch kind[strings.LastIndex(kind, "/")+1:] {
	case "ptnet":
		return d.plainNet()
	case "symmetricnet":
		return d.colouredNet()
	}
	return nil, e.Errorf("found the net type %q; expected …/ptnet or …/symmetricnet", kind)
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
func (d *document) read(e *Element) error {
	for _, c := range e.Children {
		switch c.Name {
		case "page":
			if err := d.read(c); err != nil {
				return err
			}
		case "place", "transition":
			list := &d.places
			if c.Name == "transition" {
				list = &d.transitions
			}
			id := c.Attr("id")
			if _, again := d.nodes[id]; again || id == "" {
				return c.Errorf("found the id %q, empty or a second time; expected another one", id)
			}
			d.nodes[id] = node{c.Name == "place", len(*list)}
			*list = append(*list, c)
			if err := c.understood([]string{"id"}); err != nil {
				return err
			}
		case "arc":
			d.arcs = append(d.arcs, c)
			if err := c.understood([]string{"id", "source", "target", "type"}); err != nil {
				return err
			}
		case "declaration":
			d.declarations = append(d.declarations, c)
		case "name", "documentation", "finalmarkings": // the last says where runs should end, which they need not
		default:
			return c.Errorf("found <%s> in <%s>; expected pages, places, transitions and arcs", c.Name, e.Name)
		}
	}
	return nil
}

// understood returns an error if e has other attributes than those, but for some of other namespaces.
func (e *Element) understood(attributes []string) error {
	for _, a := range e.Attrs {
		if a.Name.Space == "" && a.Name.Local != "xmlns" && !slices.Contains(attributes, a.Name.Local) {
			return e.Errorf("the attribute %q of <%s> is not understood", a.Name.Local, e.Name)
		}
	}
	return nil
}

// label returns the label of e with that name, nil if there is none. Others than the known ones are an error.
func (e *Element) label(name string, known ...string) (*Element, error) {
	var label *Element
	for _, c := range e.Children {
		switch {
		case c.Name == name && label != nil:
			return nil, c.Errorf("found a second <%s> in <%s>", name, e.Name)
		case c.Name == name:
			label = c
		case c.Name != "name" && c.Name != "documentation" && !slices.Contains(known, c.Name):
			return nil, c.Errorf("found <%s> in <%s>, which is not understood", c.Name, e.Name)
		}
	}
	return label, nil
}

// number returns the number in the label of e with that name, or absent if there is no such label.
func (e *Element) number(name string, least, absent int64, known ...string) (int64, error) {
	label, err := e.label(name, known...)
	if label == nil || err != nil {
		return absent, err
	}
	if len(label.Children) != 1 || label.Children[0].Name != "text" || label.Text != "" {
		return 0, label.Errorf("found <%s> with other parts than one <text>", name)
	}
	text := label.Children[0].Text
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, label.Errorf("found %q; expected a number from %d to 2^63-1", text, least)
	}
	return n, nil
}

// ends returns the place and the transition of an arc, and whether it leads to the place.
func (d *document) ends(arc *Element) (place, transition int, output bool, err error) {
	from, known := d.nodes[arc.Attr("source")]
	to, alsoKnown := d.nodes[arc.Attr("target")]
	if !known || !alsoKnown || from.isPlace == to.isPlace {
		return 0, 0, false, arc.Errorf("found an arc from %q to %q; expected the ids of a place and a transition", arc.Attr("source"), arc.Attr("target"))
	}
	if from.isPlace {
		return from.index, to.index, false, nil
	}
	return to.index, from.index, true, nil
}

// plainNet returns the place/transition net.
func (d *document) plainNet() (*Net, error) {
	if len(d.declarations) > 0 {
		return nil, d.declarations[0].Errorf("found a declaration in a place/transition net")
	}
	b := newBuilder()
	for _, e := range d.places {
		tokens, err := e.number("initialMarking", 0, 0)
		if err != nil {
			return nil, err
		}
		b.place(e.Attr("id"), tokens)
	}
	for _, e := range d.transitions {
		if _, err := e.label(""); err != nil {
			return nil, err
		}
		b.transition(e.Attr("id"))
	}
	for _, e := range d.arcs {
		weight, err := e.number("inscription", 1, 1, "type", "arctype")
		if err != nil {
			return nil, err
		}
		kind, err := e.arcType()
		if err != nil {
			return nil, err
		}
		p, t, output, err := d.ends(e)
		switch {
		case err != nil:
			return nil, err
		case output && kind != "normal":
			return nil, e.Errorf("found an arc of the type %s from a transition to a place", kind)
		case output:
			kind = "output"
		}
		b.arc(kind, t, Arc{p, weight})
	}
	b.names(d.places, b.net.PlaceNamed)
	b.names(d.transitions, b.net.TransitionNamed)
	return b.finish()
}

// arcType returns the type of an arc: normal, inhibitor or read.
func (e *Element) arcType() (string, error) {
	kinds := []string{}
	if s := e.Attr("type"); s != "" {
		kinds = append(kinds, s)
	}
	for _, c := range e.Children {
		if c.Name != "type" && c.Name != "arctype" {
			continue
		}
		if err := c.understood([]string{"value"}); err != nil {
			return "", err
		}
		if s := c.Attr("value"); s != "" || c.Child("text") == nil {
			kinds = append(kinds, s)
		}
		for _, text := range c.Children {
			kinds = append(kinds, text.Text)
		}
	}
	if len(kinds) == 0 {
		return "normal", nil
	}
	switch kind := strings.ToLower(strings.TrimSpace(kinds[0])); {
	case len(kinds) > 1:
	case kind == "normal" || kind == "inhibitor" || kind == "read":
		return kind, nil
	case kind == "test":
		return "read", nil
	}
	return "", e.Errorf("found an arc of the type %q; expected normal, inhibitor, test or read", strings.Join(kinds, " "))
}

// A builder makes a net of nodes and arcs.
type builder struct {
	net  *Net
	read [][]Arc // by transition: what has to be there and is not taken
}

func newBuilder() *builder {
	return &builder{net: &Net{PlaceNamed: map[string][]int{}, TransitionNamed: map[string][]int{}}}
}

// place adds a place that the file has.
func (b *builder) place(id string, tokens int64) {
	b.net.PlaceNamed[id] = []int{len(b.net.Places)}
	b.net.PlaceNames = append(b.net.PlaceNames, id)
	b.net.Places = append(b.net.Places, id)
	b.net.Initial = append(b.net.Initial, tokens)
}

// transition adds a transition that the file has.
func (b *builder) transition(id string) {
	b.net.TransitionNamed[id] = []int{len(b.net.Transitions)}
	b.net.TransitionNames = append(b.net.TransitionNames, id)
	b.net.Transitions = append(b.net.Transitions, Transition{Name: id})
	b.read = append(b.read, nil)
}

// arc adds an arc to transition t. Input and output arcs add up. Of inhibitor arcs the smallest weight counts, of read arcs
// the largest, and the tokens that input arcs take serve them, too.
func (b *builder) arc(kind string, t int, a Arc) {
	list := map[string]*[]Arc{"normal": &b.net.Transitions[t].Pre, "output": &b.net.Transitions[t].Post,
		"inhibitor": &b.net.Transitions[t].Inhibit, "read": &b.read[t]}[kind]
	*list = append(*list, a)
}

// names adds what <name> calls the nodes, unless that is the id of another one or the name of several.
func (b *builder) names(nodes []*Element, named map[string][]int) {
	count := map[string]int{}
	of := func(e *Element) string {
		if name := e.Child("name"); name != nil && name.Child("text") != nil {
			return name.Child("text").Text
		}
		return ""
	}
	for _, e := range nodes {
		count[of(e)]++
	}
	for _, e := range nodes {
		name := of(e)
		if _, taken := named[name]; !taken && name != "" && count[name] == 1 {
			named[name] = named[e.Attr("id")]
		}
	}
}

// finish returns the net with one arc of each kind between a place and a transition.
func (b *builder) finish() (*Net, error) {
	overflow := false
	add := func(x, y int64) int64 {
		overflow = overflow || x > math.MaxInt64-y
		return x + y
	}
	larger := func(x, y int64) int64 { return max(x, y) }
	for i := range b.net.Transitions {
		t := &b.net.Transitions[i]
		t.Pre = merge(t.Pre, add)
		t.Inhibit = merge(t.Inhibit, func(x, y int64) int64 { return min(x, y) })
		if len(b.read[i]) > 0 { // what input arcs do not take is put back
			needed := merge(slices.Concat(t.Pre, merge(b.read[i], larger)), larger)
			taken := map[int]int64{}
			for _, a := range t.Pre {
				taken[a.Place] = a.Weight
			}
			for _, a := range needed {
				if a.Weight > taken[a.Place] {
					t.Post = append(t.Post, Arc{a.Place, a.Weight - taken[a.Place]})
				}
			}
			t.Pre = needed
		}
		if t.Post = merge(t.Post, add); overflow {
			return nil, fmt.Errorf("transition %q: the sum of the weights of arcs exceeds 2^63-1", t.Name)
		}
	}
	return b.net, nil
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
