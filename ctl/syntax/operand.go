package syntax

import (
	"errors"
	"strconv"
	"strings"

	"brim/internal/printable"
)

// An operand is a part of a text that the parser has read: a formula, a sum, or a name that can be either.
type operand struct {
	from, to int // where it stands
	meaning      // none if it can only be a sum
	isSum    bool
	sum      Sum   // owned by the operand: not in normal form
	place    []Ref // the place, if it is a place and nothing else

	brackets int     // pairs around it
	joined   bool    // it is of a connective of two operands or more, without brackets
	loose    token   // U, R or W with such an operand; none if to is 0
	times    *window // behind the U that it is of, which needs a quantifier then
	runs     bool    // of the two meanings, the text requires the run
}

// truth returns the operand for the formula f that was read from offset from on.
func (p *parser) truth(from int, f *Formula) operand {
	return operand{from: from, to: p.tok.from, meaning: meaning{formula: f}}
}

func (p *parser) textOf(x operand) string {
	return printable.Quote(strings.TrimSpace(p.text[x.from:x.to]))
}

// settled returns x as a formula: a place alone means that it is marked.
func (p *parser) settled(x operand) operand {
	switch {
	case x.times != nil:
		p.failf(x.times.from, `found times behind a "U" that is not in E( ) or A( ); expected one as E(p U[2,5] q)`)
	case x.loose.to > 0:
		t := x.loose.text
		p.failf(x.loose.from, "found %q beside a connective without brackets; expected brackets, as (p & q) %s r or "+
			"p & (q %s r)", t, t, t)
	case !x.none():
		return x
	case x.place != nil:
		f, err := p.pool.Compare(Tokens(x.place...), GreaterEqual, Constant(1))
		if err == nil {
			x.formula = f
			return x
		}
		p.fail(err)
	case len(x.sum.Terms) == 0:
		p.failf(x.from, "found the number %s; expected a formula", p.textOf(x))
	default:
		p.failf(x.from, "found the sum %s; expected a comparison with it (=, !=, <, <=, > or >=)", p.textOf(x))
	}
	return p.truth(x.from, p.pool.Bool(true))
}

// sumOf returns x as a sum.
func (p *parser) sumOf(x operand) Sum {
	if !x.isSum {
		p.failf(x.from, "found the formula %s; expected %ss and numbers around a comparison, +, - or *", p.textOf(x),
			title(p.names, Places))
	}
	return x.sum
}

// comparison reads the rest of x = y < z …, which means x = y & y < z & … .
func (p *parser) comparison(x operand) operand {
	from, left := x.from, x
	var fs []*Formula
	for binds(p.tok) == bindsCompare {
		rel, _ := relation(p.tok.text)
		if (p.tok.is("=") || p.tok.is("<=")) && p.followed('>') {
			p.unexpected("a comparison or an operator")
		}
		at := p.tok.from
		p.advance(p.tok.to)
		right := p.expression(bindsCompare + 1)
		f, err := p.pool.Compare(p.sumOf(left), rel, p.sumOf(right))
		p.fits(err, at)
		fs = append(fs, f)
		left = right
	}
	if p.err != nil {
		return operand{}
	}
	return p.truth(from, p.pool.And(fs...))
}

// fits fails if err is one of a sum, whose operator stands at an offset.
func (p *parser) fits(err error, at int) {
	if err != nil {
		p.failf(at, "a number in the sum exceeds 2^63−1; expected smaller ones")
	}
}

// arithmetic reads the rest of x + y, x - y or x * y.
func (p *parser) arithmetic(x operand, power int) operand {
	op, left := p.tok, p.sumOf(x)
	p.advance(op.to)
	right := p.sumOf(p.expression(power + 1))
	var err error
	switch {
	case op.is("*") && len(left.Terms) > 0 && len(right.Terms) > 0:
		p.failf(op.from, "found a product of %ss; expected a number as one factor", title(p.names, Places))
	case op.is("*") && len(left.Terms) > 0:
		left, err = left.times(right.Const)
	case op.is("*"):
		left, err = right.times(left.Const)
	case op.is("-"):
		if right, err = right.times(-1); err == nil {
			left, err = left.plus(right)
		}
	default:
		left, err = left.plus(right)
	}
	p.fits(err, op.from)
	return operand{from: x.from, to: p.tok.from, isSum: true, sum: left}
}

// scale returns k·x; the operator that asks for it stands at from.
func (p *parser) scale(x operand, k int64, from int) operand {
	s, err := p.sumOf(x).times(k)
	p.fits(err, from)
	return operand{from: from, to: p.tok.from, isSum: true, sum: s}
}

func (p *parser) number() operand {
	t := p.tok
	n, err := strconv.ParseInt(t.text, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		p.failf(t.from, "found the number %s; expected one up to 2^63−1", printable.Quote(t.text))
	}
	p.advance(t.to)
	return operand{from: t.from, to: t.to, isSum: true, sum: Constant(n)}
}
