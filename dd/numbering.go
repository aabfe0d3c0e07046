package dd

import "math/bits"

// A Numbering gives keys the numbers 0, 1, 2, … in the order of their arrival. Key 0 is not allowed.
//
// It is a hash table
// with open addressing, linear probing, and a power of two of slots, at most half of them taken. Traversals use it
// instead of Go's map, since they look up a key for each arc of a diagram.
type Numbering struct {
	slots []numberSlot
	shift int // 64 − log2(len(slots))
	n     int
}

type numberSlot struct {
	key    uint64
	number uint32
}

// NewNumbering returns an empty numbering.
func NewNumbering() Numbering { return Numbering{slots: make([]numberSlot, 64), shift: 64 - 6} }

// Len returns how many keys have a number.
func (t *Numbering) Len() int { return t.n }

// Number returns the number of key, and whether the key is new.
func (t *Numbering) Number(key uint64) (number uint32, isNew bool) {
	slot := t.find(key)
	if slot.key == key {
		if key == 0 {
			panic("dd: Numbering.Number: key 0, expected another one")
		}
		return slot.number, false
	}
	if 2*t.n >= len(t.slots) {
		if t.n >= 1<<32-1 {
			panic("dd: Numbering: more keys than 32 bits number")
		}
		t.grow()
		slot = t.find(key)
	}
	slot.key, slot.number = key, uint32(t.n)
	t.n++
	return slot.number, true
}

// find returns the slot of key, or the free one where it belongs.
func (t *Numbering) find(key uint64) *numberSlot {
	mask := len(t.slots) - 1
	hi, lo := bits.Mul64(key, 0x9e3779b97f4a7c15)
	for i := int((hi ^ lo) >> t.shift); ; i++ {
		slot := &t.slots[i&mask]
		if slot.key == key || slot.key == 0 {
			return slot
		}
	}
}

// grow doubles the slots.
func (t *Numbering) grow() {
	old := t.slots
	t.slots = make([]numberSlot, 2*len(old))
	t.shift--
	for _, slot := range old {
		if slot.key != 0 {
			*t.find(slot.key) = slot
		}
	}
}
