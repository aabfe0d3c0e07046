package picture

import (
	"fmt"
	"slices"
	"strings"

	"brim/check"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/sequence"
	"brim/internal/trace"
	"brim/petri"
	"brim/petri/order"
)

// Trace returns the path of w as a diagram. Its lifelines are the components of d in which the path changes something,
// in the order in which the net lists their first places.
func Trace(net *petri.Net, d order.Decomposition, w *check.Witness) *sequence.Diagram {
	p := trace.Follow(net, w)
	level := d.LevelOf(len(net.Places))
	touched := map[int]bool{} // levels
	for _, s := range p.Steps {
		for _, c := range s.Changes {
			touched[level[c.Place]] = true
		}
	}
	g := &sequence.Diagram{Title: w.Formula.Format(naming.Aliases(net)), Loop: sequence.NoLoop, Dead: p.Dead}
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
	for i, name := range componentNames(net, components) {
		g.Lifelines = append(g.Lifelines, sequence.Lifeline{
			Name: name, Start: local(net, w.Start, components[i]), About: strings.Join(naming.Calls(net, components[i]), " "),
		})
	}
	for _, s := range p.Steps {
		row := sequence.Row{Label: net.TransitionAlias(s.Transition)}
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
			role, text := describe(net, list, len(components[i]) == 1)
			row.Marks = append(row.Marks, sequence.Mark{Lifeline: i, Role: role, Text: text})
		}
		g.Rows = append(g.Rows, row)
	}
	switch {
	case w.Loop != check.NoLoop:
		g.Loop = w.Loop
		g.End = fmt.Sprintf("and again from step %d", w.Loop+1)
	case p.Dead:
		g.End = "no transition is enabled"
	}
	return g
}

// local writes the tokens of a component: the number of a single place, the marked ones of several.
func local(net *petri.Net, m petri.Marking, places []int) string {
	if len(places) == 1 {
		return quantity.Int(m[places[0]])
	}
	var list []string
	for _, p := range places {
		if m[p] > 0 {
			list = append(list, amount(net, p, m[p]))
		}
	}
	if list == nil {
		return "empty"
	}
	return strings.Join(list, " ")
}

// describe says what a step does to a component, of which it changes some places.
func describe(net *petri.Net, list []trace.Change, single bool) (sequence.Role, string) {
	var lost, gained []string
	for _, c := range list {
		if c.To < c.From {
			lost = append(lost, amount(net, c.Place, c.From-c.To))
		} else {
			gained = append(gained, amount(net, c.Place, c.To-c.From))
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
	if single && len(list) == 1 {
		text = quantity.Int(list[0].From) + " → " + quantity.Int(list[0].To)
	}
	return role, text
}

// amount writes a number of tokens of a place: the name alone for one.
func amount(net *petri.Net, place int, tokens int64) string {
	if tokens == 1 {
		return net.PlaceAlias(place)
	}
	return quantity.Int(tokens) + "·" + net.PlaceAlias(place)
}
