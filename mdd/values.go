package mdd

import "runtime"

// Values returns the local values of a level that occur, ascending; nil for the empty set. AllValues gives all levels for
// about the same cost.
func (a Set) Values(level int) []int {
	a.f.checkLevel("Values", level)
	if all := a.AllValues(); all != nil {
		return all[level-1]
	}
	return nil
}

// AllValues returns the local values of each level that occur, ascending, level k at index k−1; nil for the empty set.
// Cost: O(arcs).
func (a Set) AllValues() [][]int {
	if a.IsEmpty() {
		return nil
	}
	f := a.f
	d := f.traverse(a.node())
	occurs := make([][]bool, f.levels)
	cover := func(k, n int) []bool {
		if missing := n - len(occurs[k-1]); missing > 0 {
			occurs[k-1] = append(occurs[k-1], make([]bool, missing)...)
		}
		return occurs[k-1]
	}
	for _, n := range d.nodes {
		first, arcs := f.s.First(n), f.s.Arcs(n)
		o := cover(f.s.Level(n), first+len(arcs))[first:]
		for i, c := range arcs {
			if c != empty {
				o[i] = true
			}
		}
	}
	for i, skipped := range d.skipped() {
		if skipped {
			cover(i+1, 1)[0] = true
		}
	}
	runtime.KeepAlive(a)
	lists := make([][]int, f.levels)
	for i, o := range occurs {
		for v, ok := range o {
			if ok {
				lists[i] = append(lists[i], v)
			}
		}
	}
	return lists
}
