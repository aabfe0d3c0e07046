package picture

import (
	"fmt"
	"slices"
	"strings"

	"brim/check"
	"brim/check/explore"
	"brim/ctl/syntax"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/ui/sequence"
	"brim/internal/ui/trace"
	"brim/petri"
	"brim/petri/coloured/notation"
	"brim/petri/order"
)

// Traces of nets as sequence diagrams.

// Trace converts the path of the witness w into a sequence diagram. Its lifelines are the components of d that the path
// changes, in the order of their first places in the net; each step becomes a row with a mark on every lifeline that it
// changes or reads.
func Trace(names naming.Names, d order.Decomposition, w *check.Witness) *sequence.Diagram {
	net := names.Net
	p := trace.Follow(net, w)
	level := d.LevelOf(len(net.Places))
	touched := map[int]bool{} // levels
	for _, s := range p.Steps {
		for _, c := range s.Changes {
			touched[level[c.Place]] = true
		}
	}
	g := &sequence.Diagram{Title: names.Formula(w.Formula), Loop: sequence.NoLoop, Dead: p.Dead}
	var components [][]int
	lifeline := map[int]int{} // by level
	for place := range net.Places {
		k := level[place]
		if _, ok := lifeline[k]; !touched[k] || ok {
			continue
		}
		lifeline[k] = len(components)
		members := slices.Sorted(slices.Values(d.Levels[k-1]))
		components = append(components, members)
	}
	for i, name := range ComponentNames(names, components) {
		g.Lifelines = append(g.Lifelines, sequence.Lifeline{
			Name: name, Start: local(names, w.Start, components[i]),
			About: strings.Join(names.PlaceCalls(components[i]), " "),
		})
	}
	for _, s := range p.Steps {
		row := sequence.Row{Label: names.TransitionCall(s.Transition)}
		changed := make([][]trace.Change, len(components))
		for _, c := range s.Changes {
			i := lifeline[level[c.Place]]
			changed[i] = append(changed[i], c)
		}
		reads := map[int]bool{}
		for _, arcs := range [][]petri.Arc{net.Transitions[s.Transition].Pre, net.Transitions[s.Transition].Inhibit} {
			for _, a := range arcs {
				if i, ok := lifeline[level[a.Place]]; ok {
					reads[i] = true
				}
			}
		}
		for i, list := range changed {
			if len(list) == 0 && !reads[i] {
				continue
			}
			role, text := describe(names, list, components[i])
			row.Marks = append(row.Marks, sequence.Mark{Lifeline: i, Role: role, Text: text})
		}
		g.Rows = append(g.Rows, row)
	}
	switch {
	case w.Loop != check.NoLoop:
		g.Loop = w.Loop
		g.End = fmt.Sprintf("and again from step %d", w.Loop+1)
	case p.Dead && w.Formula.Op == syntax.E:
		g.End = "no transition is enabled: and so for ever"
	case p.Dead:
		g.End = "no transition is enabled"
	}
	return g
}

// Lifelines returns the components of the places that lifelines stand for: those of the diagrams that explored the net,
// nil if none did, or each place by itself, of a coloured net with all its colours.
func Lifelines(m *check.Model, explored *explore.Exploration) order.Decomposition {
	u := m.Unfolding
	if explored != nil && len(explored.Order.Levels) > 0 && (u == nil || explored.Order.Grouped()) {
		return explored.Order
	}
	var d order.Decomposition
	if u != nil {
		for place := range u.Coloured.Places {
			d.Levels = append(d.Levels, naming.PlacesOf(u, place))
		}
		return d
	}
	for p := range m.Net.Places {
		d.Levels = append(d.Levels, []int{p})
	}
	return d
}

// local writes the tokens of a component: the number of a single place, the marked ones of several, the colours of one
// place of a coloured net.
func local(names naming.Names, m petri.Marking, places []int) string {
	if len(places) == 1 {
		return quantity.Int(m[places[0]])
	}
	if of, ok := onePlace(names, places); ok {
		return notation.Multiset(names.Unfolding.Coloured, sortOf(names, of), trace.Colours(names.Unfolding, m, places))
	}
	var list []string
	for _, p := range places {
		if m[p] > 0 {
			list = append(list, amount(names, p, m[p]))
		}
	}
	if list == nil {
		return "empty"
	}
	return strings.Join(list, " ")
}

// onePlace returns the place of a coloured net that several places are colours of, if it is one.
func onePlace(names naming.Names, places []int) (of int, ok bool) {
	u := names.Unfolding
	if u == nil || len(places) == 1 {
		return 0, false
	}
	of, _ = u.PlaceOf(places[0])
	first, end := u.Places(of)
	return of, !slices.ContainsFunc(places, func(p int) bool { return p < first || p >= end })
}

// sortOf returns the sort of a place of the coloured net.
func sortOf(names naming.Names, place int) int { return names.Unfolding.Coloured.Places[place].Sort }

// describe returns the role of a component in a step and the text of its change: the tokens lost and gained, or for a
// single place the numbers before and after. list has the changes of the component's places; if it is empty, the step
// only reads the component.
func describe(names naming.Names, list []trace.Change, component []int) (sequence.Role, string) {
	var lost, gained []string
	for _, c := range list {
		if c.To < c.From {
			lost = append(lost, amount(names, c.Place, c.From-c.To))
		} else {
			gained = append(gained, amount(names, c.Place, c.To-c.From))
		}
	}
	role, text := sequence.Reads, ""
	switch {
	case lost != nil && gained != nil:
		role, text = sequence.Both, strings.Join(lost, " ")+" → "+strings.Join(gained, " ")
	case lost != nil:
		role, text = sequence.Takes, "− "+strings.Join(lost, " ")
	case gained != nil:
		role, text = sequence.Gives, "+ "+strings.Join(gained, " ")
	}
	if _, ok := onePlace(names, component); ok && len(list) > 0 {
		text = strings.Join(trace.ByPlace(names.Unfolding, list)[0].Terms(names.Unfolding), " ")
	}
	if len(component) == 1 && len(list) == 1 {
		text = quantity.Int(list[0].From) + " → " + quantity.Int(list[0].To)
	}
	return role, text
}

// amount writes a number of tokens of a place: the name alone for one.
func amount(names naming.Names, place int, tokens int64) string {
	if tokens == 1 {
		return names.PlaceCall(place)
	}
	return quantity.Int(tokens) + "·" + names.PlaceCall(place)
}
