package serve

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"brim/check"
	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/engine/kripke"
	"brim/internal/quantity"
)

// Models that are no nets: circuits, which are drawn with their gates, and listed systems, which are drawn as graphs.

// mostGates is how many nodes a circuit or a listed system may have that is drawn.
const mostGates = 3000

// newSystem makes a model of a circuit or of a listed system. Questions ask it; nothing of it is played.
func newSystem(m *check.Model) *model {
	x := &model{whole: m, info: ModelInfo{Name: m.Name, Version: 1}}
	if c := m.Circuit; c != nil {
		x.info.Kind = "circuit"
		latches := quantity.Int(int64(len(c.Latches))) + " latches"
		if len(c.Latches) == 1 {
			latches = "1 latch"
		}
		x.info.Size = strings.Join([]string{quantity.Count(len(c.Inputs), "input"), latches, quantity.Count(len(c.Gates), "gate")}, ", ")
	} else {
		x.info.Kind = "listed system"
		x.info.Size = quantity.Count(m.LTS.States(), "state") + ", " + quantity.Count(m.LTS.Transitions(), "transition")
	}
	x.info.Unedited = unedited(m.Name, x.info.Kind)
	x.why = fmt.Sprintf("%s is a %s: the view Questions asks it; games, state spaces, markings and facts are of nets", m.Name, x.info.Kind)
	return x
}

// drawSystem draws a circuit or a listed system, unless it is too large to be looked at.
func (x *Net) drawSystem(m *check.Model) {
	if c := m.Circuit; c != nil {
		if c.Variables() <= mostGates {
			x.drawCircuit(c)
		}
	} else if m.LTS.States() <= mostGates && m.LTS.Transitions() <= 4*mostGates {
		x.drawListed(m.LTS)
	}
}

// drawListed draws each state as a circle. Transitions between the same two states share an arc.
func (x *Net) drawListed(l *kripke.LTS) {
	labels := map[[2]int][]string{}
	var successors kripke.Successors
	for s := range l.States() {
		x.Nodes = append(x.Nodes, Node{Name: fmt.Sprint(s), Label: l.Format(kripke.State{uint64(s)})})
		successors.Reset(l.Words())
		if l.Successors(kripke.State{uint64(s)}, &successors) != nil {
			continue // a listed state has its successors in the list
		}
		for i := range successors.Len() {
			way := [2]int{s, int(successors.State(i)[0])}
			labels[way] = append(labels[way], l.Labels()[successors.Label(i)])
		}
	}
	for _, s := range l.Initial() {
		x.Nodes[s[0]].Note = "start"
	}
	for _, way := range slices.SortedFunc(maps.Keys(labels), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		x.Arcs = append(x.Arcs, Arc{From: way[0], To: way[1], Label: strings.Join(labels[way], ", "), Kind: "arc"})
	}
}

// drawCircuit draws inputs and gates as circles, latches and named signals as boxes. An arc with a round end is
// negated.
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
	signals := func(kind string, list []circuit.Signal) {
		for _, s := range list {
			x.Nodes = append(x.Nodes, Node{Transition: true, Name: kind + " " + s.Name, Label: s.Name, About: kind, Silent: true})
			x.wire(s.Lit, len(x.Nodes)-1)
		}
	}
	signals("output", c.Outputs)
	signals("bad", c.Bad)
	signals("constraint", c.Constraints)
	signals("fairness", c.Fairness)
	for _, j := range c.Justice {
		for _, l := range j.Lits {
			signals("justice", []circuit.Signal{{Name: j.Name, Lit: l}})
		}
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
