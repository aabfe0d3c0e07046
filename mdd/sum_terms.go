package mdd

import (
	"math/big"
	"math/bits"
)

// Systems of sums, by which tuples and enabled events are counted exactly, with numbers of any size.

// A system defines numbers 0, 1, 2, …, size−1: number 0 is 0, number 1 is 1, and each other one is the sum of numbers
// before it. To count, one writes down such a system (see Count and CountEnabled); its evaluation takes additions only,
// none of which allocates.
type system interface {
	size() uint32
	// terms returns the terms of number i ≥ 2, valid until the next call. It is called for ascending or descending i.
	terms(i uint32) []uint32
}

// evaluate returns number root of s.
//
// It tries 128 bits first. If a sum passes them it starts again with long numbers: the work so far is little then, as
// numbers grow and the rest costs more.
func evaluate(s system, root uint32) *big.Int {
	if lo, hi, ok := evaluateShort(s, root); ok {
		return fromLimbs([]uint64{lo, hi})
	}
	return fromLimbs(evaluateLong(s, root))
}

// evaluateShort evaluates with numbers of 128 bits; ok is false if they do not suffice.
func evaluateShort(s system, root uint32) (lo, hi uint64, ok bool) {
	type number struct{ lo, hi uint64 }
	values := make([]number, s.size())
	values[1].lo = 1
	for i := uint32(2); i < s.size(); i++ {
		var v number
		over := uint64(0)
		for _, t := range s.terms(i) {
			var carry uint64
			v.lo, carry = bits.Add64(v.lo, values[t].lo, 0)
			v.hi, carry = bits.Add64(v.hi, values[t].hi, carry)
			over |= carry
		}
		if over != 0 {
			return 0, 0, false
		}
		values[i] = v
	}
	return values[root].lo, values[root].hi, true
}

// evaluateLong evaluates with numbers of any size, least significant limb first. It finds out first which numbers are
// needed, and frees each after its last use, so that memory follows the width of the diagram and not its size.
func evaluateLong(s system, root uint32) []uint64 {
	uses := make([]uint32, s.size())
	uses[root] = 1
	uses[1]++ // it stays
	for i := root; i >= 2; i-- {
		if uses[i] > 0 {
			for _, t := range s.terms(i) {
				uses[t]++
			}
		}
	}
	var pool limbPool
	values := make([][]uint64, s.size())
	values[1] = []uint64{1}
	for i := uint32(2); i <= root; i++ {
		if uses[i] == 0 {
			continue
		}
		terms := s.terms(i)
		values[i] = pool.sum(terms, values)
		for _, t := range terms {
			if uses[t]--; uses[t] == 0 {
				pool.put(values[t])
				values[t] = nil
			}
		}
	}
	return values[root]
}

// sum returns the sum of some values, nil if it is 0.
func (p *limbPool) sum(terms []uint32, values [][]uint64) []uint64 {
	longest := 0
	for _, t := range terms {
		longest = max(longest, len(values[t]))
	}
	if longest == 0 {
		return nil
	}
	sum := p.get(longest + 1) // fewer than 1<<64 terms: the carries fit one limb
	clear(sum[copy(sum, values[terms[0]]):])
	for _, t := range terms[1:] {
		addLimbs(sum, values[t])
	}
	for sum[len(sum)-1] == 0 {
		sum = sum[:len(sum)-1]
	}
	return sum
}
