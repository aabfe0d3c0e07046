package pnml

import (
	"fmt"
	"io"
	"strconv"

	"brim/petri/extended"
	"brim/petri/timed"
)

// This file writes nets in the form in which TAPAAL hands them to its engines.

// WriteTAPAALEngine is WriteTAPAAL for the form that TAPAAL's engines read, such as verifydtapn: transport arcs are one
// element, and there is no drawing. Questions for the engines are those that ctl/syntax writes as properties.
func WriteTAPAALEngine(w io.Writer, d *timed.Document) error {
	p, err := newTAPAAL(w, d)
	if err != nil {
		return fmt.Errorf("pnml: WriteTAPAALEngine: net %s: %w", d.Net().Name, err)
	}
	p.raw("<pnml>\n  ")
	p.open("net", "id", p.name(), "type", "P/T net")
	p.raw("\n")
	line := func(element string, attrs ...string) {
		p.raw("    ")
		p.leaf(element, attrs...)
		p.raw("\n")
	}
	for i := range p.net.Places {
		place := &p.net.Places[i]
		line("place", "id", place.ID, "name", place.ID, "invariant", p.invariant(i), "initialMarking",
			strconv.FormatInt(place.Initial, 10))
	}
	for i := range p.net.Transitions {
		t := &p.net.Transitions[i]
		line("transition", "id", t.ID, "name", t.ID, "urgent", p.urgent(i))
	}
	for i := range p.net.Arcs {
		a := &p.net.Arcs[i]
		place, transition, weight := p.net.Places[a.Place].ID, p.net.Transitions[a.Transition].ID,
			strconv.FormatInt(a.Weight, 10)
		switch a.Kind {
		case extended.Output:
			line("outputArc", "inscription", "1", "source", transition, "target", place, "weight", weight)
		case extended.Inhibitor:
			line("inhibitorArc", "inscription", p.interval(i), "source", place, "target", transition, "weight", weight)
		default:
			line("inputArc", "inscription", p.interval(i), "source", place, "target", transition, "weight", weight)
		}
	}
	if p.ages != nil {
		for _, a := range p.ages.Transports {
			line("transportArc", "inscription", a.Ages.String(), "source", p.net.Places[a.From].ID,
				"transition", p.net.Transitions[a.Transition].ID, "target", p.net.Places[a.To].ID, "weight",
				strconv.FormatInt(a.Weight, 10))
		}
	}
	p.raw("  </net>\n</pnml>\n")
	return p.w.Flush()
}
