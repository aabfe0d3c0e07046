package mdd

import "runtime"

// The least and greatest value of each level.

// An Interval has the local values of one level: all lie in Min ≤ v ≤ Max, and both ends occur.
type Interval struct{ Min, Max int }

// Extents returns the interval of the values of each level, level k at index k−1; nil for the empty set.
// Cost: O(arcs).
func (a Set) Extents() []Interval {
	d := a.traverse("Extents")
	if d.Root == 0 {
		return nil
	}
	list := d.extents()
	runtime.KeepAlive(a)
	return list
}

// extents is Set.Extents.
func (d *traversal) extents() []Interval {
	f := d.f
	list := make([]Interval, f.levels)
	for i := range list {
		list[i] = Interval{Min: MaxValue, Max: -1}
	}
	widen := func(k, lo, hi int) {
		x := &list[k-1]
		x.Min, x.Max = min(x.Min, lo), max(x.Max, hi)
	}
	for _, n := range d.Nodes {
		values := f.s.Values(n)
		widen(f.s.Level(n), values.At(0), values.At(f.s.Len(n)-1)) // arcs are trimmed: both ends occur
	}
	for i, skipped := range d.skipped() {
		if skipped {
			widen(i+1, 0, 0)
		}
	}
	return list
}

// Extent returns the smallest and largest value of a level; ok is false for the empty set. Extents gives all
// levels for the same cost.
func (a Set) Extent(level int) (least, greatest int, ok bool) {
	a.use("Extent").checkLevel("Extent", level)
	list := a.Extents()
	if list == nil {
		return 0, 0, false
	}
	return list[level-1].Min, list[level-1].Max, true
}
