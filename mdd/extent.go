package mdd

import (
	"fmt"
	"runtime"
	"slices"
)

// An Interval is what the local values of one level lie between: Min ≤ v ≤ Max. Both occur.
type Interval struct{ Min, Max int }

// Extents returns the interval of the values of each level, level k at index k−1; nil for the empty set.
// Cost: O(arcs).
func (a Set) Extents() []Interval {
	if a.IsEmpty() {
		return nil
	}
	f := a.f
	d := f.traverse(a.node(), 1)
	list := make([]Interval, f.levels)
	for i := range list {
		list[i] = Interval{Min: MaxValue, Max: -1}
	}
	widen := func(k, lo, hi int) {
		x := &list[k-1]
		x.Min, x.Max = min(x.Min, lo), max(x.Max, hi)
	}
	for _, n := range d.nodes {
		first := f.s.First(n)
		widen(f.s.Level(n), first, first+f.s.Len(n)-1) // arcs are trimmed: both ends occur
	}
	for i, skipped := range d.skipped() {
		if skipped {
			widen(i+1, 0, 0)
		}
	}
	runtime.KeepAlive(a)
	return list
}

// Extent returns the smallest and largest value of a level; ok is false for the empty set. Extents gives all
// levels for the same cost.
func (a Set) Extent(level int) (least, greatest int, ok bool) {
	a.f.checkLevel("Extent", level)
	list := a.Extents()
	if list == nil {
		return 0, 0, false
	}
	return list[level-1].Min, list[level-1].Max, true
}

// Values returns the local values of a level that occur, ascending.
// Cost: O(arcs on and above the level).
func (a Set) Values(level int) []int {
	a.f.checkLevel("Values", level)
	if a.IsEmpty() {
		return nil
	}
	f := a.f
	d := f.traverse(a.node(), level)
	var occurs []bool
	for _, n := range d.nodes {
		if f.s.Level(n) != level {
			continue
		}
		first, arcs := f.s.First(n), f.s.Arcs(n)
		if missing := first + len(arcs) - len(occurs); missing > 0 {
			occurs = append(occurs, make([]bool, missing)...)
		}
		for i, c := range arcs {
			occurs[first+i] = occurs[first+i] || c != empty
		}
	}
	var list []int
	for v, ok := range occurs {
		if ok {
			list = append(list, v)
		}
	}
	if d.skipped()[level-1] && !(len(list) > 0 && list[0] == 0) {
		list = slices.Insert(list, 0, 0)
	}
	runtime.KeepAlive(a)
	return list
}

// MaxSum returns the largest sum, over the tuples of a, of the weights of their local values; ok is false for the empty set.
// It asks for the weights of values that occur only. Sums must not pass 64 bits. Cost: O(arcs).
func (a Set) MaxSum(weight func(level, value int) int64) (largest int64, ok bool) {
	if a.IsEmpty() {
		return 0, false
	}
	f := a.f
	d := f.traverse(a.node(), 1)
	zeros := make([]int64, f.levels+1) // what the skipped levels up to k weigh
	for i, skipped := range d.skipped() {
		zeros[i+1] = zeros[i]
		if skipped {
			zeros[i+1] += weight(i+1, 0)
		}
	}
	best := make([]int64, len(d.nodes))
	below := func(n node, k int) int64 { // for n as a set over levels 1…k
		if n == unit {
			return zeros[k]
		}
		return best[d.position(n)] + zeros[k] - zeros[f.s.Level(n)]
	}
	for i, n := range slices.Backward(d.nodes) {
		k, first := f.s.Level(n), f.s.First(n)
		found := false
		for j, c := range f.s.Arcs(n) {
			if c == empty {
				continue
			}
			if sum := weight(k, first+j) + below(c, k-1); !found || sum > best[i] {
				best[i], found = sum, true
			}
		}
	}
	largest = below(a.node(), f.levels)
	runtime.KeepAlive(a)
	return largest, true
}

func (f *Forest) checkLevel(who string, level int) {
	if level < 1 || level > f.levels {
		panic(fmt.Sprintf("mdd: %s: level %d of %d", who, level, f.levels))
	}
}

// skipped tells for each level, level k at index k−1, whether an edge of the diagram skips it. For levels below
// those of the listed nodes the answer says nothing.
func (d *traversal) skipped() []bool {
	f := d.f
	starts := make([]int, f.levels+2) // edges that skip levels from here on, minus those that did up to the level above
	edge := func(from int, to node) {
		starts[f.s.Level(to)+1]++
		starts[from]--
	}
	edge(f.levels+1, d.root)
	for _, n := range d.nodes {
		k := f.s.Level(n)
		for _, c := range f.s.Arcs(n) {
			if c != empty {
				edge(k, c)
			}
		}
	}
	list := make([]bool, f.levels)
	open := 0
	for i := range list {
		open += starts[i+1]
		list[i] = open > 0
	}
	return list
}
