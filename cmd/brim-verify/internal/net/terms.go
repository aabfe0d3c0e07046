package net

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
)

// Terms and conditions of coloured nets: what their elements mean for one binding, the colours of variables by index.

// subterms returns what is inside the <subterm> of e: so many, or any number if n is 0.
func (e *Element) subterms(n int) []*Element {
	if len(e.Children) == 0 || n > 0 && len(e.Children) != n {
		e.Fail("found %d subterms; expected another number", len(e.Children))
	}
	list := make([]*Element, len(e.Children))
	for i, c := range e.Children {
		if list[i] = c.Only(); c.Name != "subterm" {
			c.Fail("expected <subterm>")
		}
	}
	return list
}

// symbol returns the constant, variable or sort that e names.
func (d *declarations) symbol(e *Element) symbol {
	x, ok := d.symbols[e.Name+" "+e.Attr("refvariable")+e.Attr("declaration")]
	if !ok {
		e.Fail("this is not declared before")
	}
	return x
}

// sortOf returns the sort of a term if it shows it, else nil.
func (d *declarations) sortOf(e *Element) *sort {
	switch e.Name {
	case "variable", "useroperator":
		return d.symbol(e).sort
	case "finiteintrangeconstant", "all", "empty":
		return d.sort(e.Only())
	case "successor", "predecessor":
		return d.sortOf(e.subterms(1)[0])
	}
	return nil
}

// variablesIn adds the variables that occur in e to a list, each once.
func (d *declarations) variablesIn(e *Element, list []int) []int {
	if e.Name == "variable" && !slices.Contains(list, d.symbol(e).index) {
		return append(list, d.symbol(e).index)
	}
	for _, c := range e.Children {
		list = d.variablesIn(c, list)
	}
	return list
}

// A binding is a choice of colours for the variables. In a marking in which a difference in a term is negative, it is
// not enabled.
type binding struct {
	*declarations
	values   []int
	negative bool // a difference was
}

// term returns what e means, as a multiset of colours of a sort.
func (b *binding) term(e *Element, of *sort) bag {
	if shown := b.sortOf(e); shown != nil && !shown.same(of) {
		e.Fail("found another sort than that of the place or operator around")
	}
	result := bag{}
	switch e.Name {
	case "variable":
		return bag{b.values[b.symbol(e).index]: 1}
	case "useroperator":
		return bag{b.symbol(e).index: 1}
	case "dotconstant", "finiteintrangeconstant":
		word := "_" + cmp.Or(e.Attr("value"), "dot")
		if i := slices.Index(of.words, word); i >= 0 && of.kind+"constant" == e.Name {
			return bag{i: 1}
		}
	case "all":
		for c := range of.size {
			result[c] = 1
		}
		return result
	case "empty":
		return result
	case "numberof":
		list := e.subterms(2)
		factor, err := strconv.ParseInt(list[0].Attr("value"), 10, 64)
		if err == nil && factor >= 0 && list[0].Name == "numberconstant" {
			for c, k := range b.term(list[1], of) {
				result.give(e, c, k, factor)
			}
			return result
		}
	case "add", "subtract":
		return b.sum(e, of)
	case "tuple":
		return b.tuple(e, of)
	case "successor", "predecessor":
		step := 1
		if e.Name == "predecessor" {
			step = of.size - 1
		}
		if of.kind == "cyclicenumeration" || of.kind == "finiteintrange" {
			for c, k := range b.term(e.subterms(1)[0], of) {
				result[(c+step)%of.size] = k
			}
			return result
		}
	}
	e.Fail("this is not understood; expected a term of the sort of the place or operator around")
	return nil
}

// sum returns the sum of the subterms, or the first without the others.
func (b *binding) sum(e *Element, of *sort) bag {
	total := bag{}
	for i, part := range e.subterms(0) {
		for c, k := range b.term(part, of) {
			if e.Name == "add" || i == 0 {
				total.give(e, c, k, 1)
			} else {
				total[c] -= k
				b.negative = b.negative || total[c] < 0
			}
		}
		maps.DeleteFunc(total, func(_ int, k int64) bool { return k <= 0 })
	}
	return total
}

// tuple returns all tuples of the colours of the subterms. One of a single subterm is that.
func (b *binding) tuple(e *Element, of *sort) bag {
	list := e.subterms(0)
	if len(list) == 1 {
		return b.term(list[0], of)
	}
	if len(list) != len(of.parts) {
		e.Fail("found %d terms for a sort of %d parts", len(list), len(of.parts))
	}
	tuples := bag{0: 1}
	for i, part := range of.parts {
		longer, last := bag{}, b.term(list[i], part)
		for prefix, k := range tuples {
			for c, l := range last {
				longer.give(e, prefix*part.size+c, k, l)
			}
		}
		tuples = longer
	}
	return tuples
}

// comparisons has whether a condition holds if the left colour is less than, equal to, or greater than the right one.
var comparisons = map[string][3]bool{"equality": {false, true, false}, "inequality": {true, false, true},
	"lessthan": {true, false, false}, "lessthanorequal": {true, true, false},
	"greaterthan": {false, false, true}, "greaterthanorequal": {false, true, true}}

// condition reports whether e holds.
func (b *binding) condition(e *Element) bool {
	if outcome, ok := comparisons[e.Name]; ok {
		list := e.subterms(2)
		of := cmp.Or(b.sortOf(list[0]), b.sortOf(list[1]))
		if of == nil || of.parts != nil && outcome[0] != outcome[2] {
			e.Fail("the terms cannot be compared")
		}
		return outcome[1+cmp.Compare(b.colour(list[0], of), b.colour(list[1], of))]
	}
	switch e.Name {
	case "booleanconstant":
		if value, err := strconv.ParseBool(e.Attr("value")); err == nil {
			return value
		}
	case "and":
		return !slices.ContainsFunc(e.subterms(0), func(c *Element) bool { return !b.condition(c) })
	case "or":
		return slices.ContainsFunc(e.subterms(0), b.condition)
	case "not":
		return !b.condition(e.subterms(1)[0])
	case "imply":
		list := e.subterms(2)
		return !b.condition(list[0]) || b.condition(list[1])
	}
	e.Fail("this is not understood; expected a condition")
	return false
}

// colour returns the colour that e means, of a sort.
func (b *binding) colour(e *Element, of *sort) int {
	b.negative = false
	one := b.term(e, of)
	for c, k := range one {
		if len(one) == 1 && k == 1 && !b.negative {
			return c
		}
	}
	e.Fail("this is not a single colour")
	return 0
}
