package mdd

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// Natural numbers of any size as slices of 64-bit limbs, whose memory is pooled.

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

// fromLimbs returns the number with these limbs, the least significant first.
func fromLimbs(x []uint64) *big.Int {
	b := make([]byte, 8*len(x))
	for i, limb := range x {
		binary.BigEndian.PutUint64(b[8*(len(x)-1-i):], limb)
	}
	return new(big.Int).SetBytes(b)
}
