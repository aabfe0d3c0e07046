package mdd

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"runtime"
)

// MaxSum returns the largest sum, over the tuples of a, of the weights of their local values; ok is false for the empty
// set. It asks for the weights of values that occur only. It panics if a sum passes 64 bits; see MaxBigSum, and
// Heaviest for the tuple. Cost: O(arcs).
func (a Set) MaxSum(weight func(level, value int) int64) (largest int64, ok bool) {
	m := maxSum("MaxSum", a, weight, int64s("MaxSum"))
	runtime.KeepAlive(a)
	if m == nil {
		return 0, false
	}
	return m.largest(), true
}

// MaxBigSum is MaxSum for weights and sums of any size, which it does not change. It takes far longer.
func (a Set) MaxBigSum(weight func(level, value int) *big.Int) (largest *big.Int, ok bool) {
	m := maxSum("MaxBigSum", a, weight, arithmetic[*big.Int]{
		zero:    new(big.Int),
		add:     func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) },
		sub:     func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) },
		compare: (*big.Int).Cmp,
	})
	runtime.KeepAlive(a)
	if m == nil {
		return new(big.Int), false
	}
	return m.largest(), true
}

// Heaviest returns the tuple with the largest sum of the weights of its local values, and that sum; ok is false for the
// empty set. Of several such tuples, which are Between(weight, sum, sum), it returns the first in the order of All.
// With all weights negated that is the tuple with the least sum. Otherwise it is as MaxSum.
func (a Set) Heaviest(weight func(level, value int) int64) (values []int, sum int64, ok bool) {
	m := maxSum("Heaviest", a, weight, int64s("Heaviest"))
	runtime.KeepAlive(a)
	if m == nil {
		return nil, 0, false
	}
	values = make([]int, m.f.levels)
	for code := m.Root; code > 1; {
		v := int(m.at[code])
		values[m.Level(code)-1] = v
		for u, c := range m.each(code) {
			if u == v {
				code = c
				break
			}
		}
	}
	return values, m.largest(), true
}

// An arithmetic is what maxSum needs to know of a kind of numbers.
type arithmetic[T any] struct {
	zero     T
	add, sub func(x, y T) T
	compare  func(x, y T) int
}

// int64s are numbers of 64 bits, whose sums do not pass these.
func int64s(who string) arithmetic[int64] {
	return arithmetic[int64]{
		add:     func(x, y int64) int64 { return sum(who, x, y) },
		sub:     func(x, y int64) int64 { return -sum(who, -x, y) },
		compare: cmp.Compare[int64],
	}
}

// sum returns x+y. It panics if that, or −x−y, passes 64 bits.
func sum(who string, x, y int64) int64 {
	if s := x + y; (s > x) == (y > 0) && s != math.MinInt64 {
		return s
	}
	panic(fmt.Sprintf("mdd: %s: the sum of weights %d and %d passes 64 bits", who, x, y))
}

// maxima are the largest sums of the nodes of a set that is not empty.
type maxima[T any] struct {
	*traversal
	arithmetic[T]
	zeros []T     // what the skipped levels up to k weigh
	best  []T     // by code
	at    []int32 // by code: the least value that leads to it
}

// maxSum finds the maxima for the operation who, which keeps a alive; nil for the empty set.
func maxSum[T any](who string, a Set, ask func(level, value int) T, num arithmetic[T]) *maxima[T] {
	d := a.traverse(who)
	given(ask != nil, who, "function")
	if d.Root == 0 {
		return nil
	}
	f := a.f
	weight := func(level, value int) T {
		w := ask(level, value)
		a.use(who)
		return w
	}
	m := &maxima[T]{traversal: d, arithmetic: num, zeros: make([]T, f.levels+1), best: make([]T, d.Codes()), at: make([]int32, d.Codes())}
	m.zeros[0] = num.zero
	for i, skipped := range d.skipped() {
		m.zeros[i+1] = m.zeros[i]
		if skipped {
			m.zeros[i+1] = num.add(m.zeros[i], weight(i+1, 0))
		}
	}
	m.best[1] = num.zero
	for code := uint32(2); code < d.Codes(); code++ {
		k, first := d.Level(code), true
		for v, c := range d.each(code) {
			sum := num.add(weight(k, v), m.below(c, k-1))
			if first || num.compare(sum, m.best[code]) > 0 {
				m.best[code], m.at[code], first = sum, int32(v), false
			}
		}
	}
	return m
}

// below returns the largest sum of c as a set over levels 1…k.
func (m *maxima[T]) below(c uint32, k int) T {
	level := m.Level(c)
	if level == k {
		return m.best[c]
	}
	return m.add(m.best[c], m.sub(m.zeros[k], m.zeros[level]))
}

// largest returns the largest sum of all.
func (m *maxima[T]) largest() T { return m.below(m.Root, m.f.levels) }
