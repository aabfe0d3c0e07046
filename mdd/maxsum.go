package mdd

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"runtime"
)

// MaxSum returns the largest sum, over the tuples of a, of the weights of their local values; ok is false for the empty
// set. It asks for the weights of values that occur only. It panics if a sum passes 64 bits; see MaxBigSum. Cost:
// O(arcs).
func (a Set) MaxSum(weight func(level, value int) int64) (largest int64, ok bool) {
	return maxSum("MaxSum", a, weight, arithmetic[int64]{
		add:     func(x, y int64) int64 { return sum("MaxSum", x, y) },
		sub:     func(x, y int64) int64 { return -sum("MaxSum", -x, y) },
		compare: cmp.Compare[int64],
	})
}

// MaxBigSum is MaxSum for weights and sums of any size, which it does not change. It takes far longer.
func (a Set) MaxBigSum(weight func(level, value int) *big.Int) (largest *big.Int, ok bool) {
	return maxSum("MaxBigSum", a, weight, arithmetic[*big.Int]{
		zero:    new(big.Int),
		add:     func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) },
		sub:     func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) },
		compare: (*big.Int).Cmp,
	})
}

// An arithmetic is what maxSum needs to know of a kind of numbers.
type arithmetic[T any] struct {
	zero     T
	add, sub func(x, y T) T
	compare  func(x, y T) int
}

// sum returns x+y. It panics if that, or −x−y, passes 64 bits.
func sum(who string, x, y int64) int64 {
	if s := x + y; (s > x) == (y > 0) && s != math.MinInt64 {
		return s
	}
	panic(fmt.Sprintf("mdd: %s: the sum of weights %d and %d passes 64 bits", who, x, y))
}

func maxSum[T any](who string, a Set, ask func(level, value int) T, num arithmetic[T]) (largest T, ok bool) {
	d := a.traverse(who)
	given(ask != nil, who, "function")
	if d.Root == 0 {
		return num.zero, false
	}
	f := a.f
	weight := func(level, value int) T {
		w := ask(level, value)
		f.use(who)
		return w
	}
	zeros := make([]T, f.levels+1) // what the skipped levels up to k weigh
	zeros[0] = num.zero
	for i, skipped := range d.skipped() {
		zeros[i+1] = zeros[i]
		if skipped {
			zeros[i+1] = num.add(zeros[i], weight(i+1, 0))
		}
	}
	best := make([]T, d.Codes())
	best[1] = num.zero
	below := func(c uint32, k int) T { // for c as a set over levels 1…k
		level := d.Level(c)
		if level == k {
			return best[c]
		}
		return num.add(best[c], num.sub(zeros[k], zeros[level]))
	}
	for code := uint32(2); code < d.Codes(); code++ {
		k := d.Level(code)
		first, kids := d.Arcs(code)
		for i, c := range kids {
			if c == 0 {
				continue
			}
			sum := num.add(weight(k, first+i), below(c, k-1))
			if i == 0 || num.compare(sum, best[code]) > 0 { // the first arc is not empty
				best[code] = sum
			}
		}
	}
	largest = below(d.Root, f.levels)
	runtime.KeepAlive(a)
	return largest, true
}
