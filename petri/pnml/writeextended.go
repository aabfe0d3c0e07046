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

// This file writes extended nets and time Petri nets, with the positions at which a drawing has them.

// WriteExtended writes a net as a PNML document of one page, which ReadExtended turns into an equal net; labels lose
// blanks around them and are left out if they are just the ID, and so is a time that says nothing.
//
// What the standard has no notation for is written as the tools write it that have it: the kinds of arcs in both usual
// forms, <type value="inhibitor"/> and <arctype><text>inhibitor</text></arctype>, of which each tool reads one;
// capacities and priorities of transitions as labels with a text; final markings and silent transitions as ProM and
// PM4Py do, nested units as NUPNs have them. Pairs of transitions of which one has priority, and capacities of 0, which
// some tools take for no limit, are toolspecific parts that others skip. A time Petri net has Tina's type and its
// delays [BRV04].
//
// A net that PNML cannot express is an error before anything is written: characters that XML does not allow, a place
// and a transition of the same name, positions that are not finite, ages of tokens, a semantics of time other than
// Tina's. Errors of w are returned.
func WriteExtended(w io.Writer, d *timed.Document) error {
	net := d.Net()
	ids, err := expressible(d)
	if err != nil {
		return fmt.Errorf("pnml: WriteExtended: net %s: %w", net.Name, err)
	}
	p := &extendedPrinter{printer{w: bufio.NewWriterSize(w, 1<<16)}, net, d.Simple().Timed}
	p.taken = func(id string) bool { return ids[id] || id == net.Name }
	p.document()
	return p.w.Flush()
}

// expressible returns the IDs of all nodes, or says why net has no PNML document.
func expressible(d *timed.Document) (ids map[string]bool, err error) {
	net, t := d.Net(), d.Timed
	switch err := d.Check(); {
	case err != nil:
		return nil, err
	case d.Arcs != nil:
		return nil, errors.New("this is a timed-arc net, which PNML does not have")
	case t != nil && (t.Weak || t.Memory != timed.Intermediate):
		return nil, errors.New("the semantics of time is not strong and intermediate")
	}
	if !isXMLText(net.Name) {
		return nil, fmt.Errorf("the net's name has characters that XML does not allow")
	}
	ids = make(map[string]bool, len(net.Places)+len(net.Transitions))
	for i := range net.Places {
		p := &net.Places[i]
		if err := checkNode("place", p.ID, p.Label, p.At); err != nil {
			return nil, err
		}
		ids[p.ID] = true
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		if err := checkNode("transition", t.ID, t.Label, t.At); err != nil {
			return nil, err
		}
		if ids[t.ID] {
			return nil, fmt.Errorf("a place and a transition are called %q", t.ID)
		}
	}
	for i := range net.Transitions {
		ids[net.Transitions[i].ID] = true
	}
	if err := writableUnits(net.Units, func(p int) string { return net.Places[p].ID }); err != nil {
		return nil, err
	}
	for _, a := range net.Arcs {
		for i := range a.Via {
			if !finite(&a.Via[i]) {
				return nil, fmt.Errorf("an arc of transition %q is drawn at no finite position",
					net.Transitions[a.Transition].ID)
			}
		}
	}
	return ids, nil
}

// checkNode is checkID for a node that may have a position.
func checkNode(kind, id, label string, at *extended.Point) error {
	if at != nil && !finite(at) {
		return fmt.Errorf("%s %q is drawn at no finite position", kind, id)
	}
	return checkID(kind, id, label)
}

// finite reports whether both coordinates are numbers: x−x is not 0 for those that are not.
func finite(p *extended.Point) bool { return p.X-p.X == 0 && p.Y-p.Y == 0 }

// An extendedPrinter writes the parts of an extended net.
type extendedPrinter struct {
	printer
	net  *extended.Net
	time *timed.Net // nil if the net has no time
}

// document writes the whole net: places, transitions, arcs, final markings, priorities by pairs.
func (p *extendedPrinter) document() {
	kind := grammar + "ptnet"
	if p.time != nil {
		kind = tinaType
	}
	p.head(p.net.Name, kind)
	p.page()
	for i := range p.net.Places {
		place := &p.net.Places[i]
		p.node("place", place.ID, place.Label)
		p.graphics(place.At)
		p.number("initialMarking", place.Initial, 0)
		if place.Capacity == 0 {
			p.open("toolspecific", "tool", ownTool, "version", "1")
			p.raw("<capacity>0</capacity></toolspecific>")
		} else {
			p.number("capacity", place.Capacity, extended.Unlimited)
		}
		p.raw("</place>\n")
	}
	for i := range p.net.Transitions {
		t := &p.net.Transitions[i]
		p.node("transition", t.ID, t.Label)
		p.graphics(t.At)
		p.number("priority", t.Priority, 0)
		if p.time != nil {
			p.delay(p.time.Intervals[i])
		}
		if t.Silent {
			p.leaf("toolspecific", "tool", "ProM", "version", "6.4", "activity", "$invisible$")
		}
		p.raw("</transition>\n")
	}
	for i := range p.net.Arcs {
		p.arc(&p.net.Arcs[i])
	}
	p.raw("    </page>\n")
	p.finals()
	if p.net.Units != nil {
		p.units(p.net.Units, len(p.net.Places), len(p.net.Transitions), len(p.net.Arcs), p.place)
	}
	if len(p.net.Over) > 0 {
		p.raw("    ")
		p.open("toolspecific", "tool", ownTool, "version", "1")
		for _, o := range p.net.Over {
			p.leaf("priority", "first", p.net.Transitions[o.First].ID, "then", p.net.Transitions[o.Then].ID)
		}
		p.raw("</toolspecific>\n")
	}
	p.raw("  </net>\n</pnml>\n")
}

func (p *extendedPrinter) place(i int) string { return p.net.Places[i].ID }

// number writes a label with a number, unless it is the one that a label left out stands for.
func (p *printer) number(label string, n, absent int64) {
	if n == absent {
		return
	}
	p.open(label)
	p.raw("<text>")
	p.int(n)
	p.raw("</text></" + label + ">")
}

// graphics writes the position of a node, if it has one.
func (p *printer) graphics(at *extended.Point) {
	if at != nil {
		p.positions(*at)
	}
}

func (p *printer) positions(list ...extended.Point) {
	p.raw("<graphics>")
	for _, at := range list {
		p.leaf("position", "x", decimal(at.X), "y", decimal(at.Y))
	}
	p.raw("</graphics>")
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func (p *extendedPrinter) arc(a *extended.Arc) {
	source, target := p.net.Places[a.Place].ID, p.net.Transitions[a.Transition].ID
	if a.Kind == extended.Output {
		source, target = target, source
	}
	p.raw("      ")
	p.open("arc", "id", p.fresh("a"), "source", source, "target", target)
	if len(a.Via) > 0 {
		p.positions(a.Via...)
	}
	p.number("inscription", a.Weight, 1)
	switch a.Kind {
	case extended.Inhibitor:
		p.raw(`<type value="inhibitor"/><arctype><text>inhibitor</text></arctype>`)
	case extended.Reset:
		p.raw(`<type value="reset"/><arctype><text>reset</text></arctype>`)
	case extended.Read:
		p.raw(`<type value="test"/>`)
	}
	p.raw("</arc>\n")
}

// finals writes the final markings.
func (p *extendedPrinter) finals() {
	if len(p.net.Finals) == 0 {
		return
	}
	p.raw("    <finalmarkings>\n")
	for _, f := range p.net.Finals {
		p.raw("      <marking>")
		for i, tokens := range f {
			if tokens != 0 {
				p.open("place", "idref", p.net.Places[i].ID)
				p.raw("<text>")
				p.int(tokens)
				p.raw("</text></place>")
			}
		}
		p.raw("</marking>\n")
	}
	p.raw("    </finalmarkings>\n")
}
