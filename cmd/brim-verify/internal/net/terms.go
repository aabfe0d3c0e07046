package net

import "strconv"

// Terms and conditions of coloured nets: each becomes a function of the colours of variables.

// A term is a multiset of colours of a sort; nil if a difference in it is negative, and then the binding is not
// enabled. The values are by variable.
type term func(values []int64) bag

// A condition is what a guard asks.
type condition func(values []int64) bool

const maxBag = 1 << 22 // different colours

// A scope reads terms and notes the variables in them.
type scope struct {
	*declarations
	used map[int]*variable // by index
}

// subterms returns what is inside the <subterm> of e: as many as least or more, and not more than most.
func (e *Element) subterms(least, most int) (list []*Element) {
	for _, c := range e.Children {
		if c.Name != "subterm" {
			c.Fail("expected <subterm>")
		}
		list = append(list, c.Only(""))
	}
	if len(list) < least || len(list) > most {
		e.Fail("found %d subterms; expected another number", len(list))
	}
	return list
}

const many = 1 << 30

// term returns what e means as a multiset of colours of a sort.
func (s *scope) term(e *Element, of *sort) term {
	expect := func(found *sort) {
		if !found.same(of) {
			e.Fail("found another sort than that of the place or operator around")
		}
	}
	colours := func(list ...int64) term {
		return func([]int64) bag {
			b := bag{}
			for _, c := range list {
				b[c] = 1
			}
			return b
		}
	}
	switch e.Name {
	case "variable":
		v := s.variables[e.Attr("refvariable")]
		if v == nil {
			e.Fail("there is no variable %q", e.Attr("refvariable"))
		}
		expect(v.sort)
		s.used[v.index] = v
		return func(values []int64) bag { return bag{values[v.index]: 1} }
	case "useroperator":
		x := s.constants[e.Attr("declaration")]
		if x == nil {
			e.Fail("there is no constant %q", e.Attr("declaration"))
		}
		expect(x.sort)
		return colours(x.members...)
	case "dotconstant":
		expect(&sort{kind: "dot", size: 1})
		return colours(0)
	case "finiteintrangeconstant":
		r := s.sort(e.Only(""))
		expect(r)
		value, err := strconv.ParseInt(e.Attr("value"), 10, 64)
		if err != nil || r.kind != "finiteintrange" || value < r.low || value > r.low+r.size-1 {
			e.Fail("found %q, which is not in the range", e.Attr("value"))
		}
		return colours(value - r.low)
	case "all", "empty":
		expect(s.sort(e.Only("")))
		return func([]int64) bag {
			b := bag{}
			for c := int64(0); c < of.size && e.Name == "all"; c++ {
				b.give(e, c, 1, 1)
			}
			return b
		}
	case "numberof":
		list := e.subterms(2, 2)
		factor, err := strconv.ParseInt(list[0].Attr("value"), 10, 64)
		if err != nil || factor < 0 || list[0].Name != "numberconstant" {
			e.Fail("found %q; expected <numberconstant> of 0 or more", list[0].Attr("value"))
		}
		return s.mapped(e, list[1], of, factor, func(c int64) int64 { return c })
	case "add", "subtract":
		return s.sum(e, of)
	case "tuple":
		return s.tuple(e, of)
	case "successor", "predecessor":
		if of.kind != "cyclicenumeration" && of.kind != "finiteintrange" {
			e.Fail("expected colours of a sort that has successors")
		}
		step := int64(1)
		if e.Name == "predecessor" {
			step = of.size - 1
		}
		return s.mapped(e, e.subterms(1, 1)[0], of, 1, func(c int64) int64 { return (c + step) % of.size })
	}
	e.Fail("this is not understood; expected a term")
	return nil
}

// mapped returns the term that has f of each colour of a subterm of e, that often for each time.
func (s *scope) mapped(e, subterm *Element, of *sort, factor int64, f func(c int64) int64) term {
	t := s.term(subterm, of)
	return func(values []int64) bag {
		b := t(values)
		if b == nil {
			return nil
		}
		image := bag{}
		for c, k := range b {
			image.give(e, f(c), k, factor)
		}
		return image
	}
}

// sum returns the sum of the subterms, or the first without the others.
func (s *scope) sum(e *Element, of *sort) term {
	var list []term
	for _, c := range e.subterms(1, many) {
		list = append(list, s.term(c, of))
	}
	return func(values []int64) bag {
		total := bag{}
		for i, t := range list {
			b := t(values)
			if b == nil {
				return nil
			}
			for c, k := range b {
				switch {
				case e.Name == "add" || i == 0:
					total.give(e, c, k, 1)
				case total[c] < k:
					return nil
				case total[c] == k:
					delete(total, c)
				default:
					total[c] -= k
				}
			}
		}
		return total
	}
}

// tuple returns the term of all tuples of the colours of the subterms. One of a single subterm is that.
func (s *scope) tuple(e *Element, of *sort) term {
	list := e.subterms(1, many)
	if len(list) == 1 {
		return s.term(list[0], of)
	}
	if len(list) != len(of.parts) {
		e.Fail("found %d terms for a sort of %d parts", len(list), len(of.parts))
	}
	var parts []term
	for i, c := range list {
		parts = append(parts, s.term(c, of.parts[i]))
	}
	return func(values []int64) bag {
		tuples := bag{0: 1}
		for i, part := range parts {
			b := part(values)
			if b == nil {
				return nil
			}
			longer := bag{}
			for prefix, k := range tuples {
				for c, l := range b {
					longer.give(e, prefix*of.parts[i].size+c, k, l)
				}
			}
			tuples = longer
		}
		return tuples
	}
}

// comparisons has whether a condition holds if the left colour is less than, equal to, or greater than the right one.
var comparisons = map[string][3]bool{"equality": {false, true, false}, "inequality": {true, false, true},
	"lessthan": {true, false, false}, "lessthanorequal": {true, true, false},
	"greaterthan": {false, false, true}, "greaterthanorequal": {false, true, true}}

// condition returns what e asks.
func (s *scope) condition(e *Element) condition {
	if outcome, ok := comparisons[e.Name]; ok {
		return s.comparison(e, outcome)
	}
	least, most := 1, many
	switch e.Name {
	case "booleanconstant":
		least, most = 0, 0
		if e.Attr("value") != "true" && e.Attr("value") != "false" {
			e.Fail("found %q; expected true or false", e.Attr("value"))
		}
	case "and", "or":
	case "not":
		most = 1
	case "imply":
		least, most = 2, 2
	default:
		e.Fail("this is not understood; expected a condition")
	}
	var cs []condition
	for _, c := range e.subterms(least, most) {
		cs = append(cs, s.condition(c))
	}
	return func(values []int64) bool {
		switch e.Name {
		case "booleanconstant":
			return e.Attr("value") == "true"
		case "not":
			return !cs[0](values)
		case "imply":
			return !cs[0](values) || cs[1](values)
		}
		for _, c := range cs {
			if c(values) == (e.Name == "or") {
				return e.Name == "or"
			}
		}
		return e.Name == "and"
	}
}

// comparison returns a condition about two colours.
func (s *scope) comparison(e *Element, outcome [3]bool) condition {
	list := e.subterms(2, 2)
	of := s.sortOf(list[0])
	if of == nil {
		of = s.sortOf(list[1])
	}
	if of == nil || of.kind == "productsort" && outcome[0] != outcome[2] {
		e.Fail("the terms cannot be compared")
	}
	left, right := s.term(list[0], of), s.term(list[1], of)
	colour := func(b bag) (colour int64) {
		for c, k := range b {
			if colour = c; len(b) == 1 && k == 1 {
				return colour
			}
		}
		e.Fail("one side is not a single colour")
		return 0
	}
	return func(values []int64) bool {
		a, b := colour(left(values)), colour(right(values))
		return a < b && outcome[0] || a == b && outcome[1] || a > b && outcome[2]
	}
}

// sortOf returns the sort of a term if it shows it.
func (s *scope) sortOf(e *Element) *sort {
	switch e.Name {
	case "variable":
		if v := s.variables[e.Attr("refvariable")]; v != nil {
			return v.sort
		}
	case "useroperator":
		if x := s.constants[e.Attr("declaration")]; x != nil {
			return x.sort
		}
	case "finiteintrangeconstant":
		return s.sort(e.Only(""))
	case "successor", "predecessor":
		return s.sortOf(e.subterms(1, 1)[0])
	}
	return nil
}
