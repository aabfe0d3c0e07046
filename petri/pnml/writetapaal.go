package pnml

import (
	"bufio"
	"fmt"
	"io"

	"brim/petri/extended"
)

// This file writes nets in the form in which TAPAAL keeps its models.

// IsTAPAALName reports whether TAPAAL takes the name for a node or a net: letters of ASCII, digits and underlines, of
// which the first is no digit.
func IsTAPAALName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != "" && name != "true" && name != "false"
}

// WriteTAPAAL writes net as a model of TAPAAL with one component and without time, which ReadExtended turns into an
// equal net: each interval is [0,inf), each invariant < inf. Nodes without a position are put into rows.
//
// The error says what the format cannot hold, or is that of w: names, see IsTAPAALName, capacities, read and reset
// arcs, priorities. Labels, final markings and silent transitions are left out, and so is a name of the net that is no
// name.
func WriteTAPAAL(w io.Writer, net *extended.Net) error {
	if err := fitsTAPAAL(net); err != nil {
		return fmt.Errorf("pnml: WriteTAPAAL: net %s: %w", net.Name, err)
	}
	p := &tapaalPrinter{printer{w: bufio.NewWriterSize(w, 1<<16)}, net}
	p.document()
	return p.w.Flush()
}

// fitsTAPAAL says why TAPAAL cannot hold the net.
func fitsTAPAAL(net *extended.Net) error {
	if err := net.Check(); err != nil {
		return err
	}
	taken := map[string]bool{}
	named := func(id string, at *extended.Point) error {
		if !IsTAPAALName(id) || taken[id] {
			return fmt.Errorf("%q is no name of a node, or of two; expected letters, digits and underlines", id)
		}
		taken[id] = true
		if at != nil && !finite(at) {
			return fmt.Errorf("%s is drawn at no finite position", id)
		}
		return nil
	}
	for i := range net.Places {
		if err := named(net.Places[i].ID, net.Places[i].At); err != nil {
			return err
		}
		if net.Places[i].Capacity != extended.Unlimited {
			return fmt.Errorf("place %s has a capacity", net.Places[i].ID)
		}
	}
	for i := range net.Transitions {
		if err := named(net.Transitions[i].ID, net.Transitions[i].At); err != nil {
			return err
		}
	}
	if net.HasPriorities() {
		return fmt.Errorf("some transition has priority over another")
	}
	for _, a := range net.Arcs {
		if a.Kind == extended.Read || a.Kind == extended.Reset {
			return fmt.Errorf("transition %s has a read or reset arc", net.Transitions[a.Transition].ID)
		}
	}
	return nil
}

type tapaalPrinter struct {
	printer
	net *extended.Net
}

func (p *tapaalPrinter) document() {
	name := p.net.Name
	if !IsTAPAALName(name) {
		name = "Net"
	}
	p.raw("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n")
	p.open("pnml", "xmlns", "http://www.informatik.hu-berlin.de/top/pnml/ptNetb")
	p.raw("\n  ")
	p.open("net", "active", "true", "id", name, "type", "P/T net")
	p.raw("\n")
	for i := range p.net.Places {
		place, at := &p.net.Places[i], p.at(0, i)
		p.raw("    ")
		p.leaf("place", "displayName", "true", "id", place.ID, "initialMarking", fmt.Sprint(place.Initial), "invariant", "< inf",
			"name", place.ID, "nameOffsetX", "0", "nameOffsetY", "0", "positionX", decimal(at.X), "positionY", decimal(at.Y))
		p.raw("\n")
	}
	for i := range p.net.Transitions {
		t, at := &p.net.Transitions[i], p.at(1, i)
		p.raw("    ")
		p.leaf("transition", "angle", "0", "displayName", "true", "id", t.ID, "infiniteServer", "false", "name", t.ID,
			"nameOffsetX", "0", "nameOffsetY", "0", "player", "0", "positionX", decimal(at.X), "positionY", decimal(at.Y),
			"priority", "0", "urgent", "false")
		p.raw("\n")
	}
	for i := range p.net.Arcs {
		p.arc(i, &p.net.Arcs[i])
	}
	p.raw("  </net>\n  ")
	p.leaf("k-bound", "bound", "3")
	p.raw("\n  ")
	p.leaf("feature", "isGame", "false", "isTimed", "false")
	p.raw("\n</pnml>\n")
}

// at returns the position of a place, row 0, or a transition, row 1, which stands in that row if it has none.
func (p *tapaalPrinter) at(row, i int) extended.Point {
	at := (*extended.Point)(nil)
	if row == 0 {
		at = p.net.Places[i].At
	} else {
		at = p.net.Transitions[i].At
	}
	if at == nil {
		return extended.Point{X: float64(90 * (i + 1)), Y: float64(90 * (row + 1))}
	}
	return *at
}

func (p *tapaalPrinter) arc(i int, a *extended.Arc) {
	source, target := p.net.Places[a.Place].ID, p.net.Transitions[a.Transition].ID
	from, to := p.at(0, a.Place), p.at(1, a.Transition)
	kind, inscription := "timed", "[0,inf)"
	switch a.Kind {
	case extended.Output:
		source, target, from, to = target, source, to, from
		kind, inscription = "normal", "1"
	case extended.Inhibitor:
		kind = "tapnInhibitor"
	}
	p.raw("    ")
	p.open("arc", "id", fmt.Sprint("A", i), "inscription", inscription, "nameOffsetX", "0", "nameOffsetY", "0",
		"source", source, "target", target, "type", kind, "weight", fmt.Sprint(a.Weight))
	p.raw("\n")
	if len(a.Via) > 0 {
		points := append(append([]extended.Point{from}, a.Via...), to)
		for k, at := range points {
			p.raw("      ")
			p.leaf("arcpath", "arcPointType", "false", "id", fmt.Sprint(k), "xCoord", decimal(at.X), "yCoord", decimal(at.Y))
			p.raw("\n")
		}
	}
	p.raw("    </arc>\n")
}
