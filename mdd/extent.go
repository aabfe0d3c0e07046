package mdd

import "runtime"

// An Interval is what the local values of one level lie between: Min ≤ v ≤ Max. Both occur.
type Interval struct{ Min, Max int }

// Extents returns the interval of the values of each level, level k at index k−1; nil for the empty set.
// Cost: O(arcs).
func (a Set) Extents() []Interval {
	if a.IsEmpty() {
		return nil
	}
	f := a.f
	d := f.traverse(a.node())
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

// MaxSum returns the largest sum, over the tuples of a, of the weights of their local values; ok is false for the empty set.
// It asks for the weights of values that occur only. Sums must not pass 64 bits. Cost: O(arcs).
func (a Set) MaxSum(weight func(level, value int) int64) (largest int64, ok bool) {
	if a.IsEmpty() {
		return 0, false
	}
	f := a.f
	d := f.traverse(a.node())
	zeros := make([]int64, f.levels+1) // what the skipped levels up to k weigh
	for i, skipped := range d.skipped() {
		zeros[i+1] = zeros[i]
		if skipped {
			zeros[i+1] += weight(i+1, 0)
		}
	}
	best := make([]int64, d.codes())
	below := func(c uint32, k int) int64 { // for c as a set over levels 1…k
		return best[c] + zeros[k] - zeros[d.level(c)]
	}
	for code := uint32(2); code < d.codes(); code++ {
		k := d.level(code)
		first, kids := d.arcs(code)
		for i, c := range kids {
			if c == 0 {
				continue
			}
			if sum := weight(k, first+i) + below(c, k-1); i == 0 || sum > best[code] { // the first arc is not empty
				best[code] = sum
			}
		}
	}
	largest = below(d.root, f.levels)
	runtime.KeepAlive(a)
	return largest, true
}
