package models

import (
	"io"
	"slices"
	"strings"

	"brim/internal/xmlscan"
)

// This file tells whether a document is PNML as brim-verify reads it. A document that is taken for such a one and is
// none is refused by brim-verify; so a mistake here proves nothing wrong.

// A plainReader walks through a document. It stops at the first thing that is not plain.
type plainReader struct {
	*xmlscan.Scanner
	coloured bool
	nets     int
	other    bool // something is not plain
}

// isPlain reports whether a document has one net, of places, transitions, arcs and pages, with the standard's labels
// and capacities, and with nothing else that brim gives a meaning to.
func isPlain(r io.Reader) bool {
	s, err := xmlscan.New(r, "", xmlscan.Config{Root: "pnml", Depth: 1000, Latin1: true})
	if err != nil {
		return false
	}
	p := &plainReader{Scanner: s}
	if _, err := s.Root(); err != nil {
		return false
	}
	err = s.Each(func(el xmlscan.Element) error {
		p.nets++
		return p.net(el)
	})
	return err == nil && !p.other && p.nets == 1
}

// net reads a net, whose type tells how to go on.
func (p *plainReader) net(el xmlscan.Element) error {
	kind := attribute(el, "type")
	switch kind[strings.LastIndexByte(kind, '/')+1:] {
	case "symmetricnet":
		p.coloured = true
	case "ptnet":
	default:
		p.other = true
	}
	p.other = p.other || el.Name != "net"
	return p.Each(p.item)
}

// item reads what stands inside a net or a page.
func (p *plainReader) item(el xmlscan.Element) error {
	switch el.Name {
	case "page":
		return p.Each(p.item)
	case "place":
		return p.node(el, "initialMarking", "capacity")
	case "transition":
		return p.node(el)
	case "arc":
		return p.node(el, "inscription", "type")
	case "declaration", "name", "graphics":
		return p.Skip()
	}
	return p.tool(el)
}

// tool reads what brim-verify skips: units of places. Other tools' parts may have a meaning for brim.
func (p *plainReader) tool(el xmlscan.Element) error {
	p.other = p.other || el.Name != "toolspecific" || !strings.EqualFold(attribute(el, "tool"), "nupn")
	return p.Skip()
}

// node reads a node or an arc with these labels.
func (p *plainReader) node(el xmlscan.Element, labels ...string) error {
	for _, a := range el.Attrs {
		known := a.Space != "" || slices.Contains([]string{"id", "source", "target", "xmlns"}, a.Name)
		p.other = p.other || !known
	}
	arc := el.Name == "arc"
	return p.Each(func(el xmlscan.Element) error {
		p.other = p.other || p.coloured && arc && el.Name == "type"
		switch {
		case p.coloured && el.Name != "toolspecific", el.Name == "name", el.Name == "graphics":
			return p.Skip()
		case el.Name == "type" && slices.Contains(labels, "type"):
			p.other = p.other || attribute(el, "value") != "normal" && attribute(el, "value") != "inhibitor"
			return p.Skip()
		case slices.Contains(labels, el.Name):
			return p.number(el)
		}
		return p.tool(el)
	})
}

// number reads a label with a number.
func (p *plainReader) number(el xmlscan.Element) error {
	capacity, found := el.Name == "capacity", false
	err := p.Each(func(el xmlscan.Element) error {
		if el.Name != "text" {
			return p.Skip()
		}
		text, err := p.Content()
		found = true
		p.other = p.other || capacity && string(text) == "0" // no limit, says PIPE
		return err
	})
	p.other = p.other || !found
	return err
}

func attribute(el xmlscan.Element, name string) string {
	for _, a := range el.Attrs {
		if a.Name == name {
			return string(a.Value)
		}
	}
	return ""
}
