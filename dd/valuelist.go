package dd

import "slices"

// A ValueList gives local values the numbers 0, 1, 2, … in the order of their arrival. A sparse node under construction
// consists of such a list and of its arcs on the work stack. The zero ValueList is empty. It is not safe for use by
// several goroutines.
type ValueList struct {
	list   []uint32
	hashed bool // list does not ascend: index has the numbers
	index  Numbering
}

// Len returns the number of values.
func (x *ValueList) Len() int { return len(x.list) }

// At returns the value of number i.
func (x *ValueList) At(i int) int { return int(x.list[i]) }

// Add gives v, which has none, the next number, and returns it.
func (x *ValueList) Add(v int) (i int) {
	n := len(x.list)
	if !x.hashed && n > 0 && uint32(v) < x.list[n-1] {
		x.hash()
	}
	if x.hashed {
		x.index.Number(uint64(v) + 1)
	}
	x.list = append(x.list, uint32(v))
	return n
}

// Find returns the number of v, −1 if it has none.
func (x *ValueList) Find(v int) int {
	if !x.hashed {
		return search(x.list, v)
	}
	if slot := x.index.find(uint64(v) + 1); slot.key != 0 {
		return int(slot.number)
	}
	return -1
}

// hash fills the index, as values do not ascend any more.
func (x *ValueList) hash() {
	x.hashed = true
	if x.index.slots == nil {
		x.index = NewNumbering()
	}
	for _, v := range x.list {
		x.index.Number(uint64(v) + 1)
	}
}

// AddAll adds values to an empty list, which ascend, each larger by delta.
func (x *ValueList) AddAll(values []uint32, delta int) {
	x.list = slices.Grow(x.list, len(values))
	for _, v := range values {
		x.list = append(x.list, uint32(int(v)+delta))
	}
}

// Sorted returns the values, ascending, and the number of each in order; nil if they arrived so. Both are valid until
// the list is used again.
func (x *ValueList) Sorted() (values Values, order []uint32) {
	if !x.hashed {
		return Listed(x.list), nil
	}
	keys := make([]uint64, len(x.list))
	for i, v := range x.list {
		keys[i] = uint64(v)<<32 | uint64(i)
	}
	slices.Sort(keys)
	order, list := make([]uint32, len(keys)), make([]uint32, len(keys))
	for i, key := range keys {
		order[i], list[i] = uint32(key), uint32(key>>32)
	}
	return Listed(list), order
}

// keptValues is the largest number of values that a list keeps memory for when it is emptied.
const keptValues = 1 << 12

// Reset empties the list.
func (x *ValueList) Reset() {
	if cap(x.list) > keptValues {
		*x = ValueList{}
		return
	}
	x.list = x.list[:0]
	if x.hashed {
		x.hashed = false
		x.index.n = 0
		clear(x.index.slots)
	}
}

// Number gives v, which has none, a number in a list. A value above MaxValue ends the operation.
func (s *Store) Number(list *ValueList, v int) (i int) {
	if v > MaxValue {
		s.Exceed(&LimitError{Kind: "values", At: int64(v), Max: MaxValue})
	}
	return list.Add(v)
}

// List returns an empty list. A recursion that a limit ends leaves its lists to Go's collector.
func (s *Store) List() *ValueList {
	last := len(s.spare) - 1
	if last < 0 {
		return &ValueList{}
	}
	list := s.spare[last]
	s.spare = s.spare[:last]
	return list
}

// PutList takes back a list that is not used any more.
func (s *Store) PutList(list *ValueList) {
	list.Reset()
	s.spare = append(s.spare, list)
}

// Spread makes a node under construction sparse: it lists the values of its n arcs, which lie on the work stack from
// position p to its end, with the given number of words each, the child first, and takes the arcs to Empty out.
func (s *Store) Spread(values Values, p, n, words int) *ValueList {
	list := s.List()
	w := s.Words(p, words*n)
	for i := range n {
		if arc := w[words*i : words*(i+1)]; arc[0] != Empty {
			copy(w[words*list.Add(values.At(i)):], arc)
		}
	}
	s.Release(p + words*list.Len())
	return list
}
