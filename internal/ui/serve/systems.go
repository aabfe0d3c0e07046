package serve

import (
	"fmt"
	"slices"
	"strings"

	"brim/check"
	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/internal/quantity"
	"brim/internal/ui/trace"
)

// Models that are no nets: circuits, which are drawn with their gates, and listed systems, which are drawn as graphs.

// mostGates is how many nodes a circuit or a listed system may have that is drawn.
const mostGates = 3000

// newSystem makes a model of a circuit or of a listed system, which is played unless it is too large to be drawn.
func newSystem(m *check.Model) *model {
	x := &model{whole: m, info: ModelInfo{Name: m.Name, Version: 1}}
	if c := m.Circuit; c != nil {
		x.info.Kind = "circuit"
		latches := quantity.Int(int64(len(c.Latches))) + " latches"
		if len(c.Latches) == 1 {
			latches = "1 latch"
		}
		x.info.Size = strings.Join([]string{quantity.Count(len(c.Inputs), "input"), latches,
			quantity.Count(len(c.Gates), "gate")}, ", ")
	} else {
		x.info.Kind = "listed system"
		x.info.Size = quantity.Count(m.LTS.States(), "state") + ", " + quantity.Count(m.LTS.Transitions(), "transition")
	}
	x.info.Unedited = unedited(m.Name, x.info.Kind)
	missing := "games, state spaces, markings and facts"
	if l := m.LTS; l != nil && l.States() <= mostGates && l.Transitions() <= 4*mostGates {
		missing = "state spaces and facts"
		x.listing = newListing(l)
		x.rule = x.listing
	}
	x.why = fmt.Sprintf("%s is a %s: the view Questions asks it; %s are of nets", m.Name, x.info.Kind, missing)
	return x
}

// drawSystem draws a circuit or a listed system, unless it is too large to be looked at.
func (x *Net) drawSystem(m *model) {
	switch c := m.whole.Circuit; {
	case c == nil && m.listing != nil:
		x.Unplayed = ""
		x.drawListed(m.listing)
	case c != nil && c.Variables() <= mostGates:
		x.drawCircuit(c)
	}
}

// drawCircuit draws inputs and gates as circles, latches and named signals as boxes. An arc with a round end is
// negated. What a walk goes through are all of them.
func (x *Net) drawCircuit(c *circuit.Circuit) {
	x.Nodes = append(x.Nodes, Node{Name: "0", Label: "false", About: "constant"})
	for _, name := range c.Inputs {
		x.Nodes = append(x.Nodes, Node{Name: name, Label: name, About: "input"})
	}
	first := len(x.Nodes)
	for i := range c.Latches {
		l := &c.Latches[i]
		start := map[circuit.Lit]string{circuit.False: "first false", circuit.True: "first true"}[l.Reset]
		if start == "" {
			start = "first open"
		}
		x.Nodes = append(x.Nodes, Node{Transition: true, Name: l.Name, Label: l.Name, About: "latch", Note: start})
	}
	for i, g := range c.Gates {
		x.Nodes = append(x.Nodes, Node{Name: fmt.Sprint("gate ", i), Label: "&", About: "gate"})
		x.wire(g.A, len(x.Nodes)-1)
		x.wire(g.B, len(x.Nodes)-1)
	}
	for i := range c.Latches {
		x.wire(c.Latches[i].Next, first+i)
	}
	for _, sink := range trace.Sinks(c) {
		x.Nodes = append(x.Nodes, Node{Transition: true, Name: sink.Kind + " " + sink.Name, Label: sink.Name,
			About: sink.Kind, Silent: true})
		x.wire(sink.Lit, len(x.Nodes)-1)
	}
	for i := range x.Nodes[1:] { // as walks have them
		x.Places = append(x.Places, Element{Node: i + 1, Name: x.Nodes[i+1].Name,
			Label: syntax.NameText(x.Nodes[i+1].Label)})
	}
	x.dropUnused()
}

// wire draws the arc of a literal to the node that looks at it. The number of a variable is that of its node.
func (x *Net) wire(l circuit.Lit, to int) {
	kind := "arc"
	if l.Negated() {
		kind = "inhibitor"
	}
	x.Arcs = append(x.Arcs, Arc{From: l.Var(), To: to, Kind: kind})
}

// dropUnused takes out the constant, the first node, if nothing looks at it.
func (x *Net) dropUnused() {
	if slices.ContainsFunc(x.Arcs, func(a Arc) bool { return a.From == 0 }) {
		return
	}
	x.Nodes = x.Nodes[1:]
	for i := range x.Arcs {
		x.Arcs[i].From--
		x.Arcs[i].To--
	}
	for i := range x.Places {
		x.Places[i].Node--
	}
}

// own offers the names that formulas about a circuit or a listed system have.
func (m *model) own(x *completion, enabled bool) {
	known := m.whole.Names()
	if !enabled {
		for name := range known.All(syntax.Propositions) {
			text, _ := known.Proposition(name)
			x.add(Name{syntax.NameText(name), "proposition", text}, name)
		}
		for name := range known.All(syntax.Places) {
			x.add(Name{syntax.NameText(name), "place", ""}, name)
		}
	}
	for name := range known.All(syntax.Transitions) {
		text := syntax.NameText(name)
		if !enabled {
			text = "enabled(" + text + ")"
		}
		x.add(Name{text, "transition", ""}, name)
	}
}
