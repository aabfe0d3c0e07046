package edd

import "brim/mdd"

// firstShare is the work that each way may take before it is the other's turn, about a quarter of a millisecond.
const firstShare = 1 << 13

// measured gives what Excluding gives by the way that ends first: x is out as a function.
//
// Both ways take turns, and each time may take twice the work. Breadth-first search goes on where it was, but for the
// step that its share has ended. Saturation begins anew, and finds what it has closed before in the computed table.
// With a share of s for the one that ends, breadth-first search has taken s at most and saturation 2s, so where L and B
// are the work of each alone, and nothing is found in the table, the sum is below 3L, or below 5B.
func (z *Saturator) measured(start Func, out mdd.Set, x Func, bound int) (g Func) {
	l := z.newLayering(start, out, bound)
	spent := int64(0) // by l
	for share := int64(firstShare); ; share *= 2 {
		for l.next >= 0 && spent < share {
			before := z.work()
			l.step(func(fn func()) bool { return z.f.sets.Try(share-spent, fn) })
			spent += z.work() - before
		}
		if l.next < 0 {
			return l.result
		}
		if z.f.s.Try(share, func() { g = z.saturated(start, x, bound) }) {
			return g
		}
	}
}

// work returns the work done in both stores.
func (z *Saturator) work() int64 { return z.f.s.Stats().Work + z.f.sets.Stats().Work }
