package edd

// firstShare is the work that each of the two searches of Auto may take in its first turn, about a quarter of a
// millisecond.
const firstShare = 1 << 13

// measured is search in the version Auto: by breadth-first search or by saturation, whichever ends first. Here x is the
// set of the region as a function.
//
// The two take turns, each time with twice the work. Breadth-first search continues,
// but for the step that its share has ended. Saturation begins anew, and finds the nodes that it has closed before in
// the computed table. With a share of s for the one that ends, breadth-first search has taken s at most and saturation
// 2s, so where L and B are the work of each alone, and nothing is found in the table, the sum is below 3L, or below 5B.
func (z *Saturator) measured(start Func, where region, x Func, bound int) (g Func) {
	l := z.newLayering(start, where, bound)
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
		if z.f.s.Try(share, func() { g = z.saturated(start, where, x, bound) }) {
			return g
		}
	}
}

// work returns the work done in both stores.
func (z *Saturator) work() int64 { return z.f.s.Stats().Work + z.f.sets.Stats().Work }
