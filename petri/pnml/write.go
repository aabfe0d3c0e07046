package pnml

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"brim/petri"
)

// This file writes place/transition nets.

// Write writes net as a PNML document of one page, which Read turns into an equal
// net. Names become ids, aliases names. Read arcs are two arcs, inhibitor arcs carry
// <type value="inhibitor"/>, units are the toolspecific part of the tool nupn.
//
// A net that PNML cannot express is an error before anything is written: empty
// names, characters that XML does not allow, a place and a transition of the same
// name, blanks in the names of units and their places. Errors of w are returned.
func Write(w io.Writer, net *petri.Net) error {
	if err := writable(net); err != nil {
		return fmt.Errorf("pnml: Write: net %s: %w", net.Name, err)
	}
	p := &netPrinter{printer{w: bufio.NewWriterSize(w, 1<<16)}, net}
	p.taken = p.isTaken
	p.document()
	return p.w.Flush()
}

// writable says why net has no PNML document.
func writable(net *petri.Net) error {
	if !isXMLText(net.Name) {
		return fmt.Errorf("the net's name has characters that XML does not allow")
	}
	for i := range net.Places {
		if err := checkID("place", net.Places[i].Name, net.Places[i].Alias); err != nil {
			return err
		}
		if _, both := net.TransitionIndex(net.Places[i].Name); both {
			return fmt.Errorf("a place and a transition are called %q", net.Places[i].Name)
		}
	}
	for i := range net.Transitions {
		if err := checkID("transition", net.Transitions[i].Name, net.Transitions[i].Alias); err != nil {
			return err
		}
	}
	return writableUnits(net.Units, func(p int) string { return net.Places[p].Name })
}

// writableUnits says why units, of which there may be none, have no PNML.
func writableUnits(units *petri.Units, place func(int) string) error {
	if units == nil {
		return nil
	}
	seen := make(map[string]bool, len(units.List))
	for i := range units.List {
		u := &units.List[i]
		switch {
		case !isWord(u.Name) || !isXMLText(u.Name):
			return fmt.Errorf("unit name %q is not a word", u.Name)
		case seen[u.Name]:
			return fmt.Errorf("two units are called %q", u.Name)
		}
		seen[u.Name] = true
		for _, p := range u.Places {
			if !isWord(place(p)) {
				return fmt.Errorf("place %q of unit %s is not one word", place(p), u.Name)
			}
		}
	}
	return nil
}

func checkID(kind, name, alias string) error {
	switch {
	case name == "":
		return fmt.Errorf("a %s has no name", kind)
	case !isXMLText(name):
		return fmt.Errorf("%s %q has characters that XML does not allow", kind, name)
	case !isXMLText(alias):
		return fmt.Errorf("the alias %q of %s %q has characters that XML does not allow", alias, kind, name)
	}
	return nil
}

// isXMLText reports whether s is valid UTF-8 and made of the characters of XML 1.0.
func isXMLText(s string) bool {
	for _, c := range s {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c == 0xfffe || c == 0xffff {
			return false
		}
	}
	return utf8.ValidString(s)
}

// A printer writes XML. Errors stay in w until it is flushed.
type printer struct {
	w     *bufio.Writer
	num   []byte               // reused by int
	ids   int                  // numbers used by fresh
	taken func(id string) bool // by the net, a place or a transition
}

// A netPrinter writes the parts of a place/transition net.
type netPrinter struct {
	printer
	net *petri.Net
}

func (p *netPrinter) isTaken(id string) bool {
	_, place := p.net.PlaceIndex(id)
	_, transition := p.net.TransitionIndex(id)
	return place || transition || id == p.net.Name
}

// grammar is what the namespace of PNML and the types of its nets begin with.
const grammar = "http://www.pnml.org/version-2009/grammar/"

// head writes the start of a document up to the name of the net.
func (p *printer) head(name, kind string) {
	p.raw(xml.Header)
	p.open("pnml", "xmlns", grammar+"pnml")
	p.raw("\n  ")
	p.open("net", "id", name, "type", kind)
	p.raw("\n    <name><text>")
	p.text(name)
	p.raw("</text></name>\n")
}

// page writes the start of a page.
func (p *printer) page() {
	p.raw("    ")
	p.open("page", "id", p.fresh("page"))
	p.raw("\n")
}

// document writes the whole net: places, transitions, arcs, and units.
func (p *netPrinter) document() {
	p.head(p.net.Name, grammar+"ptnet")
	p.page()
	for i := range p.net.Places {
		p.place(&p.net.Places[i])
	}
	for i := range p.net.Transitions {
		p.node("transition", p.net.Transitions[i].Name, p.net.Transitions[i].Alias)
		p.raw("</transition>\n")
	}
	for i := range p.net.Transitions {
		t := &p.net.Transitions[i]
		for _, a := range t.Pre {
			p.arc(p.net.Places[a.Place].Name, t.Name, a.Weight, "")
		}
		for _, a := range t.Post {
			p.arc(t.Name, p.net.Places[a.Place].Name, a.Weight, "")
		}
		for _, a := range t.Inhibit {
			p.arc(p.net.Places[a.Place].Name, t.Name, a.Weight, `<type value="inhibitor"/>`)
		}
	}
	p.raw("    </page>\n")
	if p.net.Units != nil {
		p.units(p.net.Units, len(p.net.Places), len(p.net.Transitions), p.net.ArcCount(),
			func(i int) string { return p.net.Places[i].Name })
	}
	p.raw("  </net>\n</pnml>\n")
}

// node writes the start of a place or transition.
func (p *printer) node(kind, name, alias string) {
	p.raw("      ")
	p.open(kind, "id", name)
	p.raw("<name><text>")
	p.text(cmp.Or(alias, name))
	p.raw("</text></name>")
}

func (p *netPrinter) place(place *petri.Place) {
	p.node("place", place.Name, place.Alias)
	if place.Initial != 0 {
		p.raw("<initialMarking><text>")
		p.int(place.Initial)
		p.raw("</text></initialMarking>")
	}
	p.raw("</place>\n")
}

func (p *netPrinter) arc(source, target string, weight int64, label string) {
	p.raw("      ")
	p.open("arc", "id", p.fresh("a"), "source", source, "target", target)
	if weight != 1 {
		p.raw("<inscription><text>")
		p.int(weight)
		p.raw("</text></inscription>")
	}
	p.raw(label)
	p.raw("</arc>\n")
}

// units writes the toolspecific part with the units of an NUPN, of a net with so many places, transitions and arcs.
func (p *printer) units(u *petri.Units, places, transitions, arcs int, place func(int) string) {
	number := strconv.Itoa
	p.raw("    ")
	p.open("toolspecific", "tool", "nupn", "version", "1.1")
	p.raw("\n      ")
	p.leaf("size", "places", number(places), "transitions", number(transitions), "arcs", number(arcs))
	p.raw("\n      ")
	p.open("structure", "units", number(len(u.List)), "root", u.List[u.Root].Name, "safe", strconv.FormatBool(u.Safe))
	p.raw("\n")
	for i := range u.List {
		unit := &u.List[i]
		p.raw("        ")
		p.open("unit", "id", unit.Name)
		p.raw("<places>")
		p.list(unit.Places, place)
		p.raw("</places><subunits>")
		p.list(unit.Sub, func(i int) string { return u.List[i].Name })
		p.raw("</subunits></unit>\n")
	}
	p.raw("      </structure>\n    </toolspecific>\n")
}

func (p *printer) list(indices []int, name func(int) string) {
	for i, x := range indices {
		if i > 0 {
			p.raw(" ")
		}
		p.text(name(x))
	}
}

// fresh returns an id with the prefix that no place or transition has.
func (p *printer) fresh(prefix string) string {
	for {
		id := prefix + strconv.Itoa(p.ids)
		p.ids++
		if !p.taken(id) {
			return id
		}
	}
}

// open writes the start of an element with attributes, each a name and its value.
func (p *printer) open(element string, attrs ...string) { p.tag(element, attrs, ">") }

// leaf writes an element without children.
func (p *printer) leaf(element string, attrs ...string) { p.tag(element, attrs, "/>") }

func (p *printer) tag(element string, attrs []string, end string) {
	p.raw("<")
	p.raw(element)
	for i := 0; i < len(attrs); i += 2 {
		p.raw(" ")
		p.raw(attrs[i])
		p.raw("=\"")
		p.text(attrs[i+1])
		p.raw("\"")
	}
	p.raw(end)
}

func (p *printer) raw(s string) { p.w.WriteString(s) }

// text writes s escaped, for attributes as well as content.
func (p *printer) text(s string) { xml.EscapeText(p.w, []byte(s)) }

func (p *printer) int(v int64) {
	p.num = strconv.AppendInt(p.num[:0], v, 10)
	p.w.Write(p.num)
}
