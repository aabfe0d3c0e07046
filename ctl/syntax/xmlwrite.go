package syntax

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The writer of property files of the Model Checking Contest.

// WriteProperties writes a property file of the Model Checking Contest, which ReadProperties reads. Formulas are
// written with the elements of the contest alone where they can be: a comparison with weights needs sums and products,
// which other tools read, and one with a number near 2^63 an element for its relation. Comparisons are written as <=,
// so the formula that is read back may be another one with the same meaning. So may R and W, which the contest does not
// have. A formula of LTL has to be read with the logic LTL, one of CTL with AsWritten, where both have the same
// elements.
//
// It is an error, before anything is written, if a property has no question or an empty id, or contains what XML or the
// contest cannot express: other characters, a bound with weights below 0 or above a million, or with a constant.
func WriteProperties(w io.Writer, list []Property) error {
	x := &propertyWriter{}
	x.open("property-set", ` xmlns="http://mcc.lip6.fr/"`)
	for i := range list {
		if err := x.property(&list[i]); err != nil {
			return fmt.Errorf("syntax: WriteProperties: property %q: %w", list[i].ID, err)
		}
	}
	x.close("property-set")
	b := bufio.NewWriter(w)
	b.WriteString(xml.Header)
	b.WriteString(x.text.String())
	return b.Flush()
}

// A propertyWriter writes elements, each in a line of its own.
type propertyWriter struct {
	text  strings.Builder
	depth int
	wrong error
}

func (x *propertyWriter) line(text string) {
	for range x.depth {
		x.text.WriteString("  ")
	}
	x.text.WriteString(text)
	x.text.WriteByte('\n')
}

func (x *propertyWriter) open(name, attributes string) {
	x.line("<" + name + attributes + ">")
	x.depth++
}

func (x *propertyWriter) close(name string) {
	x.depth--
	x.line("</" + name + ">")
}

// in writes an element with content.
func (x *propertyWriter) in(name string, content func()) {
	x.open(name, "")
	content()
	x.close(name)
}

// leaf writes an element with a text.
func (x *propertyWriter) leaf(name, text string) {
	if !utf8.ValidString(text) || strings.ContainsFunc(text,
		func(r rune) bool { return r < ' ' || r == 0xfffe || r == 0xffff }) {
		x.wrong = fmt.Errorf("%q has characters that XML does not allow", text)
		return
	}
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		x.wrong = err
	}
	x.line("<" + name + ">" + b.String() + "</" + name + ">")
}

// property writes one property, or returns why it cannot be written.
func (x *propertyWriter) property(p *Property) error {
	switch {
	case p.ID == "":
		return fmt.Errorf("it has no id")
	case p.Formula == nil && p.Bound == nil:
		return fmt.Errorf("it has neither a formula nor a bound")
	}
	x.in("property", func() {
		x.leaf("id", p.ID)
		if p.Description != "" {
			x.leaf("description", p.Description)
		}
		x.in("formula", func() {
			if p.Bound != nil {
				x.bound(p.Bound)
			} else {
				x.formula(p.Formula)
			}
		})
	})
	return x.wrong
}

// mostTimes is how often a place is written for its weight in a bound.
const mostTimes = 1_000_000

// bound writes the largest value of a sum. A place of weight 2 is written twice.
func (x *propertyWriter) bound(s *Sum) {
	if s.Const != 0 {
		x.wrong = fmt.Errorf("a bound of a sum with the constant %d", s.Const)
		return
	}
	x.in("place-bound", func() {
		for _, t := range s.Terms {
			if t.Weight < 0 || t.Weight > mostTimes {
				x.wrong = fmt.Errorf("a bound of %d times %s", t.Weight, t.Place.Name)
				return
			}
			for range t.Weight {
				x.leaf("place", t.Place.Name)
			}
		}
	})
}

// elements of the connectives, by Op.
var opElements = map[Op]string{Not: "negation", And: "conjunction", Or: "disjunction", Implies: "implication",
	Iff: "equivalence"}

// elements of the path operators with one operand: that of the quantifier, and the one inside it.
var pathTags = map[Op][]string{
	EX: {"exists-path", "next"}, EF: {"exists-path", "finally"}, EG: {"exists-path", "globally"},
	AX: {"all-paths", "next"}, AF: {"all-paths", "finally"}, AG: {"all-paths", "globally"},
	E: {"exists-path"}, A: {"all-paths"}, X: {"next"}, F: {"finally"}, G: {"globally"},
}

// formula writes a formula as the content of an element. R and W, which have no elements, are written by U and G. An
// operator that cannot be written sets x.wrong.
func (x *propertyWriter) formula(f *Formula) {
	operands := func() {
		for _, a := range f.Args {
			x.formula(a)
		}
	}
	if name, ok := opElements[f.Op]; ok {
		x.in(name, operands)
		return
	}
	if names, ok := pathTags[f.Op]; ok {
		content := operands
		if len(names) > 1 {
			content = func() { x.in(names[1], operands) }
		}
		x.in(names[0], content)
		return
	}
	switch f.Op {
	case True, False, Deadlock:
		x.line("<" + f.Op.String() + "/>")
	case Enabled:
		x.in("is-fireable", func() {
			for _, t := range f.Transitions {
				x.leaf("transition", t.Name)
			}
		})
	case Compare:
		x.comparison(f)
	case EU, AU:
		quantifier := map[Op]string{EU: "exists-path", AU: "all-paths"}[f.Op]
		x.in(quantifier, func() { x.until(f.Args[0], f.Args[1]) })
	case U:
		x.until(f.Args[0], f.Args[1])
	case R: // g holds until f does, too, or always
		g, h := f.Args[0], f.Args[1]
		x.weak(h, f.pool.And(g, h))
	case W:
		x.weak(f.Args[0], f.Args[1])
	default:
		x.wrong = fmt.Errorf("a formula with the operator %v", f.Op)
	}
}

func (x *propertyWriter) until(f, g *Formula) {
	x.in("until", func() {
		x.in("before", func() { x.formula(f) })
		x.in("reach", func() { x.formula(g) })
	})
}

// weak writes f W g.
func (x *propertyWriter) weak(f, g *Formula) {
	x.in("disjunction", func() {
		x.until(f, g)
		x.in("globally", func() { x.formula(f) })
	})
}

// comparison writes  Σ rel c  with <= alone, if c has a neighbour.
func (x *propertyWriter) comparison(f *Formula) {
	left := func() { x.sum(f.Terms) }
	number := func(c int64) func() { return func() { x.leaf("integer-constant", strconv.FormatInt(c, 10)) } }
	atMost := func(a, b func()) { x.in("integer-le", func() { a(); b() }) }
	same := func() {
		x.in("conjunction", func() {
			atMost(left, number(f.Const))
			atMost(number(f.Const), left)
		})
	}
	switch {
	case f.Rel == LessEqual:
		atMost(left, number(f.Const))
	case f.Rel == GreaterEqual:
		atMost(number(f.Const), left)
	case f.Rel == Equal:
		same()
	case f.Rel == NotEqual:
		x.in("negation", same)
	case f.Rel == Less && f.Const > -math.MaxInt64:
		atMost(left, number(f.Const-1))
	case f.Rel == Greater && f.Const < math.MaxInt64:
		atMost(number(f.Const+1), left)
	default:
		name := map[Relation]string{Less: "integer-lt", Greater: "integer-gt"}[f.Rel]
		x.in(name, func() { left(); number(f.Const)() })
	}
}

// sum writes a sum of places: those of weight 1 as one count of tokens.
func (x *propertyWriter) sum(terms []Term) {
	var ones, others []Term
	for _, t := range terms {
		if t.Weight == 1 {
			ones = append(ones, t)
		} else {
			others = append(others, t)
		}
	}
	count := func(list []Term) {
		x.in("tokens-count", func() {
			for _, t := range list {
				x.leaf("place", t.Place.Name)
			}
		})
	}
	parts := func() {
		if ones != nil {
			count(ones)
		}
		for _, t := range others {
			x.in("integer-product", func() {
				x.leaf("integer-constant", strconv.FormatInt(t.Weight, 10))
				count([]Term{t})
			})
		}
	}
	if len(others) == 0 || len(terms) == 1 {
		parts()
	} else {
		x.in("integer-sum", parts)
	}
}
