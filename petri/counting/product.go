package counting

import (
	"math"
	"math/big"
	"math/bits"
)

// This file multiplies lists of numbers of ways, with large numbers for long lists.

// mostSums is the largest number of plain places that are fused one by one.
const mostSums = 64

// fuse returns the ways to spread up to most tokens over two parts: Σ over a + b = v of x(a)·y(b).
func (f *Forest) fuse(x, y *ways, most int64) ways {
	if x.list == nil {
		x, y = y, x
	}
	switch {
	case x.list == nil:
		return ways{n: x.n + y.n, least: saturated(x.least, y.least)}
	case y.list != nil:
		return f.product(x.list[:most+1], y.list[:most+1])
	case y.n > mostSums:
		z := f.table(most, y.at)
		if f.err != nil {
			return z
		}
		return f.product(x.list[:most+1], z.list)
	}
	list := make([]*big.Int, most+1)
	for v := range list {
		if list[v] = zero; int64(v) >= y.least {
			list[v] = x.list[int64(v)-y.least]
		}
	}
	for range y.n {
		sum := new(big.Int)
		for v, w := range list {
			if w.Sign() != 0 {
				sum = new(big.Int).Add(sum, w)
			}
			list[v] = sum
		}
		if f.stop(0) {
			break
		}
	}
	return ways{list: list}
}

// saturated returns x + y, the largest number if that has no room.
func saturated(x, y int64) int64 {
	if x > math.MaxInt64-y {
		return math.MaxInt64
	}
	return x + y
}

// product returns Σ over a + b = v of x[a]·y[b] for two lists of one length.
func (f *Forest) product(x, y []*big.Int) ways {
	const few = 48
	n := len(x)
	if n <= few {
		list := make([]*big.Int, n)
		for v := range list {
			list[v] = new(big.Int)
			for a := range v + 1 {
				if x[a].Sign() != 0 && y[v-a].Sign() != 0 {
					list[v].Add(list[v], new(big.Int).Mul(x[a], y[v-a]))
				}
			}
		}
		return ways{list: list}
	}
	slot := (longest(x)+longest(y)+bits.Len(uint(n)))/bits.UintSize + 1 // words of a result
	if f.stop(int64(n) * int64(slot)) {
		return ways{n: 1}
	}
	words := new(big.Int).Mul(packed(x, slot), packed(y, slot)).Bits()
	list := make([]*big.Int, n)
	for v := range list {
		from, to := min(v*slot, len(words)), min((v+1)*slot, len(words))
		list[v] = new(big.Int).SetBits(words[from:to:to])
	}
	return ways{list: list}
}

// longest returns the bits of the longest number.
func longest(list []*big.Int) (most int) {
	for _, x := range list {
		most = max(most, x.BitLen())
	}
	return most
}

// packed returns one number with the list in its words, so many for each: the value of a polynomial at a power of two
// that is larger than all coefficients of the product with another one (Kronecker's substitution).
func packed(list []*big.Int, slot int) *big.Int {
	words := make([]big.Word, len(list)*slot)
	for i, x := range list {
		copy(words[i*slot:], x.Bits())
	}
	return new(big.Int).SetBits(words)
}
