package structure

import "math/big"

// A fraction is num/den in lowest terms, den ≥ 1; the zero fraction is 0/1, written as 0/0 where nobody has touched it.
type fraction struct{ num, den int64 }

func whole(n int64) fraction { return fraction{n, 1} }

func (a fraction) zero() bool { return a.num == 0 }

// minusTimes returns a − b·c; ok is false if that does not fit into 63 bits.
func (a fraction) minusTimes(b, c fraction) (r fraction, ok bool) {
	if b.num == 0 || c.num == 0 {
		return a, true
	}
	if a.den <= 1 && b.den == 1 && c.den == 1 {
		n, ok := mulAdd(b.num, -c.num, 1, a.num)
		return fraction{n, 1}, ok
	}
	p, ok := b.times(c)
	if a.den == 0 {
		a.den = 1
	}
	n, ok1 := mulAdd(a.num, p.den, -p.num, a.den)
	d, ok2 := mul(a.den, p.den)
	return reduced(n, d), ok && ok1 && ok2
}

// times returns b·c, neither of which is 0/0.
func (b fraction) times(c fraction) (r fraction, ok bool) {
	x, y := reduced(b.num, c.den), reduced(c.num, b.den)
	n, ok1 := mul(x.num, y.num)
	d, ok2 := mul(x.den, y.den)
	return fraction{n, d}, ok1 && ok2
}

// inverse returns 1/a; a is not 0.
func (a fraction) inverse() fraction {
	if a.num < 0 {
		return fraction{-a.den, -a.num}
	}
	return fraction{a.den, a.num}
}

// compare returns the sign of a − b; neither is 0/0.
func (a fraction) compare(b fraction) (sign int, ok bool) {
	d, ok := a.minusTimes(b, whole(1))
	switch {
	case d.num < 0:
		sign = -1
	case d.num > 0:
		sign = 1
	}
	return sign, ok
}

// rat returns a as a number of package big.
func (a fraction) rat() *big.Rat {
	if a.num == 0 {
		return new(big.Rat)
	}
	return big.NewRat(a.num, a.den)
}

// reduced returns n/d in lowest terms; d ≥ 1, and n is not the smallest number.
func reduced(n, d int64) fraction {
	if g := gcd(n, d); g > 1 {
		return fraction{n / g, d / g}
	}
	return fraction{n, d}
}
