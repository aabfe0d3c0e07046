package serve

import (
	"context"
	"strconv"

	"brim/internal/naming"
	"brim/internal/ui/picture"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/coloured/notation"
	"brim/petri/order"
	"brim/petri/structure"
	"brim/petri/timed"
)

// The drawing of a net: nodes, arcs and frames.

// net returns what is drawn of a model, and what of it is played.
func (s *Server) net(_ context.Context, m *model) (*Net, error) {
	x := &Net{Name: m.info.Name, Nodes: []Node{}, Arcs: []Arc{}, Places: []Element{}, Transitions: []Element{},
		Frames: []Frame{}, Unplayed: m.why}
	if c := m.whole.Coloured; c != nil {
		x.drawColoured(c)
		if m.played != nil {
			x.playColoured(m.names())
		}
		return x, nil
	}
	if m.ruled() || m.clocked() {
		x.Unplayed = ""
		x.drawDocument(m.drawn.Net(), naming.Names{})
		x.drawTime(m.drawn)
		x.unitFrames(m.drawn.Net().Units)
		return x, nil
	}
	if m.whole.Net == nil {
		x.drawSystem(m)
		return x, nil
	}
	if m.whole.Document != nil { // capacities and priorities are drawn as they are, not as the arcs that they become
		n := m.whole.Document
		if m.drawn != nil {
			n = m.drawn.Net()
		}
		x.drawDocument(n, m.names())
	} else {
		x.drawPlain(m.names())
		x.place(m.drawn)
	}
	x.frames(m)
	return x, nil
}

// drawPlain draws a net as it is played.
func (x *Net) drawPlain(names naming.Names) {
	net := names.Net
	for p := range net.Places {
		name := net.Places[p].Name
		x.Nodes = append(x.Nodes, Node{Name: name, Label: names.PlaceCall(p)})
		x.Places = append(x.Places, Element{Node: p, Name: name, Label: names.Place(p)})
	}
	for t := range net.Transitions {
		name, tr := net.Transitions[t].Name, &net.Transitions[t]
		node := len(x.Nodes)
		x.Nodes = append(x.Nodes, Node{Transition: true, Name: name, Label: names.TransitionCall(t)})
		x.Transitions = append(x.Transitions, Element{Node: node, Name: name, Label: names.Transition(t)})
		x.join(node, plainArcs(tr.Pre), plainArcs(tr.Post))
		for _, a := range tr.Inhibit {
			x.Arcs = append(x.Arcs, Arc{From: a.Place, To: node, Label: weight(a), Kind: "inhibitor"})
		}
	}
}

// place has the nodes stand where a file has them, if it has all of them at places of their own.
func (x *Net) place(d *timed.Document) {
	if d == nil || !picture.Placed(d.Net()) {
		return
	}
	n := d.Net()
	for p := range n.Places {
		x.Nodes[p].At = position(n.Places[p].At)
	}
	for t := range n.Transitions {
		x.Nodes[len(n.Places)+t].At = position(n.Transitions[t].At)
	}
}

// drawColoured draws a coloured net: sorts beside places, guards beside transitions, terms along arcs.
func (x *Net) drawColoured(c *coloured.Net) {
	for p := range c.Places {
		x.Nodes = append(x.Nodes, Node{Name: c.Places[p].Name, Label: c.PlaceAlias(p),
			About: c.SortText(c.Places[p].Sort)})
	}
	for t := range c.Transitions {
		node, tr := Node{Transition: true, Name: c.Transitions[t].Name, Label: c.TransitionAlias(t)}, &c.Transitions[t]
		if tr.Guard != nil {
			node.About = notation.Guard(c, tr.Guard)
		}
		x.Nodes = append(x.Nodes, node)
		at := len(x.Nodes) - 1
		x.join(at, colouredArcs(c, tr.Pre), colouredArcs(c, tr.Post))
		for _, a := range colouredArcs(c, tr.Inhibit) {
			x.Arcs = append(x.Arcs, Arc{From: a.place, To: at, Label: a.text, Kind: "inhibitor"})
		}
	}
}

// playColoured lists the places and transitions of the unfolding, each where it is drawn.
func (x *Net) playColoured(names naming.Names) {
	net, u := names.Net, names.Unfolding
	for p := range net.Places {
		at, _ := u.PlaceOf(p)
		_, colour := naming.ColourOf(u, p)
		x.Places = append(x.Places, Element{Node: at, Name: net.Places[p].Name, Label: names.Place(p), Part: colour})
	}
	for t := range net.Transitions {
		at, _ := u.TransitionOf(t)
		_, values := naming.ValuesOf(u, t)
		part := ""
		for i, v := range values {
			if i > 0 {
				part += ", "
			}
			part += v.Variable + "=" + v.Colour
		}
		x.Transitions = append(x.Transitions, Element{
			Node: len(u.Coloured.Places) + at, Name: net.Transitions[t].Name, Label: names.Transition(t), Part: part,
		})
	}
}

// A drawnArc is one side of an arc as it is written.
type drawnArc struct {
	place int
	text  string
}

func plainArcs(list []petri.Arc) []drawnArc {
	out := make([]drawnArc, len(list))
	for i, a := range list {
		out[i] = drawnArc{a.Place, weight(a)}
	}
	return out
}

func colouredArcs(c *coloured.Net, list []coloured.Arc) []drawnArc {
	out := make([]drawnArc, len(list))
	for i, a := range list {
		out[i] = drawnArc{a.Place, notation.Term(c, a.Term)}
	}
	return out
}

// join draws the arcs of a transition. One that takes what it gives back is drawn once, as a read arc.
func (x *Net) join(node int, pre, post []drawnArc) {
	given := map[int]string{}
	for _, a := range post {
		given[a.place] = a.text
	}
	for _, a := range pre {
		kind := "arc"
		if back, ok := given[a.place]; ok && back == a.text {
			kind = "read"
			delete(given, a.place)
		}
		x.Arcs = append(x.Arcs, Arc{From: a.place, To: node, Label: a.text, Kind: kind})
	}
	for _, a := range post {
		if text, ok := given[a.place]; ok {
			x.Arcs = append(x.Arcs, Arc{From: node, To: a.place, Label: text, Kind: "arc"})
		}
	}
}

// weight writes that of an arc, unless it is 1.
func weight(a petri.Arc) string {
	if a.Weight == 1 {
		return ""
	}
	return strconv.FormatInt(a.Weight, 10)
}

// unitFrames adds a frame for each nested unit, outer units first.
func (x *Net) unitFrames(u *petri.Units) {
	if u == nil {
		return
	}
	var add func(unit, parent int)
	add = func(unit, parent int) {
		one, at := &u.List[unit], len(x.Frames)
		x.Frames = append(x.Frames, Frame{Name: one.Name, Kind: "unit", Nodes: append([]int{}, one.Places...),
			Parent: parent})
		for _, below := range one.Sub {
			add(below, at)
		}
	}
	add(u.Root, -1)
}

// mostFramed is how many places a net may have whose components are looked for while somebody waits for its drawing.
const mostFramed = 5000

// frames adds the frames of the drawing: one for each nested unit of the file, outer units first, and one for each
// component of several places that place invariants show. Large nets get no components, since the user waits for the
// drawing.
func (x *Net) frames(m *model) {
	net := m.played.Net
	x.unitFrames(net.Units)
	if len(net.Places) > mostFramed {
		return
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	var components [][]int
	for _, places := range order.Groups(net, flows, order.Limits{}) {
		if len(places) > 1 {
			components = append(components, places)
		}
	}
	for i, name := range picture.ComponentNames(m.names(), components) {
		x.Frames = append(x.Frames, Frame{Name: name, Kind: "component", Nodes: components[i], Parent: -1})
	}
}
