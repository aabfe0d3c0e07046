package mdd

import (
	"fmt"
	"iter"
	"slices"
)

// Sets of listed tuples: built from a list, a sequence or a box.

// Tuples returns the set of the given tuples, each as for Tuple; they may repeat, in any order. It changes neither the
// list nor the tuples.
//
// It sorts them and builds each node once, which is far cheaper than the union of single tuples.
// Cost: O(t·log t) comparisons of tuples and O(t·levels) nodes made, for t tuples.
func (f *Forest) Tuples(list [][]int) Set {
	f.use("Tuples")
	defer f.s.Release(f.s.Mark())
	for _, values := range list {
		f.checkTuple("Tuples", values)
	}
	list = slices.Clone(list)
	slices.SortFunc(list, fromTop)
	return f.set(f.build(list, f.levels))
}

// seqBlock is the number of local values that FromSeq gathers before it builds a diagram of them.
const seqBlock = 1 << 20

// FromSeq returns the set of the tuples of a sequence, each as for Tuple. The sequence may reuse its slices.
// Cost: as for Tuples, and unions of diagrams of about equal numbers of tuples.
func (f *Forest) FromSeq(seq iter.Seq[[]int]) Set {
	f.use("FromSeq")
	given(seq != nil, "FromSeq", "sequence")
	var block [][]int
	var words []int
	var parts []Set // the union of 2ⁱ blocks, or empty, at index i
	flush := func() {
		s := f.Tuples(block)
		block, words = block[:0], words[:0]
		for i := range parts {
			if parts[i].IsEmpty() {
				parts[i] = s
				return
			}
			s = s.Union(parts[i])
			parts[i] = f.Empty()
		}
		parts = append(parts, s)
	}
	for values := range seq {
		f.checkTuple("FromSeq", values)
		if len(words) >= seqBlock {
			flush()
		}
		words = append(words, values...) // if it moves, earlier tuples stay where they are
		block = append(block, words[len(words)-f.levels:])
	}
	s := f.Tuples(block)
	for _, part := range parts {
		s = s.Union(part)
	}
	return s
}

// Box returns the set of the tuples whose value on each level k is in values[k-1], in any order. It has one node a
// level. It panics if there is not one list for each level, or a value is negative.
func (f *Forest) Box(values [][]int) Set {
	f.use("Box")
	defer f.s.Release(f.s.Mark())
	return f.set(f.box("Box", values))
}

// box is Box for the operation who.
func (f *Forest) box(who string, values [][]int) node {
	if len(values) != f.levels {
		panic(fmt.Sprintf("mdd: %s: %d lists for %d levels", who, len(values), f.levels))
	}
	n := unit
	for i, list := range values {
		if len(list) == 0 {
			return empty
		}
		list = slices.Compact(slices.Sorted(slices.Values(list)))
		checkValue(who, list[0], i+1)
		checkValue(who, list[len(list)-1], i+1)
		arcs := f.newArcs()
		for _, v := range list {
			arcs.add(v, n)
		}
		n = arcs.make(i + 1)
	}
	return n
}

// fromTop compares tuples lexicographically, the value of the top level first.
func fromTop(a, b []int) int {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] - b[i]
		}
	}
	return 0
}

// build returns the set over levels 1…k of the given tuples, which are sorted and agree above level k.
func (f *Forest) build(list [][]int, k int) node {
	switch {
	case len(list) == 0:
		return empty
	case k == 0:
		return unit
	}
	last := list[len(list)-1][k-1]
	arcs := f.newArcs()
	for len(list) > 0 {
		v := list[0][k-1]
		same := len(list)
		if v != last {
			same = slices.IndexFunc(list, func(t []int) bool { return t[k-1] != v })
		}
		arcs.add(v, f.build(list[:same], k-1))
		list = list[same:]
	}
	return arcs.make(k)
}
