package pnml

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"brim/petri/coloured"
)

// This file writes coloured nets.

// WriteColoured writes net as a PNML document of the type symmetricnet with one page, which ReadAny turns into an equal
// net; only sorts without identifiers, which are written where they are used, may come in another order. Names become
// ids, aliases names. It writes structures only, without their texts.
//
// A net that PNML cannot express is an error before anything is written: characters that XML does not allow, a place
// and a transition of the same name, terms that are nested too deeply to be read. Errors of w are returned.
func WriteColoured(w io.Writer, net *coloured.Net) error {
	if err := writableColoured(net); err != nil {
		return fmt.Errorf("pnml: WriteColoured: net %s: %w", net.Name, err)
	}
	ids := map[string]bool{net.Name: true}
	for i := range net.Places {
		ids[net.Places[i].Name] = true
	}
	for i := range net.Transitions {
		ids[net.Transitions[i].Name] = true
	}
	p := &colouredPrinter{printer{taken: func(id string) bool { return ids[id] }, w: bufio.NewWriterSize(w, 1<<16)},
		net}
	p.document()
	return p.w.Flush()
}

// writableColoured says why net has no PNML document.
func writableColoured(net *coloured.Net) error {
	if !isXMLText(net.Name) {
		return fmt.Errorf("the net's name has characters that XML does not allow")
	}
	for i := range net.Sorts {
		s := &net.Sorts[i]
		if s.ID != "" {
			if err := checkID("sort", s.ID, s.Name); err != nil {
				return err
			}
		}
		for _, c := range s.Constants {
			if err := checkID("constant", c.ID, c.Name); err != nil {
				return err
			}
		}
	}
	for _, v := range net.Variables {
		if err := checkID("variable", v.ID, v.Name); err != nil {
			return err
		}
	}
	places := map[string]bool{}
	for i := range net.Places {
		p := &net.Places[i]
		if err := checkID("place", p.Name, p.Alias); err != nil {
			return err
		}
		places[p.Name] = true
		if p.Initial != nil && termDepth(p.Initial) > maxTermDepth {
			return fmt.Errorf("the initial marking of place %q has more than %d nested terms", p.Name, maxTermDepth)
		}
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		if err := checkID("transition", t.Name, t.Alias); err != nil {
			return err
		}
		if places[t.Name] {
			return fmt.Errorf("a place and a transition are called %q", t.Name)
		}
		depth := 0
		if t.Guard != nil {
			depth = guardDepth(t.Guard)
		}
		for _, arcs := range [][]coloured.Arc{t.Pre, t.Post, t.Inhibit} {
			for _, a := range arcs {
				depth = max(depth, termDepth(a.Term))
			}
		}
		if depth > maxTermDepth {
			return fmt.Errorf("transition %q has more than %d nested terms", t.Name, maxTermDepth)
		}
	}
	return nil
}

// maxTermDepth is how deep terms may nest in a document: each is two elements, with what is around and inside of them.
const maxTermDepth = (maxDepth - 20) / 2

func termDepth(t *coloured.Term) int {
	depth := 0
	for _, a := range t.Args {
		depth = max(depth, termDepth(a))
	}
	return depth + 1
}

func guardDepth(g *coloured.Guard) int {
	depth := 0
	for _, a := range g.Args {
		depth = max(depth, guardDepth(a))
	}
	if g.Left != nil {
		depth = max(termDepth(g.Left), termDepth(g.Right))
	}
	return depth + 1
}

// A colouredPrinter writes the parts of a coloured net.
type colouredPrinter struct {
	printer
	net *coloured.Net
}

// document writes the whole net: declarations of sorts and variables, places, transitions, and arcs.
func (p *colouredPrinter) document() {
	p.head(p.net.Name, grammar+"symmetricnet")
	p.raw("    <declaration><structure><declarations>\n")
	for i := range p.net.Sorts {
		p.sortDeclaration(i)
	}
	for i := range p.net.Variables {
		v := &p.net.Variables[i]
		p.raw("      ")
		p.open("variabledecl", "id", v.ID, "name", v.Name)
		p.sort(v.Sort)
		p.raw("</variabledecl>\n")
	}
	p.raw("    </declarations></structure></declaration>\n")
	p.page()
	for i := range p.net.Places {
		x := &p.net.Places[i]
		p.node("place", x.Name, x.Alias)
		p.structured("type", func() { p.sort(x.Sort) })
		if x.Initial != nil {
			p.structured("hlinitialMarking", func() { p.term(x.Initial) })
		}
		p.raw("</place>\n")
	}
	for i := range p.net.Transitions {
		t := &p.net.Transitions[i]
		p.node("transition", t.Name, t.Alias)
		if t.Guard != nil {
			p.structured("condition", func() { p.guard(t.Guard) })
		}
		p.raw("</transition>\n")
	}
	for i := range p.net.Transitions {
		t := &p.net.Transitions[i]
		for _, a := range t.Pre {
			p.arc(p.net.Places[a.Place].Name, t.Name, a.Term, "")
		}
		for _, a := range t.Post {
			p.arc(t.Name, p.net.Places[a.Place].Name, a.Term, "")
		}
		for _, a := range t.Inhibit {
			p.arc(p.net.Places[a.Place].Name, t.Name, a.Term, "inhibitor")
		}
	}
	p.raw("    </page>\n  </net>\n</pnml>\n")
}

// arc writes an arc, with a kind unless it is a normal one.
func (p *colouredPrinter) arc(source, target string, term *coloured.Term, kind string) {
	p.raw("      ")
	p.open("arc", "id", p.fresh("a"), "source", source, "target", target)
	if kind != "" {
		p.leaf("type", "value", kind)
	}
	p.structured("hlinscription", func() { p.term(term) })
	p.raw("</arc>\n")
}

// structured writes a label whose structure is what content writes.
func (p *colouredPrinter) structured(label string, content func()) {
	p.open(label)
	p.raw("<structure>")
	content()
	p.raw("</structure></" + label + ">")
}

// sortDeclaration writes a sort with an identifier; others are written where they are used.
func (p *colouredPrinter) sortDeclaration(i int) {
	s := &p.net.Sorts[i]
	if s.ID == "" {
		return
	}
	p.raw("      ")
	if s.Kind != coloured.Partition {
		p.open("namedsort", "id", s.ID, "name", s.Name)
		p.structure(s)
		p.raw("</namedsort>\n")
		return
	}
	p.open("partition", "id", s.ID, "name", s.Name)
	p.sort(s.Base)
	for _, c := range s.Constants {
		p.open("partitionelement", "id", c.ID, "name", c.Name)
		for _, m := range c.Members {
			p.term(&coloured.Term{Op: coloured.Colour, Sort: s.Base, Value: m})
		}
		p.raw("</partitionelement>")
	}
	p.raw("</partition>\n")
}

// sort writes a sort where it is used.
func (p *colouredPrinter) sort(i int) {
	if s := &p.net.Sorts[i]; s.ID != "" {
		p.leaf("usersort", "declaration", s.ID)
	} else {
		p.structure(s)
	}
}

func (p *colouredPrinter) structure(s *coloured.Sort) {
	switch s.Kind {
	case coloured.Dot:
		p.leaf("dot")
	case coloured.Range:
		p.leaf("finiteintrange", "start", strconv.FormatInt(s.Low, 10), "end", strconv.FormatInt(s.High, 10))
	case coloured.Product:
		p.raw("<productsort>")
		for _, part := range s.Parts {
			p.sort(part)
		}
		p.raw("</productsort>")
	case coloured.Finite, coloured.Cyclic:
		element := "finiteenumeration"
		if s.Kind == coloured.Cyclic {
			element = "cyclicenumeration"
		}
		p.open(element)
		for _, c := range s.Constants {
			p.leaf("feconstant", "id", c.ID, "name", c.Name)
		}
		p.raw("</" + element + ">")
	}
}
