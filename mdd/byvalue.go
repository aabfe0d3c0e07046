package mdd

import (
	"iter"
	"maps"
	"slices"
)

// byValue is a table by local value, with entries that begin as zero values. Small values, and those not above a few
// times the number of entries, lie in a slice, others in a map, so that few large values take no more room than few
// small ones.
type byValue[T any] struct {
	dense []T
	far   map[int]*T
	asked int // values that were not in the slice when they were used first
}

// at returns the entry of v, to read or write until at is called again.
func (b *byValue[T]) at(v int) *T {
	if v < len(b.dense) {
		return &b.dense[v]
	}
	return b.add(v)
}

// add is at for a value that is not in the slice.
func (b *byValue[T]) add(v int) *T {
	if x := b.far[v]; x != nil {
		return x
	}
	b.asked++
	if v < smallValues+4*b.asked {
		b.reach(v)
		return &b.dense[v]
	}
	if b.far == nil {
		b.far = map[int]*T{}
	}
	x := new(T)
	b.far[v] = x
	return x
}

// reach makes the slice long enough for v.
func (b *byValue[T]) reach(v int) {
	n := v + 1
	if len(b.far) > 0 { // look through the map only each time that the slice has doubled
		n = max(n, 2*len(b.dense))
	}
	b.dense = append(b.dense, make([]T, n-len(b.dense))...)
	maps.DeleteFunc(b.far, func(v int, x *T) bool {
		if v < n {
			b.dense[v] = *x
		}
		return v < n
	})
}

// all yields the entries, values ascending, unused ones among them.
func (b *byValue[T]) all() iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		for v := range b.dense {
			if !yield(v, &b.dense[v]) {
				return
			}
		}
		for _, v := range slices.Sorted(maps.Keys(b.far)) {
			if !yield(v, b.far[v]) {
				return
			}
		}
	}
}
