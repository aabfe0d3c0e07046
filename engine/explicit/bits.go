package explicit

import (
	"iter"
	"math/bits"
)

// Bits are a set of numbers of states: number s is bit s%64 of word s/64. All sets of a graph have the same length, and
// the bits beyond its last state are 0.
type Bits []uint64

// Has reports whether s is in the set.
func (b Bits) Has(s int) bool { return b[s>>6]>>(s&63)&1 != 0 }

// Add adds s.
func (b Bits) Add(s int) { b[s>>6] |= 1 << (s & 63) }

// remove takes s out.
func (b Bits) remove(s int) { b[s>>6] &^= 1 << (s & 63) }

// Count returns the number of states in the set.
func (b Bits) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// All yields the states in the set, in ascending order.
func (b Bits) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range b {
			for ; w != 0; w &= w - 1 {
				if !yield(i<<6 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}
