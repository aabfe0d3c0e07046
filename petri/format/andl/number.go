package andl

import (
	"math"
	"math/bits"

	"brim/internal/printable"
)

// Numbers that are computed from constants.

// mostDepth is how deep brackets may nest.
const mostDepth = 1000

// sum reads sums and differences of products.
func (p *parser) sum() (int64, error) {
	n, err := p.product()
	for err == nil && (p.token == "+" || p.token == "-") {
		n, err = p.add(n)
	}
	return n, err
}

// add reads a sign and a product, and returns its sum with n.
func (p *parser) add(n int64) (int64, error) {
	start, minus := p.start, p.token == "-"
	if err := p.next(); err != nil {
		return 0, err
	}
	m, err := p.product()
	if err != nil {
		return 0, err
	}
	if minus {
		m = -m
	}
	if m > 0 && n > math.MaxInt64-m || m < 0 && n < -math.MaxInt64-m {
		return 0, p.tooLarge(start)
	}
	return n + m, nil
}

func (p *parser) tooLarge(start int) error {
	return p.Errorf(start, "the number is too large; expected at most 2^63−1")
}

// product reads products and quotients.
func (p *parser) product() (int64, error) {
	n, err := p.factor()
	for err == nil && (p.token == "*" || p.token == "/") {
		start, times := p.start, p.token == "*"
		if err = p.next(); err != nil {
			return 0, err
		}
		var m int64
		if m, err = p.factor(); err != nil {
			return 0, err
		}
		switch {
		case times:
			if n, err = p.times(n, m, start); err != nil {
				return 0, err
			}
		case m == 0 || n%m != 0:
			return 0, p.Errorf(start, "%d is no multiple of %d; expected a quotient that is a whole number", n, m)
		default:
			n /= m
		}
	}
	return n, err
}

func (p *parser) times(n, m int64, start int) (int64, error) {
	high, low := bits.Mul64(size(n), size(m))
	if high > 0 || low > math.MaxInt64 {
		return 0, p.tooLarge(start)
	}
	return n * m, nil
}

func size(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// factor reads a number, a constant, a number with a sign, or a number in brackets.
func (p *parser) factor() (n int64, err error) {
	token, start := p.token, p.start
	if p.depth++; p.depth > mostDepth {
		return 0, p.Errorf(start, "brackets and signs nest too deep; expected at most %d levels", mostDepth)
	}
	defer func() { p.depth-- }()
	switch {
	case token == "-":
		if err = p.next(); err == nil {
			n, err = p.factor()
		}
		return -n, err
	case token == "(":
		if err = p.next(); err == nil {
			n, err = p.sum()
		}
		if err == nil {
			err = p.expect(")")
		}
		return n, err
	case token != "" && isDigit(token[0]):
		if n, err = p.Number(start, token, 0, false); err != nil {
			return 0, err
		}
		return n, p.next()
	}
	n, ok := p.constants[token]
	if !ok {
		if _, place := p.Places[token]; place {
			return 0, p.Errorf(start, "weights that depend on the marking, as here on %s, are not supported; "+
				"expected a number or a constant",
				printable.Quote(token))
		}
		return 0, p.Expected(start, token, "a number or a constant")
	}
	return n, p.next()
}
