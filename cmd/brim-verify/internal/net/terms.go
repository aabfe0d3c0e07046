package net

import (
	"errors"
	"math"
	"strconv"
)

// Terms and conditions of coloured nets: each becomes a function of the colours of variables.

// A term is a multiset of colours of a sort. The values are by variable. The error says that a number is out of range.
type term func(values []int64) (bag, error)

// A condition is what a guard asks.
type condition func(values []int64) (bool, error)

var (
	errNegative = errors.New("a difference is negative") // such a binding is not enabled
	errNumber   = errors.New("limit: a multiset is too large")
)

const maxBag = 1 << 22 // different colours

// A scope reads the terms of a transition, or of an initial marking, and notes the variables in them.
type scope struct {
	*declarations
	used   map[int]*variable // by index; nil if there must be none
	around *scope            // of which this is a part, or nil
}

// structure returns the element inside <structure> of a label.
func (e *Element) structure() (*Element, error) {
	s, err := e.label("structure", "text")
	if err != nil {
		return nil, err
	}
	if s == nil || len(s.Children) != 1 {
		return nil, e.Errorf("found <%s> without one element in <structure>", e.Name)
	}
	return s.Children[0], nil
}

// subterms returns the n or, if n is negative, -n or more terms in e.
func (e *Element) subterms(n int) ([]*Element, error) {
	var list []*Element
	for _, c := range e.Children {
		if c.Name != "subterm" || len(c.Children) != 1 {
			return nil, c.Errorf("found <%s> with %d elements; expected <subterm> with one", c.Name, len(c.Children))
		}
		list = append(list, c.Children[0])
	}
	if len(list) != n && (n >= 0 || len(list) < -n) {
		return nil, e.Errorf("found <%s> with %d subterms", e.Name, len(list))
	}
	return list, nil
}

// single returns the term that is one colour.
func single(colour int64) term { return func([]int64) (bag, error) { return bag{colour: 1}, nil } }

// term returns what e means as a multiset of colours of a sort.
func (s *scope) term(e *Element, of *sort) (term, error) {
	expect := func(found *sort) error {
		if !found.same(of) {
			return e.Errorf("found <%s> of another sort than that of the place or operator around it", e.Name)
		}
		return nil
	}
	switch e.Name {
	case "variable":
		v := s.variables[e.Attr("refvariable")]
		if v == nil || s.used == nil {
			return nil, e.Errorf("found the variable %q, which is not known here", e.Attr("refvariable"))
		}
		for around := s; around != nil; around = around.around {
			around.used[v.index] = v
		}
		return func(values []int64) (bag, error) { return bag{values[v.index]: 1}, nil }, expect(v.sort)
	case "useroperator":
		x := s.constants[e.Attr("declaration")]
		if x == nil {
			return nil, e.Errorf("there is no constant %q", e.Attr("declaration"))
		}
		return func([]int64) (bag, error) {
			b := bag{}
			for _, m := range x.members {
				b[m] = 1
			}
			return b, nil
		}, expect(x.sort)
	case "dotconstant":
		return single(0), expect(&sort{kind: "dot", size: 1})
	case "finiteintrangeconstant":
		if len(e.Children) != 1 {
			return nil, e.Errorf("found no sort of the constant")
		}
		r, err := s.sort(e.Children[0])
		if err != nil {
			return nil, err
		}
		value, err := strconv.ParseInt(e.Attr("value"), 10, 64)
		if err != nil || r.kind != "finiteintrange" || value < r.low || value-r.low >= r.size {
			return nil, e.Errorf("found the constant %q, which is not in its range", e.Attr("value"))
		}
		return single(value - r.low), expect(r)
	case "all", "empty":
		if len(e.Children) != 1 {
			return nil, e.Errorf("found <%s> without a sort", e.Name)
		}
		all, err := s.sort(e.Children[0])
		if err != nil {
			return nil, err
		}
		size := all.size
		if e.Name == "empty" {
			size = 0
		}
		return func([]int64) (bag, error) {
			if size > maxBag {
				return nil, errNumber
			}
			b := make(bag, size)
			for c := range size {
				b[c] = 1
			}
			return b, nil
		}, expect(all)
	case "numberof":
		return s.multiple(e, of)
	case "add", "subtract":
		list, err := s.terms(e, -1, of)
		return sum(list, e.Name == "subtract"), err
	case "tuple":
		return s.tuple(e, of)
	case "successor", "predecessor":
		if of.kind != "cyclicenumeration" && of.kind != "finiteintrange" {
			return nil, e.Errorf("found <%s> of a sort that has none", e.Name)
		}
		list, err := s.terms(e, 1, of)
		if err != nil {
			return nil, err
		}
		step := int64(1)
		if e.Name == "predecessor" {
			step = of.size - 1
		}
		return func(values []int64) (bag, error) {
			b, err := list[0](values)
			next := make(bag, len(b))
			for c, k := range b {
				next[(c+step)%of.size] = k
			}
			return next, err
		}, nil
	}
	return nil, e.Errorf("<%s> is not understood; expected a term", e.Name)
}

// terms returns the subterms of e as terms of a sort; n is as for subterms.
func (s *scope) terms(e *Element, n int, of *sort) ([]term, error) {
	list, err := e.subterms(n)
	if err != nil {
		return nil, err
	}
	terms := make([]term, len(list))
	for i, c := range list {
		if terms[i], err = s.term(c, of); err != nil {
			return nil, err
		}
	}
	return terms, nil
}

// multiple returns the term of a numberof.
func (s *scope) multiple(e *Element, of *sort) (term, error) {
	list, err := e.subterms(2)
	if err != nil {
		return nil, err
	}
	factor, err := strconv.ParseInt(list[0].Attr("value"), 10, 64)
	if err != nil || factor < 0 || list[0].Name != "numberconstant" {
		return nil, e.Errorf("found <%s> %q; expected <numberconstant> of 0 or more", list[0].Name, list[0].Attr("value"))
	}
	one, err := s.term(list[1], of)
	return func(values []int64) (bag, error) {
		b, err := one(values)
		if err != nil || factor == 0 {
			return bag{}, err
		}
		for c, k := range b {
			if k > math.MaxInt64/factor {
				return nil, errNumber
			}
			b[c] = k * factor
		}
		return b, nil
	}, err
}

// sum returns the sum of terms, or the first without the others.
func sum(list []term, subtract bool) term {
	return func(values []int64) (bag, error) {
		total := bag{}
		for i, t := range list {
			b, err := t(values)
			if err != nil {
				return nil, err
			}
			for c, k := range b {
				switch {
				case subtract && i > 0 && total[c] < k:
					return nil, errNegative
				case subtract && i > 0:
					total[c] -= k
				case !total.give(c, k):
					return nil, errNumber
				}
			}
		}
		return total, nil
	}
}

// tuple returns the term of all tuples of the colours of the subterms. One of a single subterm is that.
func (s *scope) tuple(e *Element, of *sort) (term, error) {
	list, err := e.subterms(-1)
	if err != nil {
		return nil, err
	}
	if len(list) == 1 {
		return s.term(list[0], of)
	}
	if len(list) != len(of.parts) {
		return nil, e.Errorf("found a tuple of %d terms for a sort of %d parts", len(list), len(of.parts))
	}
	parts := make([]term, len(list))
	for i, c := range list {
		if parts[i], err = s.term(c, of.parts[i]); err != nil {
			return nil, err
		}
	}
	return func(values []int64) (bag, error) {
		tuples := bag{0: 1}
		for i, part := range parts {
			b, err := part(values)
			if err != nil {
				return nil, err
			}
			if len(tuples)*len(b) > maxBag {
				return nil, errNumber
			}
			longer := make(bag, len(tuples)*len(b))
			for prefix, k := range tuples {
				for c, l := range b {
					if l > 0 && k > math.MaxInt64/l {
						return nil, errNumber
					}
					longer[prefix*of.parts[i].size+c] = k * l
				}
			}
			tuples = longer
		}
		return tuples, nil
	}, nil
}

// comparisons has whether a condition holds if the left colour is less than, equal to, or greater than the right one.
var comparisons = map[string][3]bool{"equality": {false, true, false}, "inequality": {true, false, true},
	"lessthan": {true, false, false}, "lessthanorequal": {true, true, false},
	"greaterthan": {false, false, true}, "greaterthanorequal": {false, true, true}}

// condition returns what e asks.
func (s *scope) condition(e *Element) (condition, error) {
	if outcome, ok := comparisons[e.Name]; ok {
		return s.comparison(e, outcome)
	}
	if e.Name == "booleanconstant" && (e.Attr("value") == "true" || e.Attr("value") == "false") {
		return func([]int64) (bool, error) { return e.Attr("value") == "true", nil }, nil
	}
	operands, known := map[string]int{"and": -1, "or": -1, "not": 1, "imply": 2}[e.Name]
	if !known {
		return nil, e.Errorf("<%s> is not understood; expected a condition", e.Name)
	}
	list, err := e.subterms(operands)
	if err != nil {
		return nil, err
	}
	var cs []condition
	for _, c := range list {
		x, err := s.condition(c)
		if err != nil {
			return nil, err
		}
		cs = append(cs, x)
	}
	return func(values []int64) (bool, error) {
		for i, c := range cs {
			holds, err := c(values)
			switch {
			case err != nil:
				return false, err
			case e.Name == "not":
				return !holds, nil
			case e.Name == "imply" && i == 0:
				if !holds {
					return true, nil
				}
			case e.Name == "imply":
				return holds, nil
			case holds == (e.Name == "or"):
				return holds, nil
			}
		}
		return e.Name == "and", nil
	}, nil
}

// comparison returns a condition about two colours.
func (s *scope) comparison(e *Element, outcome [3]bool) (condition, error) {
	list, err := e.subterms(2)
	if err != nil {
		return nil, err
	}
	of := s.sortOf(list[0])
	if of == nil {
		of = s.sortOf(list[1])
	}
	if of == nil || of.kind == "productsort" && e.Name != "equality" && e.Name != "inequality" {
		return nil, e.Errorf("found <%s> of terms that cannot be compared", e.Name)
	}
	sides, err := s.terms(e, 2, of)
	if err != nil {
		return nil, err
	}
	return func(values []int64) (bool, error) {
		var colours [2]int64
		for i, side := range sides {
			b, err := side(values)
			if err != nil {
				return false, err
			}
			for c, k := range b {
				if colours[i] = c; len(b) != 1 || k != 1 {
					return false, e.Errorf("one side of the comparison is not a single colour")
				}
			}
		}
		switch {
		case colours[0] < colours[1]:
			return outcome[0], nil
		case colours[0] == colours[1]:
			return outcome[1], nil
		}
		return outcome[2], nil
	}, nil
}

// sortOf returns the sort of a term if it shows it.
func (s *scope) sortOf(e *Element) *sort {
	switch e.Name {
	case "variable":
		if v := s.variables[e.Attr("refvariable")]; v != nil {
			return v.sort
		}
	case "useroperator":
		if x := s.constants[e.Attr("declaration")]; x != nil && len(x.members) == 1 {
			return x.sort
		}
	case "finiteintrangeconstant":
		if len(e.Children) == 1 {
			of, _ := s.sort(e.Children[0]) // the error comes up again when the term is read
			return of
		}
	case "successor", "predecessor":
		if list, err := e.subterms(1); err == nil {
			return s.sortOf(list[0])
		}
	}
	return nil
}
