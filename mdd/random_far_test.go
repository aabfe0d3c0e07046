package mdd_test

import (
	"math/rand/v2"
	"slices"

	"brim/mdd"
)

// A numbering maps the small values of which a random system is made to its real values, ascending. In some systems
// these are far apart, so that nodes are sparse.
type numbering struct {
	values []int // by small value; nil: each is its own number
	step   int   // what lies between two of them, 0 if that differs
}

const mostSmall = 80 // more than the small values of an operand, and of its successors by one event

// newNumbering draws a numbering: mostly each value is its own number.
func newNumbering(rng *rand.Rand) numbering {
	if rng.IntN(4) > 0 {
		return numbering{}
	}
	x := numbering{step: []int{0, 0, 1, 100, mdd.MaxValue / (8 * mostSmall)}[rng.IntN(5)]}
	value := rng.IntN(2) * rng.IntN(mdd.MaxValue/8)
	for range mostSmall {
		x.values = append(x.values, value)
		switch {
		case x.step > 0:
			value += x.step
		case rng.IntN(2) == 0:
			value++
		default:
			value += 1 + rng.IntN(1+rng.IntN(mdd.MaxValue/(8*mostSmall)))
		}
	}
	return x
}

// number returns the numbering of the level with this index.
func (s *system) number(index int) numbering {
	if s.numbers == nil {
		return numbering{}
	}
	return s.numbers[index]
}

// at returns the value of a small one.
func (x numbering) at(small int) int {
	if x.values == nil {
		return small
	}
	return x.values[small]
}

// small returns the small value of v, or −1.
func (x numbering) small(v int) int {
	if x.values == nil {
		return v
	}
	if i, ok := slices.BinarySearch(x.values, v); ok {
		return i
	}
	return -1
}

// effect returns the effect on the values that corresponds to an effect on the small ones, with its twin.
func (x numbering) effect(e mdd.Effect, twin func(v int) []int) (mdd.Effect, func(v int) []int) {
	if x.values == nil {
		return e, twin
	}
	next := func(v int) (list []int) {
		if v = x.small(v); v >= 0 {
			for _, to := range twin(v) {
				list = append(list, x.at(to))
			}
		}
		return list
	}
	if shift, ok := e.(mdd.Shift); ok && x.step > 0 {
		shift.Min, shift.Delta = x.at(shift.Min), x.step*shift.Delta
		if shift.Below > 0 {
			shift.Below = x.at(shift.Below)
		}
		return shift, next
	}
	var pairs [][2]int
	to := map[int]int{}
	from := map[int]int{}
	for i := range mostSmall / 2 {
		for _, t := range next(x.at(i)) {
			pairs = append(pairs, [2]int{x.at(i), t})
			to[x.at(i)], from[t] = t, x.at(i)
		}
	}
	if _, ok := e.(*mdd.Pairs); ok {
		return mdd.NewPairs(pairs...), next
	}
	table := func(m map[int]int) func(v int) (int, bool) {
		return func(v int) (int, bool) { w, ok := m[v]; return w, ok }
	}
	if mdd.OneWay(e) {
		return mdd.NewMap(table(to), nil), next
	}
	return mdd.NewMap(table(to), table(from)), next
}
