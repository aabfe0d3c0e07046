package edd

import "brim/dd"

// A frame is a node under construction at the end of the work stack: for each of its local values a child, a value and
// a flag, side by side. As in package mdd, a dense one has a triple for each local value from lo on, and grows in both
// directions, and a sparse one for each that arrived. Nothing lies above a frame that grows.
type frame struct {
	s     *dd.Store
	p     int           // position of the first triple
	lo, n int           // dense: local values lo … lo+n−1
	room  int           // dense: reaching so far, it need not be asked whether it should be sparse
	far   *dd.ValueList // sparse: the local values by number of the triple; n and lo are 0

	first, last int // all flagged triples lie between, triple i at lo+i; last < first if there is none
}

const (
	frameWords = 3
	changed    = 1 // flags a local value whose edge has changed since the events were last fired at it
)

// newFrame starts a frame with triples for the given n local values, all without an edge.
func newFrame(f *Forest, values dd.Values, n int) frame {
	fr := frame{s: f.s, p: f.s.Grow(frameWords * n), last: -1}
	if first, ok := values.Dense(); ok {
		fr.lo, fr.n = first, n
	} else {
		fr.far = f.s.List()
		fr.far.AddAll(values.List(), 0)
	}
	return fr
}

// size returns the number of triples.
func (fr *frame) size() int {
	if fr.far != nil {
		return fr.far.Len()
	}
	return fr.n
}

// edge returns the edge of triple i.
func (fr *frame) edge(i int) edge {
	at := fr.p + frameWords*i
	return edge{fr.s.At(at + 1), fr.s.At(at)}
}

// get returns the edge at v, which has a triple.
func (fr *frame) get(v int) edge {
	if fr.far != nil {
		return fr.edge(fr.far.Find(v))
	}
	return fr.edge(v - fr.lo)
}

// set gives triple i the edge e, which leads somewhere, and flags it.
func (fr *frame) set(i int, e edge) {
	at := fr.p + frameWords*i
	fr.s.Put(at, e.n)
	fr.s.Put(at+1, e.v)
	fr.s.Put(at+2, changed)
	i += fr.lo
	if fr.last < fr.first {
		fr.first, fr.last = i, i
	}
	fr.first, fr.last = min(fr.first, i), max(fr.last, i)
}

// denseFrame is the span up to which a frame is dense without further questions.
const denseFrame = 16 * dd.DenseSpan

// cover gives v, which has none, a triple, and returns its number.
func (fr *frame) cover(f *Forest, v int) (i int) {
	if fr.far == nil {
		if fr.n == 0 {
			fr.lo = v
		}
		if span := max(fr.lo+fr.n, v+1) - min(fr.lo, v); span <= max(denseFrame, fr.room) || fr.isDense(span) {
			fr.lo, fr.n = fr.s.Widen(fr.p, frameWords, fr.lo, fr.n, v)
			return v - fr.lo
		}
		fr.far = fr.s.Spread(dd.From(fr.lo), fr.p, fr.n, frameWords)
		fr.lo, fr.n = 0, 0
		fr.first, fr.last = 0, fr.far.Len()-1
	}
	if i = fr.far.Find(v); i < 0 {
		fr.s.Grow(frameWords) // first: limits may look at the frame
		i = fr.s.Number(fr.far, v)
	}
	return i
}

// isDense reports whether a frame that is to reach over the given span stays dense.
func (fr *frame) isDense(span int) bool {
	arcs := 1
	for i := range fr.n {
		if fr.edge(i).n != empty {
			arcs++
		}
	}
	fr.room = 2 * span
	return !dd.Sparse(arcs, span)
}

// merge lowers the edge at v to the minimum with e, and reports whether that changed it.
func (fr *frame) merge(f *Forest, v int, e edge) bool {
	i := v - fr.lo
	if uint(i) >= uint(fr.n) {
		i = fr.cover(f, v)
	}
	old := fr.edge(i)
	e = f.min(old, e)
	if e == old {
		return false
	}
	fr.set(i, e)
	return true
}

// cheapest returns the flagged local value with the least value on its edge, and takes the flag; ok is false if none is
// flagged. Cost: O(triples between the first and the last that were flagged before).
func (fr *frame) cheapest() (v int, ok bool) {
	best, least := -1, uint32(0)
	first, last := fr.first, -1 // of the flagged ones but best
	note := func(i int) {
		if last < 0 {
			first = i
		}
		first, last = min(first, i), max(last, i)
	}
	w := fr.s.Words(fr.p, frameWords*fr.size())
	for i := fr.first; i <= fr.last; i++ {
		at := frameWords * (i - fr.lo)
		switch {
		case w[at+2] != changed:
		case best < 0 || w[at+1] < least:
			if best >= 0 {
				note(best)
			}
			best, least = i, w[at+1]
		default:
			note(i)
		}
	}
	if best < 0 {
		return 0, false
	}
	fr.first, fr.last = first, last
	w[frameWords*(best-fr.lo)+2] = 0
	if fr.far != nil {
		return fr.far.At(best), true
	}
	return best, true
}

// finish turns the frame into an edge to a node of level k and takes it off the work stack.
func (fr *frame) finish(f *Forest, k int) edge {
	values, n := dd.From(fr.lo), fr.size()
	var order []uint32
	if fr.far != nil {
		values, order = fr.far.Sorted()
	}
	p := fr.p
	if order != nil {
		p = fr.s.Grow(2 * n)
	}
	for i := range n {
		from := i
		if order != nil {
			from = int(order[i])
		}
		e := fr.edge(from)
		fr.s.Put(p+2*i, e.n)
		fr.s.Put(p+2*i+1, e.v)
	}
	fr.s.Release(p + 2*n)
	e := f.make(k, values, p)
	fr.s.Release(fr.p)
	if fr.far != nil {
		f.s.PutList(fr.far)
	}
	return e
}
