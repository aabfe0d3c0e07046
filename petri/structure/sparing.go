package structure

import (
	"cmp"
	"slices"
)

// This file has the two ways in which a step of the elimination pairs rows. pairAll makes all extreme combinations. If
// these exceed the room that the limits leave, the step removes them and falls back: essential drops operands whose
// places are covered by other rows, and pairSparingly pairs each remaining operand with one partner. The result is then
// no longer complete, but it still covers most places.

// pairAll pairs every positive operand with every negative one. If that makes more rows than there is room for, it
// deletes those that are not finished again and returns false.
func (e *elimination) pairAll(t int32) bool {
	const hopeless = 8 // pairs for each row of room; most pairs are not adjacent
	room, first := e.room(), len(e.list)
	if len(e.pos)*len(e.neg) > hopeless*room {
		return false
	}
	for _, p := range e.pos {
		for _, n := range e.neg {
			if e.pair(t, p, n) && len(e.list)-first > room {
				for i := first; i < len(e.list); i++ {
					if e.list[i].nc > 0 { // finished rows are welcome
						e.kill(int32(i))
					}
				}
				return false
			}
		}
	}
	return true
}

// hurried reports whether half of the allowed work is done. From then on the number of rows may not grow.
func (e *elimination) hurried() bool { return e.work > e.limit.Work/2 }

// essential deletes the operands of a side whose unknowns are all covered by finished rows or smaller operands, and
// returns the others. It always keeps the smallest operand. The side is sorted by size.
func (e *elimination) essential(side []operand) []operand {
	e.nextStamp()
	kept := side[:0]
	for _, o := range side {
		adds := len(kept) == 0
		for _, x := range e.y(o.row) {
			if !e.covered[x.index] && e.mark[x.index] != e.stamp {
				e.mark[x.index] = e.stamp
				adds = true
			}
		}
		e.work += int64(e.list[o.row].ny)
		if adds {
			kept = append(kept, o)
			continue
		}
		e.touch(o.row)
		e.kill(o.row)
	}
	return kept
}

// pairSparingly pairs each operand of some with the smallest operand of others that fits, among the first few. So the
// number of rows does not grow, and the places that a row covers seldom lose their cover.
func (e *elimination) pairSparingly(t int32, some, others []operand) {
	const tries = 8
	for _, p := range some {
		for _, n := range others[:min(tries, len(others))] {
			if e.pair(t, p, n) {
				break
			}
		}
	}
}

// usualSize is the length of a vector, in entries, up to which Limit.Rows alone
// counts; there may be fewer vectors when they are longer.
const usualSize = 64

// room returns how many rows the present step may make: as many as it has operands, plus what Limit.Rows leaves. Long
// rows count for several, see usualSize, and after half of the work only the operands are replaced.
func (e *elimination) room() int {
	operands := len(e.pos) + len(e.neg)
	if e.hurried() {
		return operands
	}
	size := 0
	for _, side := range [][]operand{e.pos, e.neg} {
		for _, o := range side {
			size += e.size(o.row)
		}
	}
	allowed := e.limit.Rows
	if !e.complete { // many rows serve completeness; for covering places few do
		allowed /= 4
	}
	rows := allowed + e.unknowns - e.live
	entries := (allowed*usualSize + e.firstSize - e.liveSize) / (2 * size / operands)
	return operands + max(min(rows, entries), 0)
}

func (e *elimination) sortOperands() {
	e.sort(e.pos)
	e.sort(e.neg)
}

// sort puts small supports first.
func (e *elimination) sort(operands []operand) {
	slices.SortFunc(operands, func(a, b operand) int {
		return cmp.Or(cmp.Compare(e.list[a.row].ny, e.list[b.row].ny), cmp.Compare(a.row, b.row))
	})
}
