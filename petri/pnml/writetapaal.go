package pnml

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"brim/petri/extended"
	"brim/petri/timed"
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

// WriteTAPAAL writes a net without time or a timed-arc net as a model of TAPAAL with one component, which ReadExtended
// turns into an equal one. Nodes without a position are put into rows.
//
// The error says what the format cannot hold, or is that of w: names, see IsTAPAALName, capacities, read and reset
// arcs, priorities, intervals of transitions. Labels, final markings and silent transitions are left out, and so is a
// name of the net that is no name.
func WriteTAPAAL(w io.Writer, d *timed.Document) error {
	p, err := newTAPAAL(w, d)
	if err != nil {
		return fmt.Errorf("pnml: WriteTAPAAL: net %s: %w", d.Net().Name, err)
	}
	p.document()
	return p.w.Flush()
}

// newTAPAAL returns a printer of a document, or says why TAPAAL cannot hold it.
func newTAPAAL(w io.Writer, d *timed.Document) (*tapaalPrinter, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if d.Timed != nil {
		return nil, errors.New("it has intervals of transitions")
	}
	if err := fitsTAPAAL(d.Net()); err != nil {
		return nil, err
	}
	return &tapaalPrinter{printer{w: bufio.NewWriterSize(w, 1<<16)}, d.Net(), d.Arcs}, nil
}

// fitsTAPAAL says why TAPAAL cannot hold the net.
func fitsTAPAAL(net *extended.Net) error {
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
	net  *extended.Net
	ages *timed.ArcNet // nil without time
}

// name returns the name of the net.
func (p *tapaalPrinter) name() string {
	if IsTAPAALName(p.net.Name) {
		return p.net.Name
	}
	return "Net"
}

// invariant returns the invariant of a place.
func (p *tapaalPrinter) invariant(place int) string {
	if p.ages == nil || p.ages.Invariants[place].Most == timed.Infinite {
		return "< inf"
	}
	b := p.ages.Invariants[place]
	if b.Open {
		return fmt.Sprint("< ", b.Most)
	}
	return fmt.Sprint("<= ", b.Most)
}

// interval returns the interval of an arc.
func (p *tapaalPrinter) interval(arc int) string {
	if p.ages == nil {
		return timed.Always().String()
	}
	return p.ages.Ages[arc].String()
}

// urgent says whether a transition is urgent.
func (p *tapaalPrinter) urgent(t int) string {
	return strconv.FormatBool(p.ages != nil && p.ages.Urgent[t])
}

func (p *tapaalPrinter) document() {
	p.raw("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n")
	p.open("pnml", "xmlns", "http://www.informatik.hu-berlin.de/top/pnml/ptNetb")
	p.raw("\n  ")
	p.open("net", "active", "true", "id", p.name(), "type", "P/T net")
	p.raw("\n")
	for i := range p.net.Places {
		place, at := &p.net.Places[i], p.at(0, i)
		p.raw("    ")
		p.leaf("place", "displayName", "true", "id", place.ID, "initialMarking", fmt.Sprint(place.Initial),
			"invariant", p.invariant(i),
			"name", place.ID, "nameOffsetX", "0", "nameOffsetY", "0", "positionX", decimal(at.X), "positionY",
			decimal(at.Y))
		p.raw("\n")
	}
	for i := range p.net.Transitions {
		t, at := &p.net.Transitions[i], p.at(1, i)
		p.raw("    ")
		p.leaf("transition", "angle", "0", "displayName", "true", "id", t.ID, "infiniteServer", "false", "name", t.ID,
			"nameOffsetX", "0", "nameOffsetY", "0", "player", "0", "positionX", decimal(at.X), "positionY",
			decimal(at.Y),
			"priority", "0", "urgent", p.urgent(i))
		p.raw("\n")
	}
	for i := range p.net.Arcs {
		p.arc(i, &p.net.Arcs[i])
	}
	if p.ages != nil {
		for i := range p.ages.Transports {
			p.transport(i)
		}
	}
	p.raw("  </net>\n  ")
	p.leaf("k-bound", "bound", "3")
	p.raw("\n  ")
	p.leaf("feature", "isGame", "false", "isTimed", strconv.FormatBool(p.ages != nil))
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

// arc writes an arc between a place and a transition.
func (p *tapaalPrinter) arc(i int, a *extended.Arc) {
	from, to := p.end(0, a.Place), p.end(1, a.Transition)
	kind, inscription := "timed", p.interval(i)
	switch a.Kind {
	case extended.Output:
		from, to = to, from
		kind, inscription = "normal", "1"
	case extended.Inhibitor:
		kind = "tapnInhibitor"
	}
	p.drawn(from, to, a.Via, "id", fmt.Sprint("A", i), "inscription", inscription, "type", kind, "weight",
		fmt.Sprint(a.Weight))
}

// transport writes a transport arc as two arcs with the same number.
func (p *tapaalPrinter) transport(i int) {
	a := &p.ages.Transports[i]
	from, through, to := p.end(0, a.From), p.end(1, a.Transition), p.end(0, a.To)
	attrs := func(which string) []string {
		return []string{"id", fmt.Sprint(which, i), "inscription", fmt.Sprint(a.Ages, ":", i+1), "transportID",
			fmt.Sprint(i + 1),
			"type", "transport", "weight", fmt.Sprint(a.Weight)}
	}
	p.drawn(from, through, a.Before, attrs("T")...)
	p.drawn(through, to, a.After, attrs("U")...)
}

// An end is a node at the end of an arc.
type end struct {
	id string
	at extended.Point
}

// end returns a place, row 0, or a transition, row 1.
func (p *tapaalPrinter) end(row, i int) end {
	if row == 0 {
		return end{p.net.Places[i].ID, p.at(row, i)}
	}
	return end{p.net.Transitions[i].ID, p.at(row, i)}
}

// drawn writes an arc with its bends.
func (p *tapaalPrinter) drawn(from, to end, via []extended.Point, attrs ...string) {
	p.raw("    ")
	p.open("arc", append(attrs, "nameOffsetX", "0", "nameOffsetY", "0", "source", from.id, "target", to.id)...)
	p.raw("\n")
	if len(via) > 0 {
		points := append(append([]extended.Point{from.at}, via...), to.at)
		for k, at := range points {
			p.raw("      ")
			p.leaf("arcpath", "arcPointType", "false", "id", fmt.Sprint(k), "xCoord", decimal(at.X), "yCoord",
				decimal(at.Y))
			p.raw("\n")
		}
	}
	p.raw("    </arc>\n")
}
