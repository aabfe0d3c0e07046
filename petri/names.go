package petri

import "hash/maphash"

// A nameTable finds places or transitions by their names, which lie in the list of them. It has no pointers and
// takes 16 to 32 bytes a name: large nets have millions of names, and Go's map takes more memory and makes work for
// the collector.
//
// Open addressing, linear probing, a power of two of slots, at most half of them taken. A slot has 32 bits of a hash
// above the index plus 1, and is 0 if it is free. The first slot asked for depends on these bits alone.
type nameTable struct {
	seed  maphash.Seed
	slots []uint64
	n     int
}

// maxNames is how many places or transitions a net may have: an index plus 1 has 32 bits.
const maxNames = 1<<32 - 2

func newNameTable() nameTable { return nameTable{seed: maphash.MakeSeed(), slots: make([]uint64, 16)} }

// find returns the index of name and the slot that has it, or false and the slot where name
// belongs. at returns the name of an index.
func (t *nameTable) find(name string, at func(int) string) (index, slot int, ok bool) {
	if len(t.slots) == 0 { // of a Net that no Builder made
		return 0, 0, false
	}
	hash, mask := t.hash(name), len(t.slots)-1
	for slot = int(hash) & mask; t.slots[slot] != 0; slot = (slot + 1) & mask {
		if s := t.slots[slot]; s>>32 == hash {
			if i := int(uint32(s)) - 1; at(i) == name {
				return i, slot, true
			}
		}
	}
	return 0, slot, false
}

// hash returns 32 bits.
func (t *nameTable) hash(name string) uint64 { return maphash.String(t.seed, name) >> 32 }

// add gives name the next index, or returns false if it has one.
func (t *nameTable) add(name string, at func(int) string) bool {
	_, slot, found := t.find(name, at)
	if found {
		return false
	}
	if t.n == maxNames {
		panic("petri: more than 2^32−2 places or transitions")
	}
	t.n++
	t.slots[slot] = t.hash(name)<<32 | uint64(t.n)
	if 2*t.n > len(t.slots) {
		t.grow()
	}
	return true
}

func (t *nameTable) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	mask := len(t.slots) - 1
	for _, s := range old {
		if s == 0 {
			continue
		}
		slot := int(s>>32) & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = s
	}
}
