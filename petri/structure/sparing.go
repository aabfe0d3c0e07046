package structure

import (
	"cmp"
	"slices"
)

// pairAll pairs every positive operand with every negative one. If that makes more
// rows than there is room for, it takes them back and reports false.
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

// hurried reports whether half of the work is done. From then on the number of rows
// may not grow.
func (e *elimination) hurried() bool { return e.work > e.limit.Work/2 }

// essential returns the smallest operand of the side, and each other one that
// contains an unknown which neither a finished row nor a smaller operand has.
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

// pairSparingly pairs each of some with the smallest fitting one of others. So the
// number of rows does not grow, and what a row covers is seldom lost.
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

// room returns how many rows a step may make.
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
