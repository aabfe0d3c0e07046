package mdd

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
)

// Taking a set apart by the values of its top level, and assembling sets: recursions over sets that need no nodes.

// Split takes a apart at its highest level on which not all values are 0: parts yields each value that occurs there,
// ascending, with the tuples of a that have it, but with 0 in its place. Assemble is the way back. Level is 0, and
// there are no parts, for the empty set and the set of the all-zero tuple.
//
// With a map of results by set these two suffice to write recursions over one set or several, in terms of sets instead
// of nodes. Cost: O(arcs of one node); O(levels) for each part in a quasi-reduced forest. The forest may be used
// between parts, but not be closed.
func (a Set) Split() (level int, parts iter.Seq2[int, Set]) {
	f := a.use("Split")
	top, level := f.bare(a.node())
	runtime.KeepAlive(a)
	return level, func(yield func(int, Set) bool) {
		a.use("Split")
		if level == 0 {
			return
		}
		for v, c := range f.arcs(top, level) {
			if !yield(v, f.lifted(c)) {
				break
			}
			a.use("Split")
		}
		runtime.KeepAlive(a)
	}
}

// Assemble returns the union of the parts, each with its value on the given level instead of 0. The parts may come in
// any order, and stay unreleased until all have come. It panics if a value comes twice, or a part has other values than
// 0 on the level or above. Cost: as for Split.
func (f *Forest) Assemble(level int, parts iter.Seq2[int, Set]) Set {
	const who = "Assemble"
	f.use(who)
	f.checkLevel(who, level)
	given(parts != nil, who, "sequence")
	type part struct {
		value int
		set   Set
	}
	var list []part
	for v, s := range parts {
		checkValue(who, v, level)
		if s.use(who) != f {
			panic("mdd: " + who + ": a part of another forest")
		}
		list = append(list, part{v, s})
	}
	f.use(who)
	slices.SortFunc(list, func(a, b part) int { return a.value - b.value })
	defer f.s.Release(f.s.Mark())
	arcs := f.newArcs()
	for i, p := range list {
		if i > 0 && p.value == list[i-1].value {
			panic(fmt.Sprintf("mdd: %s: two parts for value %d, expected one", who, p.value))
		}
		p.set.use(who) // again: the sequence is the user's
		n, k := f.bare(p.set.node())
		if k >= level {
			panic(fmt.Sprintf("mdd: %s: the part for value %d has other values than 0 on level %d, expected lower ones",
				who, p.value, k))
		}
		arcs.add(p.value, f.lift(n, level-1))
	}
	s := f.lifted(arcs.make(level))
	runtime.KeepAlive(list)
	return s
}

// bare returns n without the nodes on top that have an arc at 0 and no other, and the level of what is left.
func (f *Forest) bare(n node) (top node, level int) {
	for f.rule == QuasiReduced && n > unit {
		below := n
		for v, c := range f.arcs(n, f.s.Level(n)) {
			if below != n || v != 0 {
				return n, f.s.Level(n)
			}
			below = c
		}
		n = below
	}
	return n, f.s.Level(n)
}

// lifted returns n, a set over some of the lowest levels, as a Set.
func (f *Forest) lifted(n node) Set {
	defer f.s.Release(f.s.Mark())
	return f.set(f.lift(n, f.levels))
}
