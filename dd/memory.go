package dd

// region is an array of words that grows in place where the system lets us
// reserve address space, and by copying elsewhere. Fresh words are zero.
type region struct {
	words []uint32
	max   int // words it may grow to
}

// newRegion returns a region that can hold max words, of which at least start are usable at once.
// Under a tight address-space limit it settles for less than max.
func newRegion(start, max int) region {
	if !canReserve {
		return region{words: mapWords(start), max: max}
	}
	for n := max; ; n /= 2 {
		if n < start {
			n = start
		}
		if w := mapWords(n); w != nil {
			return region{words: w, max: n}
		}
		if n == start {
			return region{words: make([]uint32, start), max: start}
		}
	}
}

// ensure makes n words usable and reports whether it could.
func (r *region) ensure(n int) bool {
	if n <= len(r.words) {
		return true
	}
	if n > r.max {
		return false
	}
	bigger := mapWords(min(r.max, max(n, 2*len(r.words))))
	copy(bigger, r.words)
	r.words = bigger
	return true
}
