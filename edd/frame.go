package edd

import "brim/dd"

// A frame is a node under construction at the end of the work stack: for each local value from lo on a child, a value
// and a flag, side by side. It grows in both directions while nothing lies above it.
type frame struct {
	s     *dd.Store
	p     int // position of the first triple
	lo, n int // local values lo … lo+n−1
}

const (
	frameWords = 3
	changed    = 1 // flags a local value whose edge has changed since the events were last fired at it
)

// newFrame starts a frame of n local values from lo on, all without an edge.
func newFrame(s *dd.Store, lo, n int) frame {
	return frame{s: s, p: s.Grow(frameWords * n), lo: lo, n: n}
}

func (fr *frame) at(v int) int { return fr.p + frameWords*(v-fr.lo) }

// get returns the edge at v, which must be in range.
func (fr *frame) get(v int) edge {
	at := fr.at(v)
	return edge{fr.s.At(at + 1), fr.s.At(at)}
}

// set replaces the edge at v, which must be in range, by e, which leads somewhere, and flags v.
func (fr *frame) set(v int, e edge) {
	at := fr.at(v)
	fr.s.Put(at, e.n)
	fr.s.Put(at+1, e.v)
	fr.s.Put(at+2, changed)
}

// merge lowers the edge at v to the minimum with e, and reports whether that changed it.
func (fr *frame) merge(f *Forest, v int, e edge) bool {
	if v < fr.lo || v >= fr.lo+fr.n {
		fr.lo, fr.n = fr.s.Widen(fr.p, frameWords, fr.lo, fr.n, v)
	}
	old := fr.get(v)
	e = f.min(old, e)
	if e == old {
		return false
	}
	fr.set(v, e)
	return true
}

// cheapest returns the flagged local value with the least value on its edge, and takes the flag; ok is false if none is
// flagged.
func (fr *frame) cheapest() (v int, ok bool) {
	w := fr.s.Words(fr.p, frameWords*fr.n)
	best, least := -1, uint32(0)
	for i := 0; i < len(w); i += frameWords {
		if w[i+2] == changed && (best < 0 || w[i+1] < least) {
			best, least = i, w[i+1]
		}
	}
	if best < 0 {
		return 0, false
	}
	w[best+2] = 0
	return fr.lo + best/frameWords, true
}

// finish turns the frame into an edge to a node of level k and takes it off the work stack.
func (fr *frame) finish(f *Forest, k int) edge {
	w := fr.s.Words(fr.p, frameWords*fr.n)
	for i := 0; i < fr.n; i++ {
		w[2*i], w[2*i+1] = w[frameWords*i], w[frameWords*i+1]
	}
	fr.s.Release(fr.p + 2*fr.n)
	return f.make(k, fr.lo, fr.p)
}
