package dd

import (
	"context"
	"slices"

	"brim/internal/watch"
)

// Memory for the arena, the tables and the work stack: arrays of words that grow in place, in address space that the
// system reserves.

// region is an array of words that grows. Fresh words are zero.
//
// A small one lies on Go's heap and grows by copying. A larger one takes address space from the system, first some and
// then all that it may ever need, in which it grows in place: pages cost memory once they are touched. So small stores
// are cheap and may be many, and large ones copy 16 MiB at most. Where the system cannot reserve address space, all
// growth is by copying.
//
// Copying leaves the old words to the slices of them that still exist: such a slice shows what
// was right when the region grew, and its memory lives as long as the slice, or as the store where it is the system's.
type region struct {
	words []uint32
	max   int       // words it may grow to
	from  *mappings // where address space comes from; nil if all is copying
}

// newRegion returns a region that can hold max words, of which start are usable at once.
func newRegion(start, max int, from *mappings) region {
	return region{words: make([]uint32, min(start, max)), max: max, from: from}
}

// ensure makes n words usable and reports whether it could.
func (r *region) ensure(n int) bool {
	if n <= len(r.words) {
		return true
	}
	if n > r.max {
		return false
	}
	bigger := r.reserve(n)
	if bigger == nil {
		bigger = make([]uint32, min(r.max, max(n, 2*len(r.words))))
	}
	copy(bigger, r.words)
	r.words = bigger
	return true
}

// reserve returns n words or more from the system, or nil if there are none or n is small.
func (r *region) reserve(n int) []uint32 {
	if r.from == nil || n <= heapWords {
		return nil
	}
	size := r.max
	if n <= someWords {
		size = min(someWords, r.max)
	}
	for ; size >= n; size = min(size/2, max(2*n, size/16)) { // the system may limit it
		if w := r.from.mapWords(size); w != nil {
			return w
		}
	}
	return nil
}

// mappings are the areas that a store got from the system, to give back when it is closed or forgotten.
// They have the account that the memory of the store is charged to.
type mappings struct {
	list [][]uint32
	held watch.Holding
}

// mapWords returns n zero words, or nil if the system refuses.
func (m *mappings) mapWords(n int) []uint32 {
	w := mapWords(n)
	if w != nil {
		m.list = append(m.list, w)
	}
	return w
}

// table returns n zero words, from Go's heap if these are few, or nil if the system refuses.
func (m *mappings) table(n int) []uint32 {
	if n <= heapWords {
		return make([]uint32, n)
	}
	w := m.mapWords(n)
	takeHugePages(w)
	return w
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

// unmapAll gives all areas back.
func (m *mappings) unmapAll() {
	m.held.Set(0)
	for _, w := range m.list {
		unmapWords(w)
	}
	m.list = nil
}

// chargeTo has the memory of the store charged to the account of ctx, if it has one.
func (s *Store) chargeTo(ctx context.Context) {
	s.owned.held.Move(ctx)
	s.charge()
}

// charge tells the account what the store takes now. Pages of the arena that a collection left free still count: the
// system has not got them back.
func (s *Store) charge() {
	s.touched = max(s.touched, s.top)
	s.owned.held.Set(s.bytes() + 4*int64(s.touched-s.top))
}

// A Scratch is memory for large tables that are needed for a short time: on Go's heap they would be garbage that the
// process keeps. Its zero value is ready.
type Scratch struct{ owned mappings }

// Take returns n zero words, which must not be used after Close.
func (s *Scratch) Take(n int) []uint32 {
	if w := s.owned.table(n); w != nil {
		return w
	}
	return make([]uint32, n) // the system refuses more areas
}

// Close gives all that was taken back.
func (s *Scratch) Close() { s.owned.unmapAll() }
