package mdd

import "runtime"

// The local values that occur on each level.

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
	occurs := make([]byValue[bool], f.levels)
	for _, n := range d.Nodes {
		o, values := &occurs[f.s.Level(n)-1], f.s.Values(n)
		for i, c := range f.s.Arcs(n) {
			if c != empty {
				*o.at(values.At(i)) = true
			}
		}
	}
	for i, skipped := range d.skipped() {
		if skipped {
			*occurs[i].at(0) = true
		}
	}
	runtime.KeepAlive(a)
	lists := make([][]int, f.levels)
	for i := range occurs {
		for v, ok := range occurs[i].all() {
			if *ok {
				lists[i] = append(lists[i], v)
			}
		}
	}
	return lists
}
