package walk

import "math/bits"

// A dice gives random numbers that a seed determines: xorshift64*.
type dice struct{ random uint64 }

func newDice(seed uint64) dice {
	d := dice{seed*0x9e3779b97f4a7c15 + 0x2545f4914f6cdd1d}
	if d.random == 0 {
		d.random = 1
	}
	return d
}

// next returns 64 random bits.
func (d *dice) next() uint64 {
	x := d.random
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	d.random = x
	return x * 0x2545f4914f6cdd1d
}

// below returns a random number from 0 to n−1.
func (d *dice) below(n int) int {
	hi, _ := bits.Mul64(d.next(), uint64(n))
	return int(hi)
}
