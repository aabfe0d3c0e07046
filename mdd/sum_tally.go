package mdd

import (
	"math/bits"

	"brim/dd"
)

// A shortTally is the fast way to count tuples: a table with the number of tuples of each node in 128 bits, found with
// one look at each arc.
//
// Open addressing, linear probing, a power of two of slots, at most half of them taken. Compared with dd.Numbering and
// a list of numbers, numbers lie next to their keys, so an arc takes one read of memory instead of two. A free slot is
// that of the node empty, which has no tuples.
type shortTally struct {
	s     *dd.Store
	slots []shortSlot
	shift int // 64 − log2(len(slots))
	n     int // slots taken
}

type shortSlot struct {
	node   node
	lo, hi uint64
}

func newShortTally(s *dd.Store) *shortTally {
	const start = 6
	t := &shortTally{s: s, slots: make([]shortSlot, 1<<start), shift: 64 - start}
	t.put(shortSlot{unit, 1, 0})
	return t
}

// of returns the number for n; ok is false if it, or one below, passes 128 bits.
func (t *shortTally) of(n node) (lo, hi uint64, ok bool) {
	slot := t.find(n)
	if slot.node != n {
		if !t.count(n) {
			return 0, 0, false
		}
		slot = t.find(n)
	}
	return slot.lo, slot.hi, true
}

// count finds the number for n, which has no slot yet, and reports whether it fits.
func (t *shortTally) count(n node) bool {
	sum := shortSlot{node: n}
	var last node
	var child shortSlot // that of last: runs of equal nodes are common
	for _, c := range t.s.Arcs(n) {
		if c != last {
			slot := t.find(c)
			if slot.node != c {
				if !t.count(c) {
					return false
				}
				slot = t.find(c)
			}
			last, child = c, *slot
		}
		var carry uint64
		sum.lo, carry = bits.Add64(sum.lo, child.lo, 0)
		if sum.hi, carry = bits.Add64(sum.hi, child.hi, carry); carry != 0 {
			return false
		}
	}
	t.put(sum)
	return true
}

// find returns the slot of n, or the free one where it belongs.
func (t *shortTally) find(n node) *shortSlot {
	mask := len(t.slots) - 1
	for i := int(uint64(n) * 0x9e3779b97f4a7c15 >> t.shift); ; i++ {
		if slot := &t.slots[i&mask]; slot.node == n || slot.node == empty {
			return slot
		}
	}
}

// put takes a slot for a node that has none.
func (t *shortTally) put(slot shortSlot) {
	if t.n++; 2*t.n > len(t.slots) {
		old := t.slots
		t.slots = make([]shortSlot, 2*len(old))
		t.shift--
		for _, slot := range old {
			if slot.node != empty {
				*t.find(slot.node) = slot
			}
		}
	}
	*t.find(slot.node) = slot
}
