package mdd

import "runtime"

// AllValues returns the local values of each level that occur, ascending, level k at index k−1; nil for the empty set.
// Cost: O(arcs).
func (a Set) AllValues() [][]int {
	if a.IsEmpty() {
		return nil
	}
	f := a.f
	d := f.traverse(a.node(), 1)
	occurs := make([][]bool, f.levels)
	note := func(k, v int) {
		if o := &occurs[k-1]; v >= len(*o) {
			*o = append(*o, make([]bool, v+1-len(*o))...)
		}
		occurs[k-1][v] = true
	}
	for _, n := range d.nodes {
		k, first := f.s.Level(n), f.s.First(n)
		for i, c := range f.s.Arcs(n) {
			if c != empty {
				note(k, first+i)
			}
		}
	}
	for i, skipped := range d.skipped() {
		if skipped {
			note(i+1, 0)
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
