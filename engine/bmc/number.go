package bmc

import "math/bits"

// A number is not negative, in binary, lowest bit first. Missing bits are 0, so numbers of different lengths can be
// combined, and no result is cut off.
type number []Lit

// fixed returns the number n.
func fixed(n uint64) number {
	var x number
	for ; n > 0; n >>= 1 {
		x = append(x, constant(n&1 == 1))
	}
	return x
}

func (x number) bit(i int) Lit {
	if i < len(x) {
		return x[i]
	}
	return no
}

// add returns x + y.
func (g *gates) add(x, y number) number {
	n := max(len(x), len(y))
	sum := make(number, 0, n+1)
	carry := no
	for i := range n {
		a, b := x.bit(i), y.bit(i)
		differ := g.xor(a, b)
		sum = append(sum, g.xor(differ, carry))
		carry = g.or(g.and(a, b), g.and(differ, carry))
	}
	if carry != no {
		sum = append(sum, carry)
	}
	return sum
}

// times returns x · n.
func (g *gates) times(x number, n uint64) number {
	var sum number
	for ; n > 0; n &= n - 1 {
		shifted := make(number, bits.TrailingZeros64(n), bits.TrailingZeros64(n)+len(x))
		for i := range shifted {
			shifted[i] = no
		}
		sum = g.add(sum, append(shifted, x...))
	}
	return sum
}

// equal reports whether x = y.
func (g *gates) equal(x, y number) Lit {
	var same []Lit
	for i := range max(len(x), len(y)) {
		same = append(same, -g.xor(x.bit(i), y.bit(i)))
	}
	return g.and(same...)
}

// less reports whether x < y.
func (g *gates) less(x, y number) Lit {
	below := no // by the bits so far
	for i := range max(len(x), len(y)) {
		a, b := x.bit(i), y.bit(i)
		below = g.or(g.and(-a, b), g.and(-g.xor(a, b), below))
	}
	return below
}
