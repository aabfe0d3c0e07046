package mdd

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// sums is a system of numbers, each but the first the sum of others. Number 0 is the constant 1.
//
// The terms of a sum have lower levels than the sum, so evaluation level by level meets every
// number after its terms. Counting is a traversal that writes down such a system (see Count and
// CountEnabled) and its evaluation here: additions only, and none of them allocates.
type sums struct {
	level []int32 // by number
	end   []int   // by number: where its terms end in terms, and those of the next number start
	terms []uint32
}

// value returns number root.
//
// It tries 128 bits first. If a sum passes them it starts again with long numbers: what was done is little then,
// as numbers grow upwards and the levels above cost more.
func (s *sums) value(root uint32) *big.Int {
	order := s.byLevel()
	if lo, hi, ok := s.short(root, order); ok {
		return fromLimbs([]uint64{lo, hi})
	}
	return fromLimbs(s.long(root, order))
}

// byLevel returns the numbers but 0, those of low levels first.
func (s *sums) byLevel() []uint32 {
	top := int32(0)
	for _, k := range s.level {
		top = max(top, k)
	}
	next := make([]int, top+2)
	for _, k := range s.level[1:] {
		next[k+1]++
	}
	for k := range top + 1 {
		next[k+1] += next[k]
	}
	order := make([]uint32, len(s.level)-1)
	for i, k := range s.level[1:] {
		order[next[k]] = uint32(i + 1)
		next[k]++
	}
	return order
}

// termsOf returns the terms of number i.
func (s *sums) termsOf(i uint32) []uint32 { return s.terms[s.end[i-1]:s.end[i]] }

// short evaluates with numbers of 128 bits; ok is false if they do not suffice.
func (s *sums) short(root uint32, order []uint32) (lo, hi uint64, ok bool) {
	type number struct{ lo, hi uint64 }
	values := make([]number, len(s.level))
	values[0].lo = 1
	for _, i := range order {
		var v number
		over := uint64(0)
		for _, t := range s.termsOf(i) {
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

// long evaluates with numbers of any size, least significant limb first. A number is given up
// with its last use, so that memory follows the width of the system and not its size.
func (s *sums) long(root uint32, order []uint32) []uint64 {
	uses := make([]uint32, len(s.level))
	for _, t := range s.terms {
		uses[t]++
	}
	uses[0]++ // the constant stays
	uses[root]++
	var pool limbPool
	values := make([][]uint64, len(s.level))
	values[0] = []uint64{1}
	for _, i := range order {
		terms := s.termsOf(i)
		longest := 0
		for _, t := range terms {
			longest = max(longest, len(values[t]))
		}
		if longest == 0 {
			continue
		}
		sum := pool.get(longest + 1) // fewer than 1<<64 terms: the carries fit one limb
		clear(sum[copy(sum, values[terms[0]]):])
		for _, t := range terms[1:] {
			addLimbs(sum, values[t])
		}
		for len(sum) > 0 && sum[len(sum)-1] == 0 {
			sum = sum[:len(sum)-1]
		}
		values[i] = sum
		for _, t := range terms {
			if uses[t]--; uses[t] == 0 {
				pool.put(values[t])
				values[t] = nil
			}
		}
	}
	return values[root]
}

// addLimbs adds x to z, which has room for the result.
func addLimbs(z, x []uint64) {
	var c uint64
	i := 0
	for ; len(x)-i >= 4; i += 4 {
		a, b := z[i:i+4:i+4], x[i:i+4:i+4]
		a[0], c = bits.Add64(a[0], b[0], c)
		a[1], c = bits.Add64(a[1], b[1], c)
		a[2], c = bits.Add64(a[2], b[2], c)
		a[3], c = bits.Add64(a[3], b[3], c)
	}
	for ; i < len(x); i++ {
		z[i], c = bits.Add64(z[i], x[i], c)
	}
	for ; c != 0; i++ {
		z[i], c = bits.Add64(z[i], 0, c)
	}
}

// A limbPool hands out slices of limbs and takes them back. Sizes are rounded up to 2ⁿ or 3·2ⁿ.
type limbPool struct {
	free  [128][][]uint64
	chunk []uint64
}

const poolChunk = 1 << 13

// get returns a slice of n ≥ 1 limbs with arbitrary content.
func (p *limbPool) get(n int) []uint64 {
	class, size := limbClass(n)
	if l := len(p.free[class]); l > 0 {
		x := p.free[class][l-1]
		p.free[class] = p.free[class][:l-1]
		return x[:n]
	}
	if size > poolChunk/8 {
		return make([]uint64, n, size)
	}
	if size > len(p.chunk) {
		p.chunk = make([]uint64, poolChunk)
	}
	x := p.chunk[:n:size]
	p.chunk = p.chunk[size:]
	return x
}

// put takes back a slice that came from get.
func (p *limbPool) put(x []uint64) {
	if cap(x) > 0 {
		class, _ := limbClass(cap(x))
		p.free[class] = append(p.free[class], x)
	}
}

// limbClass returns the smallest size ≥ n of the form 2ᵏ or 3·2ᵏ, and its index among them.
func limbClass(n int) (class, size int) {
	k := bits.Len(uint(n - 1)) // n ≤ 2ᵏ
	if k >= 2 && n <= 3<<(k-2) {
		return 2*k - 1, 3 << (k - 2)
	}
	return 2 * k, 1 << k
}

// fromLimbs returns the number with these limbs, the least significant first.
func fromLimbs(x []uint64) *big.Int {
	b := make([]byte, 8*len(x))
	for i, limb := range x {
		binary.BigEndian.PutUint64(b[8*(len(x)-1-i):], limb)
	}
	return new(big.Int).SetBytes(b)
}
