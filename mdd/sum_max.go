package mdd

import (
	"fmt"
	"math"
	"math/big"
	"runtime"
)

// Largest sums of weights over all tuples, and the tuple that has it.

// MaxSum returns the largest sum, over the tuples of a, of the weights of their local values; ok is false for the empty
// set. The function weight is called only for values that occur. MaxSum panics if a sum passes 64 bits; see MaxBigSum,
// and Heaviest for the tuple. Cost: O(arcs).
func (a Set) MaxSum(weight func(level, value int) int64) (largest int64, ok bool) {
	m := maxSum("MaxSum", a, weight, int64s("MaxSum"))
	runtime.KeepAlive(a)
	if m == nil {
		return 0, false
	}
	return m.total().sum, true
}

// MaxBigSum is MaxSum for weights and sums of any size, which it does not change. It takes far longer.
func (a Set) MaxBigSum(weight func(level, value int) *big.Int) (largest *big.Int, ok bool) {
	m := maxSum("MaxBigSum", a, weight, arithmetic[*big.Int]{
		zero:    new(big.Int),
		add:     func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) },
		sub:     func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) },
		greater: func(x, y *big.Int) bool { return x.Cmp(y) > 0 },
	})
	runtime.KeepAlive(a)
	if m == nil {
		return new(big.Int), false
	}
	return m.total().sum, true
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
		v := int(m.results[code].value)
		values[m.Level(code)-1] = v
		for u, c := range m.each(code) {
			if u == v {
				code = c
				break
			}
		}
	}
	return values, m.total().sum, true
}

// An arithmetic has the operations on numbers that maxSum needs.
type arithmetic[T any] struct {
	zero     T
	add, sub func(x, y T) T
	greater  func(x, y T) bool
}

// int64s are numbers of 64 bits. An operation who whose sums pass them panics.
func int64s(who string) arithmetic[int64] {
	return arithmetic[int64]{
		add:     func(x, y int64) int64 { return sum(who, x, y) },
		sub:     func(x, y int64) int64 { return -sum(who, -x, y) },
		greater: func(x, y int64) bool { return x > y },
	}
}

// sum returns x+y. It panics if that, or −x−y, passes 64 bits.
func sum(who string, x, y int64) int64 {
	if s := x + y; (s > x) == (y > 0) && s != math.MinInt64 {
		return s
	}
	panic(fmt.Sprintf("mdd: %s: the sum of weights %d and %d passes 64 bits", who, x, y))
}

// A maximum is the largest sum below a node, with the least value of the node that leads to it.
type maximum[T any] struct {
	sum   T
	value int32
}

// maxSum finds the maxima of all nodes for the operation who, which keeps a alive; nil for the empty set.
func maxSum[T any](who string, a Set, ask func(level, value int) T, num arithmetic[T]) *fold[maximum[T]] {
	d := a.traverse(who)
	given(ask != nil, who, "function")
	if d.Root == 0 {
		return nil
	}
	weight := func(level, value int) T {
		w := ask(level, value)
		a.use(who)
		return w
	}
	zeros := zeroSums(d, num, weight)
	m := newFold(d, maximum[T]{sum: num.zero}, func(below maximum[T], from, to int) maximum[T] {
		below.sum = num.add(below.sum, num.sub(zeros[to], zeros[from-1]))
		return below
	})
	m.run(func(level int, arcs []Arc[maximum[T]]) (best maximum[T]) {
		for i, arc := range arcs {
			sum := num.add(weight(level, arc.Value), arc.Below.sum)
			if i == 0 || num.greater(sum, best.sum) {
				best = maximum[T]{sum, int32(arc.Value)}
			}
		}
		return best
	})
	return m
}

// zeroSums returns for each level k, and for 0, the sum of the weights of the value 0 on those of the levels 1…k that
// an edge skips. So what an edge skips weighs the difference of two of them.
func zeroSums[T any](d *traversal, num arithmetic[T], weight func(level, value int) T) []T {
	zeros := make([]T, d.f.levels+1)
	zeros[0] = num.zero
	for i, skipped := range d.skipped() {
		zeros[i+1] = zeros[i]
		if skipped {
			zeros[i+1] = num.add(zeros[i], weight(i+1, 0))
		}
	}
	return zeros
}
