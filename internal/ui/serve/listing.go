package serve

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/petri"
)

// The game of listed systems: the state in which the system is holds a token.

// A listing is a listed system with numbers for its transitions, those of a state one after the other. It is a rule.
type listing struct {
	of    *kripke.LTS
	edges []kripke.Edge
	first []int // by state: its first edge; one more at the end
}

func newListing(l *kripke.LTS) *listing {
	x := &listing{of: l}
	var out kripke.Successors
	for s := range l.States() {
		x.first = append(x.first, len(x.edges))
		out.Reset(l.Words())
		if l.Successors(kripke.State{uint64(s)}, &out) != nil {
			continue // a listed state has its successors in the list
		}
		for i := range out.Len() {
			x.edges = append(x.edges, kripke.Edge{From: s, To: int(out.State(i)[0]), Label: out.Label(i)})
		}
	}
	x.first = append(x.first, len(x.edges))
	return x
}

// Initial, Enabled and Fire are those of a net with a place for each state.
func (x *listing) Initial() petri.Marking {
	m := make(petri.Marking, x.of.States())
	m[x.of.Initial()[0][0]] = 1
	return m
}

func (x *listing) Enabled(m petri.Marking, t int) bool { return m[x.edges[t].From] == 1 }

func (x *listing) Fire(m petri.Marking, t int) (petri.Marking, error) {
	e := x.edges[t]
	if !x.Enabled(m, t) {
		return nil, fmt.Errorf("%s leaves state %d, not this one", x.of.Labels()[e.Label], e.From)
	}
	next := m.Clone()
	next[e.From]--
	next[e.To]++
	return next, nil
}

// run returns the numbers of the transitions of a path.
func (x *listing) run(p *kripke.Path) (steps []int) {
	for i, label := range p.Labels {
		from := int(p.States[i][0])
		for t := x.first[from]; t < x.first[from+1]; t++ {
			if e := x.edges[t]; e.Label == label && e.To == int(p.States[i+1][0]) {
				steps = append(steps, t)
				break
			}
		}
	}
	return steps
}

// drawListed draws each state as a circle. Transitions between the same two states share an arc. In the game, those
// from where the system is are found at the states to which they lead.
func (x *Net) drawListed(l *listing) {
	arcs := map[[2]int]int{}
	for s := range l.of.States() {
		name := fmt.Sprint(s)
		x.Nodes = append(x.Nodes, Node{Name: name, Label: l.of.Format(kripke.State{uint64(s)})})
		x.Places = append(x.Places, Element{Node: s, Name: name, Label: "state " + name})
	}
	for _, s := range l.of.Initial() {
		x.Nodes[s[0]].Note = "start"
	}
	for _, e := range l.edges {
		way, label := [2]int{e.From, e.To}, l.of.Labels()[e.Label]
		at, ok := arcs[way]
		if !ok {
			at = len(x.Arcs)
			arcs[way] = at
			x.Arcs = append(x.Arcs, Arc{From: e.From, To: e.To, Label: label, Kind: "arc"})
		} else {
			x.Arcs[at].Label += ", " + label
		}
		x.Transitions = append(x.Transitions, Element{
			Node: e.To, Name: syntax.NameText(label), Label: fmt.Sprintf("%s → %d", label, e.To), Arc: new(at),
		})
	}
}
