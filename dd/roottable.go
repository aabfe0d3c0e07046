package dd

import (
	"fmt"
	"math/bits"
	"slices"
	"weak"
)

// A rootTable finds the roots of a store by their nodes.
//
// The table itself holds the youngest roots. Of older ones it
// has weak pointers, which tell whether a root is still referenced. A weak pointer costs a few words of Go's runtime
// and half a microsecond, which programs that release what they have just made do not pay.
//
//	R1  Each entry of the list but gaps has a node of its own, and is found under it. No other slot is taken.
//	R2  The first old entries have a weak pointer each, those behind it a root in young, whose node it is.
//	R3  A root that can be had has its node, unless it was released, and then it has no entry.
type rootTable struct {
	list  []rootEntry // in the order in which roots and their memory were made: collectors walk through it
	young []*Root     // of list[old:]; nil for gaps
	old   int
	n     int // entries that are no gaps

	slots []rootSlot // open addressing, linear probing: a power of two, at most half of them taken
	shift int        // 64 − log2(len(slots))

	terminals [firstNode]*Root // these need no protection, and have no entries
}

type rootEntry struct {
	weak weak.Pointer[Root]
	node Node // Empty for a gap
}

type rootSlot struct {
	node  Node // Empty for a free slot
	index uint32
}

const (
	startRoots = 16   // slots
	mostYoung  = 4096 // roots that the table holds
)

func newRootTable() rootTable {
	t := rootTable{}
	t.resize(startRoots)
	return t
}

// find returns the root of n, nil if there is none.
func (t *rootTable) find(n Node) *Root {
	if n < firstNode {
		return t.terminals[n]
	}
	slot := t.slots[t.slot(n)]
	switch i := int(slot.index); {
	case slot.node != n:
		return nil
	case i >= t.old:
		return t.young[i-t.old]
	default:
		if r := t.list[i].weak.Value(); r != nil {
			return r
		}
	}
	t.remove(n) // it is no longer referenced
	return nil
}

// add adds a root for a node that has none.
func (t *rootTable) add(r *Root) {
	if r.node < firstNode {
		t.terminals[r.node] = r
		return
	}
	if len(t.young) >= mostYoung {
		t.letGo()
	}
	if 2*(t.n+1) > len(t.slots) {
		t.resize(2 * len(t.slots))
	}
	t.slots[t.slot(r.node)] = rootSlot{r.node, uint32(len(t.list))}
	t.list = append(t.list, rootEntry{node: r.node})
	t.young = append(t.young, r)
	t.n++
}

// remove takes the root of n out, if there is one.
func (t *rootTable) remove(n Node) {
	if n < firstNode {
		t.terminals[n] = nil
		return
	}
	at := t.slot(n)
	if t.slots[at].node != n {
		return
	}
	i := int(t.slots[at].index)
	t.list[i] = rootEntry{}
	if i >= t.old {
		t.young[i-t.old] = nil
	}
	t.n--
	t.vacate(at)
	for last := len(t.list) - 1; last >= 0 && t.list[last].node == Empty; last-- {
		t.list = t.list[:last]
		if last >= t.old {
			t.young = t.young[:last-t.old]
		} else {
			t.old = last
		}
	}
}

// slot returns the place of the slot of n, or of the free one where it belongs.
func (t *rootTable) slot(n Node) int {
	mask := len(t.slots) - 1
	i := t.home(n)
	for t.slots[i].node != n && t.slots[i].node != Empty {
		i = (i + 1) & mask
	}
	return i
}

// home returns the place from which on n is looked for.
func (t *rootTable) home(n Node) int {
	hi, lo := bits.Mul64(uint64(n), hashA)
	return int((hi ^ lo) >> t.shift)
}

// vacate frees a slot, and moves those behind it that would not be found any more.
func (t *rootTable) vacate(at int) {
	mask := len(t.slots) - 1
	for i := (at + 1) & mask; t.slots[i].node != Empty; i = (i + 1) & mask {
		// it may move to at unless its home lies behind at, up to i
		if (i-t.home(t.slots[i].node))&mask >= (i-at)&mask {
			t.slots[at] = t.slots[i]
			at = i
		}
	}
	t.slots[at] = rootSlot{}
}

// resize makes the table anew with the given number of slots, and without gaps.
func (t *rootTable) resize(slots int) {
	t.slots = make([]rootSlot, slots)
	t.shift = 64 - bits.Len(uint(slots-1))
	t.squeeze(0)
}

// squeeze takes the gaps from the given entry of the list on out, and numbers the entries behind it anew.
func (t *rootTable) squeeze(from int) {
	at, old := from, t.old
	for i := from; i < len(t.list); i++ {
		e := t.list[i]
		if e.node == Empty {
			if i < t.old {
				old--
			}
			continue
		}
		t.list[at] = e
		t.slots[t.slot(e.node)] = rootSlot{e.node, uint32(at)}
		if i >= t.old {
			t.young[at-old] = t.young[i-t.old]
		}
		at++
	}
	clear(t.list[at:])
	clear(t.young[at-old:])
	t.list, t.young, t.old = t.list[:at], t.young[:at-old], old
}

// letGo has the table hold no root any more.
func (t *rootTable) letGo() {
	switch {
	case 8*t.n < len(t.slots) && len(t.slots) > startRoots:
		t.resize(max(startRoots, len(t.slots)/4))
		t.list, t.young = slices.Clone(t.list), slices.Clone(t.young)
	case len(t.list) > 2*t.n:
		t.squeeze(0)
	case len(t.list) > t.n:
		t.squeeze(t.old)
	}
	// The last one first: Go's list of what belongs to a page is sorted, and so each comes to its front.
	for i := len(t.list) - 1; i >= t.old; i-- {
		t.list[i].weak = weak.Make(t.young[i-t.old])
	}
	clear(t.young)
	t.young, t.old = t.young[:0], len(t.list)
}

// look takes out the roots that Go's collector has found unreachable.
func (t *rootTable) look() {
	for i := t.old - 1; i >= 0; i-- {
		if i < len(t.list) && t.list[i].node != Empty && t.list[i].weak.Value() == nil {
			t.remove(t.list[i].node)
		}
	}
}

// check returns the first broken invariant of R1 to R3, or nil.
func (t *rootTable) check(known map[Node]bool) error {
	taken := 0
	for i, e := range t.list {
		if e.node == Empty {
			continue
		}
		taken++
		if !known[e.node] {
			return fmt.Errorf("dd: R1: a root of %d, which is no live node", e.node)
		}
		if slot := t.slots[t.slot(e.node)]; slot != (rootSlot{e.node, uint32(i)}) {
			return fmt.Errorf("dd: R1: the root of node %d has entry %d, its slot says %v", e.node, i, slot)
		}
		r := e.weak.Value()
		if i >= t.old {
			r = t.young[i-t.old]
			if r == nil || e.weak != (weak.Pointer[Root]{}) {
				return fmt.Errorf("dd: R2: the table does not hold the young root of %d", e.node)
			}
		}
		if r != nil && (r.node != e.node || r.held == 0) {
			return fmt.Errorf("dd: R3: the root of %d has node %d and was returned %d times", e.node, r.node, r.held)
		}
	}
	for _, slot := range t.slots {
		if slot.node != Empty {
			taken--
		}
	}
	if taken != 0 || len(t.list) != t.old+len(t.young) || len(t.slots) < 2*t.n {
		return fmt.Errorf("dd: R1: %d roots, %d too many of them without a slot, %d entries, %d old and %d young ones",
			t.n, taken, len(t.list), t.old, len(t.young))
	}
	return nil
}
