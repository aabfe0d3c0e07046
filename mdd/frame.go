package mdd

import "brim/dd"

// A frame is a node under construction at the end of the work stack: for each local value from lo on a
// child and a flag, side by side. It grows in both directions while nothing lies above it.
type frame struct {
	s     *dd.Store
	p     int // position of the first pair
	lo, n int // local values lo … lo+n−1
	least int // no value below it was flagged since it was last set
}

const (
	// changed flags a value whose child has changed since the events were last fired at it.
	changed = dd.Result
	// open flags a value whose child is still to be made, while a frame is filled.
	open = dd.NoAnswer
)

// newFrame starts a frame of n values from lo on, all empty.
func newFrame(s *dd.Store, lo, n int) frame {
	return frame{s: s, p: s.Grow(2 * n), lo: lo, n: n}
}

// at returns the position of the pair of v.
func (fr *frame) at(v int) int { return fr.p + 2*(v-fr.lo) }

func (fr *frame) get(v int) node { return fr.s.At(fr.at(v)) }

// set replaces the child at v, which must be in range, by c, which is not empty, and flags v as changed.
func (fr *frame) set(v int, c node) {
	at := fr.at(v)
	fr.s.Put(at, c)
	fr.s.Put(at+1, changed)
	fr.least = min(fr.least, v)
}

// put sets the child at v, which must be in range, and flags v as changed if c is not empty.
func (fr *frame) put(v int, c node) {
	at := fr.at(v)
	fr.s.Put(at, c)
	fr.s.Put(at+1, min(c, changed))
}

// isOpen reports whether v is flagged as open.
func (fr *frame) isOpen(v int) bool { return fr.s.At(fr.at(v)+1) == open }

// take clears the flag of v and reports whether it was set.
func (fr *frame) take(v int) bool {
	at := fr.at(v) + 1
	if fr.s.At(at) != changed {
		return false
	}
	fr.s.Put(at, 0)
	return true
}

// cover makes v a value in range.
func (fr *frame) cover(v int) {
	if fr.n == 0 {
		fr.lo = v
	}
	fr.lo, fr.n = fr.s.Widen(fr.p, 2, fr.lo, fr.n, v)
}

// merge sets the child at v to c, or to the union with the child that is there, and reports whether that changed it.
func (fr *frame) merge(f *Forest, v int, c node) bool {
	if v < fr.lo || v >= fr.lo+fr.n {
		fr.cover(v)
	}
	old := fr.get(v)
	if old != empty {
		c = f.union(old, c)
		if c == old {
			return false
		}
	}
	fr.set(v, c)
	return true
}

// finish turns the frame into a node of level k and takes it off the work stack.
func (fr *frame) finish(f *Forest, k int) node {
	w := fr.s.Words(fr.p, 2*fr.n)
	for i := 0; i < fr.n; i++ {
		w[i] = w[2*i]
	}
	fr.s.Release(fr.p + fr.n)
	return f.make(k, fr.lo, fr.p)
}

// node makes the node of level k that the frame stands for, and keeps the frame.
func (fr *frame) node(f *Forest, k int) node {
	p := fr.s.Grow(fr.n)
	w := fr.s.Words(fr.p, 3*fr.n)
	for i := 0; i < fr.n; i++ {
		w[2*fr.n+i] = w[2*i]
	}
	return f.make(k, fr.lo, p)
}
