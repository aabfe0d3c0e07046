package pnml

import (
	"strconv"

	"brim/petri/coloured"
)

// This file writes terms and guards of coloured nets.

// term writes a term in the notation of symmetric nets.
func (p *colouredPrinter) term(t *coloured.Term) {
	s := &p.net.Sorts[t.Sort]
	switch t.Op {
	case coloured.Colour:
		switch s.Kind {
		case coloured.Dot:
			p.leaf("dotconstant")
		case coloured.Range:
			p.open("finiteintrangeconstant", "value", strconv.FormatInt(s.Low+t.Value, 10))
			p.structure(s)
			p.raw("</finiteintrangeconstant>")
		default:
			p.leaf("useroperator", "declaration", s.Constants[t.Value].ID)
		}
	case coloured.Bound:
		p.leaf("variable", "refvariable", p.net.Variables[t.Value].ID)
	case coloured.All:
		p.raw("<all>")
		p.sort(t.Sort)
		p.raw("</all>")
	case coloured.Times:
		p.raw("<numberof><subterm>")
		p.open("numberconstant", "value", strconv.FormatInt(t.Value, 10))
		p.leaf(numberSort(t.Value))
		p.raw("</numberconstant></subterm>")
		p.subterms(t.Args...)
		p.raw("</numberof>")
	case coloured.BlockOf:
		p.open("partitionelementof", "refpartition", s.ID)
		p.subterms(t.Args...)
		p.raw("</partitionelementof>")
	case coloured.Sum:
		if len(t.Args) == 0 {
			p.raw("<empty>")
			p.sort(t.Sort)
			p.raw("</empty>")
			return
		}
		fallthrough
	default:
		element := opTerms[t.Op]
		p.open(element)
		p.subterms(t.Args...)
		p.raw("</" + element + ">")
	}
}

// numberSort returns the sort of a factor.
func numberSort(n int64) string {
	if n == 0 {
		return "natural"
	}
	return "positive"
}

func (p *colouredPrinter) subterms(args ...*coloured.Term) {
	for _, a := range args {
		p.raw("<subterm>")
		p.term(a)
		p.raw("</subterm>")
	}
}

func (p *colouredPrinter) guard(g *coloured.Guard) {
	element := testGuards[g.Test]
	switch {
	case g.Test == coloured.True:
		p.leaf("booleanconstant", "value", "true")
		return
	case g.Test < coloured.Equal && len(g.Args) == 0: // of nothing
		p.leaf("booleanconstant", "value", strconv.FormatBool(g.Test == coloured.And))
		return
	}
	p.open(element)
	for _, a := range g.Args {
		p.raw("<subterm>")
		p.guard(a)
		p.raw("</subterm>")
	}
	if g.Left != nil {
		p.subterms(g.Left, g.Right)
	}
	p.raw("</" + element + ">")
}
