package dd

import "slices"

// region is an array of words that grows in place where the system lets us
// reserve address space, and by copying elsewhere. Fresh words are zero.
//
// Copying leaves the old words to whoever still holds a slice of them: what such a slice shows was right
// when the region grew, and the memory lives as long as the slice.
type region struct {
	words []uint32
	max   int // words it may grow to
}

// newRegion returns a region that can hold max words, of which at least start are usable at once. If reserve is
// set it takes address space for all of them, or, where the system limits that, for as many as it gets.
func (m *mappings) newRegion(start, max int, reserve bool) region {
	for n := max; reserve && n >= start; n /= 2 {
		if w := m.mapWords(n); w != nil {
			return region{words: w, max: max}
		}
	}
	return region{words: make([]uint32, start), max: max}
}

// ensure makes n words usable and reports whether it could.
func (r *region) ensure(n int) bool {
	if n <= len(r.words) {
		return true
	}
	if n > r.max {
		return false
	}
	bigger := make([]uint32, min(r.max, max(n, 2*len(r.words))))
	copy(bigger, r.words)
	r.words = bigger
	return true
}

// mappings are the areas that a store got from the system, to give back when it is closed or forgotten.
type mappings struct {
	list [][]uint32
}

// mapWords returns n zero words, or nil if the system refuses.
func (m *mappings) mapWords(n int) []uint32 {
	w := mapWords(n)
	if w != nil {
		m.list = append(m.list, w)
	}
	return w
}

// table is mapWords with Go's heap to fall back on.
func (m *mappings) table(n int) []uint32 {
	if w := m.mapWords(n); w != nil {
		return w
	}
	return make([]uint32, n)
}

// drop gives w back. Words from Go's heap are left to its collector.
func (m *mappings) drop(w []uint32) {
	for i := range m.list {
		if &m.list[i][0] == &w[0] {
			m.list = slices.Delete(m.list, i, i+1)
			unmapWords(w)
			return
		}
	}
}

func (m *mappings) unmapAll() {
	for _, w := range m.list {
		unmapWords(w)
	}
	m.list = nil
}
