package mdd

import "runtime"

// Values returns the local values of a level that occur, ascending; nil for the empty set. AllValues gives all levels
// for about the same cost.
func (a Set) Values(level int) []int {
	a.use("Values").checkLevel("Values", level)
	if all := a.AllValues(); all != nil {
		return all[level-1]
	}
	return nil
}

// AllValues returns the local values of each level that occur, ascending, level k at index k−1; nil for the empty set.
// Cost: O(arcs).
func (a Set) AllValues() [][]int {
	d := a.traverse("AllValues")
	if d.Root == 0 {
		return nil
	}
	f := a.f
	extents := d.extents() // values may be few and large
	occurs := make([][]bool, f.levels)
	for i, x := range extents {
		occurs[i] = make([]bool, x.Max-x.Min+1)
	}
	for _, n := range d.Nodes {
		k, first, arcs := f.s.Level(n), f.s.First(n), f.s.Arcs(n)
		o := occurs[k-1][first-extents[k-1].Min:]
		for i, c := range arcs {
			if c != empty {
				o[i] = true
			}
		}
	}
	for i, skipped := range d.skipped() {
		if skipped {
			occurs[i][0] = true // the least there is
		}
	}
	runtime.KeepAlive(a)
	lists := make([][]int, f.levels)
	for i, o := range occurs {
		for v, ok := range o {
			if ok {
				lists[i] = append(lists[i], extents[i].Min+v)
			}
		}
	}
	return lists
}
