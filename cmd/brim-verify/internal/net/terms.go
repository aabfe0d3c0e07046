package net

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Terms and conditions of coloured nets: what their elements mean for one binding, the colours of variables by index.

// subterms returns what is inside the <subterm> of e: so many, or any number if n is 0.
func (e *Element) subterms(n int) []*Element {
	if len(e.Children) == 0 || n > 0 && len(e.Children) != n {
		e.Fail("found %d subterms; expected another number", len(e.Children))
	}
	list := make([]*Element, len(e.Children))
	for i, c := range e.Children {
		if list[i] = c.Only(); c.Name() != "subterm" {
			c.Fail("expected <subterm>")
		}
	}
	return list
}

// variablesIn adds the variables that occur in e to a list, each once.
func (d *declarations) variablesIn(e *Element, list []int) []int {
	if e.Name() == "variable" && !slices.Contains(list, d.symbol(e).index) {
		return append(list, d.symbol(e).index)
	}
	for _, c := range e.Children {
		list = d.variablesIn(c, list)
	}
	return list
}

// A bag is a multiset of colours: how often each is there.
type bag map[int]int64

// plus adds all of c, k times, or leaves with a mistake in e if that is too often.
func (b bag) plus(e *Element, c bag, k int64) bag {
	for x, l := range c {
		if k > 0 {
			b[x] = e.plus(b[x], k, l)
		}
	}
	return b
}

// A binding is a choice of colours for the variables. In a marking in which a difference in a term is negative, it is
// not enabled.
type binding struct {
	*declarations
	values   []int
	negative bool // a difference was
}

// term returns what e means, a multiset of colours of a sort.
func (b *binding) term(e *Element) (colours bag, of sort) {
	switch e.Name() {
	case "variable":
		x := b.symbol(e)
		return bag{b.values[x.index]: 1}, x.sort
	case "useroperator":
		x := b.symbol(e)
		return bag{x.index: 1}, x.sort
	case "dotconstant":
		return bag{0: 1}, sort{1, 0, "dot"}
	case "finiteintrangeconstant":
		of := b.sort(e.Only())
		if i := e.integer("value") - of.start; 0 <= i && i < of.size {
			return bag{i: 1}, of
		}
	case "all":
		colours, of = bag{}, b.sort(e.Only())
		for c := range of.size {
			colours[c] = 1
		}
		return colours, of
	case "numberof":
		list := e.subterms(2)
		if k := list[0].integer("value"); k >= 0 && list[0].Name() == "numberconstant" {
			one, of := b.term(list[1])
			return bag{}.plus(e, one, int64(k)), of
		}
	case "add", "subtract":
		return b.sum(e)
	case "tuple":
		return b.tuple(e)
	case "successor", "predecessor":
		one, of := b.term(e.subterms(1)[0])
		if strings.HasPrefix(of.text, "finiteenumeration") {
			e.Fail("the colours form no cycle")
		}
		step := 1
		if e.Name() == "predecessor" {
			step = of.size - 1
		}
		colours = bag{}
		for c, k := range one {
			colours[(c+step)%of.size] = k
		}
		return colours, of
	}
	e.Fail("this is not understood; expected a term")
	return nil, of
}

// sum returns the sum of the subterms, or the first without the others.
func (b *binding) sum(e *Element) (total bag, of sort) {
	for i, part := range e.subterms(0) {
		colours, own := b.term(part)
		switch {
		case i == 0:
			total, of = colours, own
		case own != of:
			e.Fail("the terms have different sorts")
		case e.Name() == "add":
			total.plus(e, colours, 1)
		default:
			for c, k := range colours {
				total[c] -= k
				b.negative = b.negative || total[c] < 0
			}
			maps.DeleteFunc(total, func(_ int, k int64) bool { return k <= 0 })
		}
	}
	return total, of
}

// tuple returns all tuples of the colours of the subterms. One of a single subterm is that.
func (b *binding) tuple(e *Element) (bag, sort) {
	list := e.subterms(0)
	if len(list) == 1 {
		return b.term(list[0])
	}
	tuples, of := bag{0: 1}, sort{1, 0, "productsort"}
	for _, part := range list {
		longer := bag{}
		last, own := b.term(part)
		for c, k := range last {
			for prefix, l := range tuples {
				longer.plus(e, bag{prefix*own.size + c: l}, k)
			}
		}
		tuples, of = longer, sort{of.size * own.size, 0, of.text + "(" + own.text + ")"}
		if of.size > maxSize {
			e.Fail("more than 2^40 colours")
		}
	}
	return tuples, of
}

// comparisons has whether a condition holds if the left colour is less than, equal to, or greater than the right one.
var comparisons = map[string][3]bool{"equality": {false, true, false}, "inequality": {true, false, true},
	"lessthan": {true, false, false}, "lessthanorequal": {true, true, false},
	"greaterthan": {false, false, true}, "greaterthanorequal": {false, true, true}}

// condition reports whether e holds.
func (b *binding) condition(e *Element) bool {
	switch e.Name() {
	case "booleanconstant":
		return e.Attr("value") == "true"
	case "and":
		return !slices.ContainsFunc(e.subterms(0), func(c *Element) bool { return !b.condition(c) })
	case "or":
		return slices.ContainsFunc(e.subterms(0), b.condition)
	case "not":
		return !b.condition(e.subterms(1)[0])
	}
	outcome, ok := comparisons[e.Name()]
	if !ok {
		e.Fail("this is not understood; expected a condition")
	}
	list := e.subterms(2)
	x, of := b.colour(list[0])
	y, own := b.colour(list[1])
	if of != own {
		e.Fail("the terms have different sorts")
	}
	return outcome[1+cmp.Compare(x, y)]
}

// colour returns the single colour that e means.
func (b *binding) colour(e *Element) (int, sort) {
	b.negative = false
	one, of := b.term(e)
	for c, k := range one {
		if len(one) == 1 && k == 1 && !b.negative {
			return c, of
		}
	}
	e.Fail("this is not a single colour")
	return 0, of
}
