package mdd

import "brim/dd"

// A frame is a node under construction at the end of the work stack: for each of its local values a child and a flag,
// side by side. A dense one has a pair for each value from lo on, and grows in both directions; a sparse one, where few
// of these would have a child, has a pair for each value that has been given one, listed in far. Nothing lies above a
// frame that grows.
type frame struct {
	s     *dd.Store
	p     int           // position of the first pair
	lo, n int           // dense: local values lo … lo+n−1
	least int           // no value, or pair of a sparse frame, before this one is flagged
	room  int           // dense: up to this span the frame stays dense without further questions
	far   *dd.ValueList // sparse: the values by number of the pair; n and lo are 0
}

const (
	// changed flags a value whose child has changed since the events were last fired at it.
	changed = dd.Result
	// open flags a value whose child is still to be made, while a frame is filled.
	open = dd.NoAnswer
)

// newFrame starts a dense frame of n values from lo on, all empty.
func newFrame(s *dd.Store, lo, n int) frame {
	return frame{s: s, p: s.Grow(2 * n), lo: lo, n: n}
}

// newFrameOf starts a frame with pairs for the given n values, all empty.
func newFrameOf(f *Forest, values dd.Values, n int) frame {
	first, dense := values.Dense()
	fr := newFrame(f.s, first, n)
	if !dense {
		fr.list(f, values)
	}
	return fr
}

// newFrameFor starts a frame for the image of arcs with the given n values, which move by delta as a rule.
func newFrameFor(f *Forest, values dd.Values, n, delta int) frame {
	first, dense := values.Dense()
	if !dense {
		first, n = 0, 0
	}
	return newFrame(f.s, max(0, first+delta), n)
}

// list makes the frame, which is new and has as many pairs, a sparse one with the given values.
func (fr *frame) list(f *Forest, values dd.Values) {
	fr.far = f.s.List()
	fr.far.AddAll(values.List(), 0)
	fr.lo, fr.n = 0, 0
}

// only makes the frame, which is sparse and new, one with the pairs from to end−1 alone, their values moved by delta.
func (fr *frame) only(values dd.Values, from, end, delta int) {
	fr.far.Reset()
	fr.far.AddAll(values.List()[from:end], delta)
	fr.s.Release(fr.p + 2*(end-from))
}

// size returns the number of pairs.
func (fr *frame) size() int {
	if fr.far != nil {
		return fr.far.Len()
	}
	return fr.n
}

// child returns the child of pair i.
func (fr *frame) child(i int) node { return fr.s.At(fr.p + 2*i) }

// get returns the child at v, which has a pair.
func (fr *frame) get(v int) node {
	if i := v - fr.lo; uint(i) < uint(fr.n) {
		return fr.child(i)
	}
	return fr.child(fr.far.Find(v))
}

// has reports whether the child at v is c, not one that only contains it.
func (fr *frame) has(v int, c node) bool {
	if i := v - fr.lo; uint(i) < uint(fr.n) {
		return fr.child(i) == c
	}
	if fr.far == nil {
		return false
	}
	i := fr.far.Find(v)
	return i >= 0 && fr.child(i) == c
}

// set gives pair i the child c, which is not empty, and flags it as changed, before any flag is taken.
func (fr *frame) set(i int, c node) {
	at := fr.p + 2*i
	fr.s.Put(at, c)
	fr.s.Put(at+1, changed)
}

// put gives pair i the child c, and flags it as changed if c is not empty, before any flag is taken.
func (fr *frame) put(i int, c node) {
	at := fr.p + 2*i
	fr.s.Put(at, c)
	fr.s.Put(at+1, min(c, changed))
}

// take clears the flag of v, a value of a dense frame, and reports whether it was set.
func (fr *frame) take(v int) bool {
	at := fr.p + 2*(v-fr.lo) + 1
	if fr.s.At(at) != changed {
		return false
	}
	fr.s.Put(at, 0)
	return true
}

// isOpen reports whether pair i is flagged as open.
func (fr *frame) isOpen(i int) bool { return fr.s.At(fr.p+2*i+1) == open }

// next takes the flag of the least value, or the first of a sparse frame, that is flagged as changed; ok is false if
// none is.
func (fr *frame) next() (v int, ok bool) {
	i, n := max(fr.least-fr.lo, 0), fr.size()
	w := fr.s.Words(fr.p, 2*n)
	for ; i < n; i++ {
		if w[2*i+1] == changed {
			w[2*i+1] = 0
			fr.least = fr.lo + i + 1
			if fr.far != nil {
				return fr.far.At(i), true
			}
			return fr.lo + i, true
		}
	}
	return 0, false
}

// denseFrame is the span up to which a frame is dense without further questions.
const denseFrame = 16 * dd.DenseSpan

// cover gives v, which has none, a pair, and returns its number.
func (fr *frame) cover(f *Forest, v int) (i int) {
	if fr.far == nil {
		if fr.n == 0 {
			fr.lo = v
		}
		if span := max(fr.lo+fr.n, v+1) - min(fr.lo, v); span <= max(denseFrame, fr.room) || fr.isDense(span) {
			fr.lo, fr.n = fr.s.Widen(fr.p, 2, fr.lo, fr.n, v)
			return v - fr.lo
		}
		fr.far = fr.s.Spread(dd.From(fr.lo), fr.p, fr.n, 2)
		fr.lo, fr.n, fr.least = 0, 0, 0
	}
	if i = fr.far.Find(v); i < 0 {
		fr.s.Grow(2) // first: limits may look at the frame
		i = fr.s.Number(fr.far, v)
	}
	return i
}

// isDense reports whether a frame that is to reach over the given span stays dense.
func (fr *frame) isDense(span int) bool {
	arcs := 1
	for i := range fr.n {
		if fr.child(i) != empty {
			arcs++
		}
	}
	fr.room = 2 * span
	return !dd.Sparse(arcs, span)
}

// merge sets the child at v to c, which is not empty, or to the union with the child that is there, and reports whether
// that changed it.
func (fr *frame) merge(f *Forest, v int, c node) bool {
	i := v - fr.lo
	if uint(i) >= uint(fr.n) {
		i = fr.cover(f, v)
	}
	at := fr.p + 2*i
	old := fr.s.At(at)
	if old != empty {
		c = f.union(old, c)
		if c == old {
			return false
		}
	}
	fr.s.Put(at, c)
	fr.s.Put(at+1, changed)
	fr.least = min(fr.least, fr.lo+i)
	return true
}

// finish turns the frame into a node of level k and takes it off the work stack.
func (fr *frame) finish(f *Forest, k int) node {
	if fr.far != nil {
		return fr.finishFar(f, k)
	}
	w := fr.s.Words(fr.p, 2*fr.n)
	for i := 0; i < fr.n; i++ {
		w[i] = w[2*i]
	}
	fr.s.Release(fr.p + fr.n)
	return f.make(k, fr.lo, fr.p)
}

// finishFar is finish for a sparse frame.
func (fr *frame) finishFar(f *Forest, k int) node {
	values, order := fr.far.Sorted()
	n := fr.far.Len()
	p := fr.s.Grow(n)
	for i := range n {
		from := i
		if order != nil {
			from = int(order[i])
		}
		fr.s.Put(p+i, fr.child(from))
	}
	r := f.makeAt(k, values, p)
	fr.s.Release(fr.p)
	f.s.PutList(fr.far)
	return r
}

// node makes the node of level k that the frame, a dense one, stands for, and keeps the frame.
func (fr *frame) node(f *Forest, k int) node {
	p := fr.s.Grow(fr.n)
	w := fr.s.Words(fr.p, 3*fr.n)
	for i := 0; i < fr.n; i++ {
		w[2*fr.n+i] = w[2*i]
	}
	return f.make(k, fr.lo, p)
}
