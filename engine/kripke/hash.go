package kripke

import "math/bits"

// Hash returns 64 well-mixed bits of s; the seed selects the function. Cost: a multiplication a word.
func Hash(s State, seed uint64) uint64 {
	h := seed ^ 0x9e3779b97f4a7c15
	for _, w := range s {
		hi, lo := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = hi ^ lo ^ w
	}
	hi, lo := bits.Mul64(h, 0xa0761d6478bd642f)
	return hi ^ lo
}
