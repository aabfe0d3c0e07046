package greatspn

import (
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"brim/internal/input"
	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/malformed"
	"brim/petri/extended"
)

// This file reads project files: a list of pages, of which one is a net.

// unit is how many points of a drawing a unit of the editor's grid has. A place is two units wide.
const unit = 20

// Part splits the name of a project file with the name of one of its nets behind it, after #. Of other names the net is
// "" and the file the whole name.
func Part(name string) (file, net string) {
	for _, ending := range []string{".pnpro#", ".pnpro.gz#"} {
		if i := strings.Index(strings.ToLower(name), ending); i >= 0 {
			i += len(ending)
			return name[:i-1], name[i:]
		}
	}
	return name, ""
}

// BeginsProject reports whether a text begins like a project file.
func BeginsProject(text string) bool { return strings.Contains(text, "<project") }

// ReadProject reads the net of a project file; file is its name in errors. Of several nets it reads the one whose name
// stands behind the file's, as in shop.PNPRO#counter; see Part. What is wrong with the text is a *malformed.Error with
// the line: also that there is no such net, or that several have no choice among them; it lists their names.
func ReadProject(r io.Reader, file string) (*extended.Net, error) {
	s, err := xmlscan.New(r, file, xmlscan.Config{Root: "project", Depth: 100})
	if err != nil {
		return nil, err
	}
	p := &project{Scanner: s}
	_, p.wanted = Part(file)
	if err := p.document(); err != nil {
		var wrong *malformed.Error
		if errors.As(err, &wrong) && !p.begun {
			wrong.Msg += input.Hint(s.Start())
		}
		return nil, err
	}
	return p.finish()
}

// A project is what is known of a project file.
type project struct {
	*xmlscan.Scanner
	begun     bool
	wanted    string   // the name of the net to read; "" for any, if there is no other
	names     []string // of the nets
	net       *extended.Net
	constants map[string]string // their values, "" for those that have none
	nodes     map[string]node
	arcs      []arc
	texts     []text
	line      int // of the net
}

// A node is a place or transition by its name.
type node struct {
	transition bool
	index      int
	line       int
}

// An arc as it stands in the file, whose ends may come later.
type arc struct {
	tail, head, kind, weight string
	via                      []extended.Point
	line                     int
}

// A text is a number that waits for the constants: the tokens of a place, or the priority of a transition.
type text struct {
	of    string
	least int64
	value string
	line  int
	to    func(int64)
}

// document reads the whole file.
func (p *project) document() error {
	return p.Document(func(xmlscan.Element) error {
		p.begun = true
		return p.Each(func(el xmlscan.Element) error {
			if el.Name == "gspn" {
				return p.page(el)
			}
			return p.Skip()
		})
	})
}

// page reads a net, if it is the wanted one, or else the first one.
func (p *project) page(el xmlscan.Element) error {
	name, _ := el.Attr("name")
	p.names = append(p.names, name)
	if p.net != nil || p.wanted != "" && p.wanted != name {
		return p.Skip()
	}
	p.line, p.net = p.Line(), &extended.Net{Name: name}
	p.constants, p.nodes = map[string]string{}, map[string]node{}
	return p.Each(func(el xmlscan.Element) error {
		switch el.Name {
		case "nodes":
			return p.Each(p.node)
		case "edges":
			return p.Each(p.edge)
		}
		return p.Skip()
	})
}

// node reads a place, a transition, or something with a value.
func (p *project) node(el xmlscan.Element) error {
	name, _ := el.Attr("name")
	value, _ := el.Attr("value")
	switch el.Name {
	case "place":
		return p.place(el, name)
	case "transition":
		return p.transition(el, name)
	case "constant":
		p.constants[name] = strings.TrimSpace(value)
	case "template":
		p.constants[name] = ""
	case "color-class", "color-var", "text-box", "clock": // places, arcs and guards that use them are refused
	default:
		return p.Errorf(p.Line(), "<%s> is not understood; expected a place, a transition or a constant", el.Name)
	}
	return p.Skip()
}

// decorations are attributes of nodes and arcs that have no bearing on what they do.
var decorations = []string{"name", "alt-name-fn", "shown-as", "x", "y", "width", "height", "rotation", "magnets",
	"superposition-tags", "partition", "head-magnet", "tail-magnet", "broken", "text-size"}

// attributes refuses attributes of el that are not among the known ones.
func (p *project) attributes(el xmlscan.Element, known ...string) error {
	for _, a := range el.Attrs {
		drawn := slices.ContainsFunc([]string{"-x", "-y", "-k"},
			func(end string) bool { return strings.HasSuffix(a.Name, end) })
		if !drawn && !slices.Contains(decorations, a.Name) && !slices.Contains(known, a.Name) {
			return p.Errorf(p.Line(), "the attribute %s of <%s> is not understood; expected %s", a.Name, el.Name,
				strings.Join(known, ", "))
		}
	}
	return nil
}

// add enters the name of a node.
func (p *project) add(name string, n node) error {
	n.line = p.Line()
	if name == "" {
		return p.Errorf(n.line, "a node has no name; expected one")
	}
	if old, twice := p.nodes[name]; twice {
		return p.Errorf(n.line, "the name %s is taken in line %d; expected another one", printable.Quote(name),
			old.line)
	}
	p.nodes[name] = n
	return nil
}

func (p *project) place(el xmlscan.Element, name string) error {
	if err := p.attributes(el, "marking", "type", "domain"); err != nil {
		return err
	}
	at := len(p.net.Places)
	if err := p.add(name, node{index: at}); err != nil {
		return err
	}
	marking, _ := el.Attr("marking")
	if domain, _ := el.Attr("domain"); domain != "" {
		return p.Errorf(p.Line(), "place %s has tokens of the colour class %s; only nets without colours are read",
			printable.Quote(name), printable.Quote(domain))
	}
	if kind, ok := el.Attr("type"); ok && kind != "DISCRETE" {
		return p.Errorf(p.Line(), "place %s has the type %s; only nets with discrete places are read",
			printable.Quote(name), printable.Quote(kind))
	}
	p.net.Places = append(p.net.Places, extended.Place{ID: name, Capacity: extended.Unlimited, At: position(el, 1)})
	if marking != "" {
		p.texts = append(p.texts, text{of: "the marking of place " + printable.Quote(name), value: marking,
			line: p.Line(),
			to:   func(n int64) { p.net.Places[at].Initial = n }})
	}
	return p.Skip()
}

func (p *project) transition(el xmlscan.Element, name string) error {
	if err := p.attributes(el, "type", "delay", "weight", "priority", "nservers", "guard"); err != nil {
		return err
	}
	at := len(p.net.Transitions)
	if err := p.add(name, node{transition: true, index: at}); err != nil {
		return err
	}
	kind, _ := el.Attr("type")
	guard, _ := el.Attr("guard")
	if guard != "" && !strings.EqualFold(guard, "true") {
		return p.Errorf(p.Line(), "transition %s has the guard %s; only nets without colours are read",
			printable.Quote(name), printable.Quote(guard))
	}
	for _, attr := range []string{"delay", "weight"} {
		if rate, _ := el.Attr(attr); strings.Contains(rate, "#") {
			return p.Errorf(p.Line(), "the %s of transition %s depends on the marking, %s, and may be 0; expected "+
				"a number",
				attr, printable.Quote(name), printable.Quote(rate))
		}
	}
	half := 0.45 // of the width of a timed transition
	switch kind {
	case "EXP", "GEN":
	case "IMM":
		half = 0.15
		priority, ok := el.Attr("priority")
		if !ok {
			priority = "1"
		}
		p.texts = append(p.texts, text{of: "the priority of transition " + printable.Quote(name), least: 1,
			value: priority,
			line:  p.Line(), to: func(n int64) { p.net.Transitions[at].Priority = n }})
	default:
		return p.Errorf(p.Line(), "transition %s has the type %s; expected EXP, IMM or GEN", printable.Quote(name),
			printable.Quote(kind))
	}
	p.net.Transitions = append(p.net.Transitions, extended.Transition{ID: name, At: position(el, half)})
	return p.Skip()
}

// position returns the centre of a node whose width is twice half, and whose height is 2; nil if el has no position.
func position(el xmlscan.Element, half float64) *extended.Point {
	x, okX := coordinate(el, "x")
	y, okY := coordinate(el, "y")
	if !okX || !okY {
		return nil
	}
	return &extended.Point{X: points(x + half), Y: points(y + 1)}
}

func coordinate(el xmlscan.Element, name string) (float64, bool) {
	value, ok := el.Attr(name)
	x, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return x, ok && err == nil && x-x == 0
}

// points returns a distance of the editor's grid in points, to a thousandth.
func points(x float64) float64 { return math.Round(x*unit*1000) / 1000 }

// edge reads an arc.
func (p *project) edge(el xmlscan.Element) error {
	if el.Name != "arc" {
		return p.Errorf(p.Line(), "<%s> is not understood; expected an arc", el.Name)
	}
	if err := p.attributes(el, "head", "tail", "kind", "mult", "type", "multiplicity"); err != nil {
		return err
	}
	a := arc{line: p.Line()}
	a.tail, _ = el.Attr("tail")
	a.head, _ = el.Attr("head")
	a.kind, _ = el.Attr("kind")
	a.weight, _ = el.Attr("mult")
	for old, to := range map[string]*string{"type": &a.kind, "multiplicity": &a.weight} { // the names in old files
		if value, ok := el.Attr(old); ok && *to == "" {
			*to = value
		}
	}
	err := p.Each(func(el xmlscan.Element) error {
		x, okX := coordinate(el, "x")
		y, okY := coordinate(el, "y")
		if el.Name == "point" && okX && okY {
			a.via = append(a.via, extended.Point{X: points(x), Y: points(y)})
		}
		return p.Skip()
	})
	p.arcs = append(p.arcs, a)
	return err
}

// finish gives places, transitions and arcs their numbers, and arcs their ends.
func (p *project) finish() (*extended.Net, error) {
	var list []string
	for _, name := range p.names {
		list = append(list, printable.Quote(name))
	}
	switch names := strings.Join(list, ", "); {
	case list == nil:
		return nil, p.Errorf(p.Line(), "found no net; expected <gspn>")
	case p.net == nil:
		return nil, p.Errorf(p.Line(), "the project has no net called %s; expected one of %s",
			printable.Quote(p.wanted), names)
	case p.wanted == "" && len(list) > 1:
		return nil, p.Errorf(p.line, "the project has several nets, %s; expected the name of one behind that of "+
			"the file, as in %s", names, printable.Quote("x.PNPRO#"+p.names[0]))
	}
	for _, t := range p.texts {
		n, err := p.number(t)
		if err != nil {
			return nil, err
		}
		t.to(n)
	}
	for _, a := range p.arcs {
		if err := p.connect(a); err != nil {
			return nil, err
		}
	}
	if err := p.net.Check(); err != nil {
		return nil, p.Errorf(p.line, "%v", err)
	}
	return p.net, nil
}

// number returns the number that a text is: a sum of whole numbers and constants, such as N+1.
func (p *project) number(t text) (int64, error) {
	n, err := int64(0), error(nil)
	for value := range strings.SplitSeq(t.value, "+") {
		value = strings.TrimSpace(value)
		if constant, ok := p.constants[value]; ok {
			if constant == "" {
				return 0, p.Errorf(t.line, "%s is the parameter %s, which has no value; expected a number, "+
					"or a constant", t.of, printable.Quote(value))
			}
			value = constant
		}
		x, wrong := strconv.ParseUint(value, 10, 63)
		if n += int64(x); wrong != nil || n < 0 {
			err = strconv.ErrRange
			break
		}
	}
	if err != nil || n < t.least {
		return 0, p.Errorf(t.line, "%s is %s; expected whole numbers and constants, joined by +, from %d on",
			t.of, printable.Quote(t.value), t.least)
	}
	return n, nil
}

// connect adds an arc to the net.
func (p *project) connect(a arc) error {
	tail, ok := p.nodes[a.tail]
	head, okHead := p.nodes[a.head]
	for _, end := range []struct {
		name string
		ok   bool
	}{{a.tail, ok}, {a.head, okHead}} {
		if !end.ok {
			return p.Errorf(a.line, "an arc ends at %s; expected the name of a place or transition",
				printable.Quote(end.name))
		}
	}
	x := extended.Arc{Place: tail.index, Transition: head.index, Weight: 1, Via: a.via}
	place, transition := tail, head
	switch a.kind {
	case "INPUT":
	case "INHIBITOR":
		x.Kind = extended.Inhibitor
	case "OUTPUT":
		x.Kind, x.Place, x.Transition = extended.Output, head.index, tail.index
		place, transition = head, tail
	default:
		return p.Errorf(a.line, "an arc has the kind %s; expected INPUT, OUTPUT or INHIBITOR", printable.Quote(a.kind))
	}
	if place.transition || !transition.transition {
		return p.Errorf(a.line, "an arc of the kind %s goes from %s to %s; expected a place and a transition", a.kind,
			printable.Quote(a.tail), printable.Quote(a.head))
	}
	if a.weight != "" {
		var err error
		x.Weight, err = p.number(text{of: "the weight of the arc from " + printable.Quote(a.tail) + " to " +
			printable.Quote(a.head),
			least: 1, value: a.weight, line: a.line})
		if err != nil {
			return err
		}
	}
	p.net.Arcs = append(p.net.Arcs, x)
	return nil
}
