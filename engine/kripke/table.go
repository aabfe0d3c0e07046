package kripke

import "slices"

const (
	chunkWords = 1024    // of the arena of a table
	maxStates  = 1 << 31 // of a table
	leastSlots = 16      // of a table
)

// A Table is an exact set of states, numbered from 0 in the order in which they were added.
//
// States lie one after the other in chunks and never move. Beside them there are slots of 32 bits, at most three of
// four in use (open addressing, linear probing): the number of a state and, in the bits that it leaves, some of the
// state's hash, which tells most states apart without a look at the chunks. A state so costs its words and 5 to 11
// bytes.
//
// Invariant: each state is found from the slot of its hash on before an empty one.
type Table struct {
	words  int
	shift  int // log2 of the states of a chunk
	n      int
	chunks [][]uint64

	slots  []uint32 // tag and number+1 of a state; 0 is empty
	number uint32   // the bits of a slot that are the number
}

// NewTable returns an empty table for states of the given number of words.
func NewTable(words int) *Table {
	t := &Table{words: words}
	for words<<(t.shift+1) <= chunkWords && t.shift < 10 {
		t.shift++
	}
	t.resize(leastSlots)
	return t
}

// Len returns the number of states.
func (t *Table) Len() int { return t.n }

// Bytes returns the memory that the table takes.
func (t *Table) Bytes() int64 {
	return int64(len(t.chunks))*(int64(t.words)<<t.shift*8+24) + int64(len(t.slots))*4
}

// Ahead returns the most memory that the table takes while it grows by a sixteenth: if the slots are doubled meanwhile,
// there are old and new ones at a time.
func (t *Table) Ahead() int64 {
	more := t.n/16 + pollEvery
	bytes := t.Bytes() + int64(more*t.words)*8
	if t.n+more > len(t.slots)/4*3 {
		bytes += int64(len(t.slots)) * 8
	}
	return bytes
}

// State returns state i. It is valid for ever and must not be changed.
func (t *Table) State(i int) State {
	at := i & (1<<t.shift - 1) * t.words
	return t.chunks[i>>t.shift][at : at+t.words : at+t.words]
}

// Find returns the number of s, and false if it is not there.
func (t *Table) Find(s State) (i int, ok bool) {
	i, _ = t.find(s, Hash(s, 0))
	return i, i >= 0
}

// Add adds s, of which it makes a copy, and returns its number and whether it is new. Cost: constant, but for the
// doubling of the slots. It panics beyond 2^31 states; see Full.
func (t *Table) Add(s State) (i int, added bool) {
	hash := Hash(s, 0)
	i, slot := t.find(s, hash)
	if i >= 0 {
		return i, false
	}
	i = t.n
	if t.Full() {
		panic("kripke: Table: too many states")
	}
	if i>>t.shift == len(t.chunks) {
		t.chunks = append(t.chunks, make([]uint64, t.words<<t.shift))
	}
	copy(t.State(i), s)
	t.n++
	if t.n > len(t.slots)/4*3 {
		t.resize(len(t.slots) * 2)
	} else {
		t.slots[slot] = t.slot(i, hash)
	}
	return i, true
}

// Full reports whether no further state can be added.
func (t *Table) Full() bool { return t.n == maxStates }

// find returns the number of s, or −1 and the slot where it has to go.
func (t *Table) find(s State, hash uint64) (i int, slot int) {
	mask := len(t.slots) - 1
	tag := t.tag(hash)
	for at := int(hash) & mask; ; at = (at + 1) & mask {
		x := t.slots[at]
		if x == 0 {
			return -1, at
		}
		if x&^t.number == tag && slices.Equal(t.State(int(x&t.number)-1), s) {
			return int(x&t.number) - 1, at
		}
	}
}

// tag returns what a slot keeps of a hash: its upper bits, of which the slot's place says nothing.
func (t *Table) tag(hash uint64) uint32 { return uint32(hash>>32) &^ t.number }

func (t *Table) slot(i int, hash uint64) uint32 { return uint32(i+1) | t.tag(hash) }

// resize makes new slots for all states.
func (t *Table) resize(slots int) {
	t.slots = nil // so that the old ones are free when the new ones are made
	t.slots = make([]uint32, slots)
	t.number = uint32(slots - 1) // there are fewer states than slots
	mask := slots - 1
	for i := range t.n {
		hash := Hash(t.State(i), 0)
		at := int(hash) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = t.slot(i, hash)
	}
}
