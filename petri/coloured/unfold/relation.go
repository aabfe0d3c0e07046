package unfold

// A dictionary numbers keys in the order of their arrival. Open addressing, linear probing, a power of two of slots, at
// most half of them taken; a slot has a number plus 1, or 0. It takes 16 to 24 bytes a key.
type dictionary struct {
	keys  []int64
	slots []uint32
	shift uint // 64 less the bits of a slot's index
}

// find returns the number of a key, or false and the slot where it belongs.
func (d *dictionary) find(key int64) (number, slot int, ok bool) {
	if len(d.slots) == 0 {
		return 0, 0, false
	}
	// Fibonacci hashing: the upper bits of the product spread keys that follow each other.
	slot = int(uint64(key) * 0x9e3779b97f4a7c15 >> d.shift)
	for ; d.slots[slot] != 0; slot = (slot + 1) & (len(d.slots) - 1) {
		if n := int(d.slots[slot]) - 1; d.keys[n] == key {
			return n, slot, true
		}
	}
	return 0, slot, false
}

// add returns the number of a key, and whether it is new. The caller keeps the number of keys below 2^32−1.
func (d *dictionary) add(key int64) (number int, fresh bool) {
	number, slot, ok := d.find(key)
	if ok {
		return number, false
	}
	d.keys = append(d.keys, key)
	if 2*len(d.keys) <= len(d.slots) {
		d.slots[slot] = uint32(len(d.keys))
		return len(d.keys) - 1, true
	}
	size := max(8, 2*len(d.slots))
	d.slots, d.shift = make([]uint32, size), 64
	for ; size > 1; size /= 2 {
		d.shift--
	}
	for n, k := range d.keys {
		_, slot, _ = d.find(k)
		d.slots[slot] = uint32(n + 1)
	}
	return len(d.keys) - 1, true
}

// A relation is the set of colours that a place may hold, which grows. The first joined of them have been joined with
// all others before them; the rest wait for that.
type relation struct {
	dictionary
	joined  int
	indices []*index
	uses    []use              // what takes from the place
	waiting map[int64][]waiter // by colour that is not joined yet
}

// A use is an atom of a transition.
type use struct{ transition, atom int }

// A waiter is what goes on once a colour is joined: the binding kept under that number, or a transition that
// sleeps, for asleep.
type waiter struct{ transition, kept int }

const asleep = -1

// has reports whether the relation has a colour that is joined.
func (r *relation) has(colour int64) bool {
	n, _, ok := r.find(colour)
	return ok && n < r.joined
}

// wait has w called for once a colour is joined, which it is not yet.
func (r *relation) wait(colour int64, w waiter) {
	if r.waiting == nil {
		r.waiting = map[int64][]waiter{}
	}
	r.waiting[colour] = append(r.waiting[colour], w)
}

// A digit is a part of a tuple's colour: colour / stride % size.
type digit struct{ stride, size int64 }

func (d digit) of(colour int64) int64 { return colour / d.stride % d.size }

// An index finds the joined colours of a relation by some digits.
type index struct {
	digits []digit
	keys   dictionary // of colours, with 0 for all other digits
	last   []uint32   // by number of the key: 1 + the number of the last colour
	many   []uint32   // by number of the key: how many colours have it
	before []uint32   // by number of the colour: 1 + the number of the colour before with the same key
}

// add enters the next colour.
func (x *index) add(colour int64) {
	key := int64(0)
	for _, d := range x.digits {
		key += d.of(colour) * d.stride
	}
	k, fresh := x.keys.add(key)
	if fresh {
		x.last, x.many = append(x.last, 0), append(x.many, 0)
	}
	x.many[k]++
	x.before = append(x.before, x.last[k])
	x.last[k] = uint32(len(x.before))
}

// indexOf returns the index by some digits, making it if there is none. Nothing is joined yet.
func (r *relation) indexOf(digits []digit) *index {
next:
	for _, x := range r.indices {
		if len(x.digits) != len(digits) {
			continue
		}
		for i, d := range digits {
			if x.digits[i] != d {
				continue next
			}
		}
		return x
	}
	x := &index{digits: digits}
	r.indices = append(r.indices, x)
	return x
}
