package syntax

import (
	"errors"
	"strconv"
	"strings"

	"brim/internal/printable"
)

// An operand is what has been read of a text: a formula, a sum, or a name that can
// be either.
type operand struct {
	from, to int      // where it stands
	formula  *Formula // nil if it can only be a sum
	isSum    bool
	sum      Sum   // owned by the operand: not in normal form
	place    []Ref // the place, if it is a place and nothing else
}

// truth returns the operand for the formula f that was read from offset from on.
func (p *parser) truth(from int, f *Formula) operand {
	return operand{from: from, to: p.tok.from, formula: f}
}

func (p *parser) textOf(x operand) string {
	return printable.Quote(strings.TrimSpace(p.text[x.from:x.to]))
}

// boolean returns x as a formula: a place alone means that it is marked.
func (p *parser) boolean(x operand) (*Formula, error) {
	switch {
	case x.formula != nil:
		return x.formula, nil
	case x.place != nil:
		return p.pool.Compare(Tokens(x.place...), GreaterEqual, Constant(1))
	case len(x.sum.Terms) == 0:
		return nil, p.errorf(x.from, "found the number %s; expected a formula", p.textOf(x))
	}
	return nil, p.errorf(x.from, "found the sum %s; expected a comparison with it (=, !=, <, <=, > or >=)", p.textOf(x))
}

// sumOf returns x as a sum.
func (p *parser) sumOf(x operand) (Sum, error) {
	if !x.isSum {
		return Sum{}, p.errorf(x.from, "found the formula %s; expected places and numbers around a comparison, +, - or *", p.textOf(x))
	}
	return x.sum, nil
}

// comparison reads the rest of x = y < z …, which means x = y & y < z & … .
func (p *parser) comparison(x operand) (operand, error) {
	from, left := x.from, x
	var fs []*Formula
	for binds(p.tok) == bindsCompare {
		rel, _ := relation(p.tok.text)
		if (p.tok.is("=") || p.tok.is("<=")) && p.followed('>') {
			return x, p.unexpected("a comparison or an operator")
		}
		at := p.tok.from
		p.advance(p.tok.to)
		right, err := p.expression(bindsCompare + 1)
		if err != nil {
			return x, err
		}
		f, err := p.compare(left, rel, right, at)
		if err != nil {
			return x, err
		}
		fs = append(fs, f)
		left = right
	}
	return p.truth(from, p.pool.And(fs...)), nil
}

func (p *parser) compare(x operand, rel Relation, y operand, at int) (*Formula, error) {
	left, err := p.sumOf(x)
	if err != nil {
		return nil, err
	}
	right, err := p.sumOf(y)
	if err != nil {
		return nil, err
	}
	f, err := p.pool.Compare(left, rel, right)
	if err != nil {
		return nil, p.overflow(at)
	}
	return f, nil
}

func (p *parser) overflow(at int) error {
	return p.errorf(at, "a number in the sum exceeds 2^63−1; expected smaller ones")
}

// arithmetic reads the rest of x + y, x - y or x * y.
func (p *parser) arithmetic(x operand, power int) (operand, error) {
	op := p.tok
	left, err := p.sumOf(x)
	if err != nil {
		return x, err
	}
	p.advance(op.to)
	y, err := p.expression(power + 1)
	if err != nil {
		return x, err
	}
	right, err := p.sumOf(y)
	if err != nil {
		return x, err
	}
	switch {
	case op.is("*") && len(left.Terms) > 0 && len(right.Terms) > 0:
		return x, p.errorf(op.from, "found a product of places; expected a number as one factor")
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
	if err != nil {
		return x, p.overflow(op.from)
	}
	return operand{from: x.from, to: p.tok.from, isSum: true, sum: left}, nil
}

// scale returns k·x; the operator that asks for it stands at from.
func (p *parser) scale(x operand, k int64, from int) (operand, error) {
	s, err := p.sumOf(x)
	if err == nil {
		if s, err = s.times(k); err != nil {
			err = p.overflow(from)
		}
	}
	return operand{from: from, to: p.tok.from, isSum: true, sum: s}, err
}

func (p *parser) number() (operand, error) {
	t := p.tok
	n, err := strconv.ParseInt(t.text, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return operand{}, p.errorf(t.from, "found the number %s; expected one up to 2^63−1", printable.Quote(t.text))
	}
	p.advance(t.to)
	return operand{from: t.from, to: t.to, isSum: true, sum: Constant(n)}, nil
}
