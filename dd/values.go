package dd

import "slices"

// Values are the local values of the arcs of a node, by index of the arc: consecutive in a dense node, listed in a
// sparse one. The zero Values are 0, 1, 2, …
type Values struct {
	first int
	list  []uint32 // nil: first, first+1, …
}

// From returns the values first, first+1, …
func From(first int) Values { return Values{first: first} }

// Listed returns the values of a list, which ascend and are not changed as long as the Values are used.
func Listed(list []uint32) Values { return Values{list: list[:len(list):len(list)]} }

// Dense returns the first value if the others follow it one by one; ok is false for a list.
func (x Values) Dense() (first int, ok bool) { return x.first, x.list == nil }

// List returns the list, nil if the values follow each other.
func (x Values) List() []uint32 { return x.list }

// At returns the value at index i.
func (x Values) At(i int) int {
	if x.list == nil {
		return x.first + i
	}
	return int(x.list[i])
}

// Index returns the index of value v among the first n, or −1. Cost: O(1), or O(log n) for a list.
func (x Values) Index(v, n int) int {
	if i := v - x.first; x.list == nil && uint(i) < uint(n) {
		return i
	}
	return search(x.list, v)
}

// Below returns how many of the first n values are below v.
func (x Values) Below(v, n int) int {
	if x.list == nil {
		return min(max(v-x.first, 0), n)
	}
	i, _ := find(x.list, v)
	return i
}

// find is slices.BinarySearch.
func find(list []uint32, v int) (i int, ok bool) {
	if v < 0 {
		return 0, false
	}
	return slices.BinarySearch(list, uint32(v))
}

// search returns the index of v in a list, or −1. It is not inlined, so that its callers are.
//
//go:noinline
func search(list []uint32, v int) int {
	if i, ok := find(list, v); ok {
		return i
	}
	return -1
}

// Values returns the local values of the arcs of n, which must not be a terminal. They are valid as long as n is.
func (s *Store) Values(n Node) Values {
	if first := s.arena.words[n+wordFirst]; first < sparseBit {
		return Values{first: int(first)}
	}
	return Values{list: s.listed(n)}
}

// listed returns the list of values of n, nil if it is dense.
func (s *Store) listed(n Node) []uint32 {
	w := s.arena.words
	if w[n+wordFirst] < sparseBit {
		return nil
	}
	count := w[n+wordCount]
	at := n + headerWords + count*uint32(s.stride)
	return w[at : at+count : at+count]
}

// Sparse reports whether a node with this number of arcs, without those to Empty, over a span of values from the first
// to the last has a sparse record. Code that gathers arcs asks it, too, so that nodes under construction take no more
// room than their arcs.
func Sparse(arcs, span int) bool { return span > DenseSpan && arcs < span/denseShare }

// fewArcs reports whether the node with these words has a sparse record.
func (s *Store) fewArcs(arcs []uint32) bool {
	need := len(arcs) / s.stride / denseShare
	for i := 0; i < len(arcs); i += s.stride {
		if arcs[i] != Empty {
			if need--; need <= 0 {
				return false
			}
		}
	}
	return true
}

// MakeAt is Make for arcs whose local values are given, one for each arc.
func (s *Store) MakeAt(level int, values Values, p int) Node {
	st := s.stride
	if values.list == nil {
		return s.Make(level, values.first, p)
	}
	if uint(level-1) >= maxLevel || uint(p) > uint(s.sp) || s.sp-p != len(values.list)*st {
		s.refuse(level, len(values.list), p)
	}
	arcs := s.stack.words[p:s.sp]
	s.locals = s.locals[:0]
	for i, v := range values.list {
		if from := st * i; arcs[from] != Empty {
			copy(arcs[st*len(s.locals):], arcs[from:from+st])
			s.locals = append(s.locals, v)
		}
	}
	n := len(s.locals)
	s.sp = p + st*n
	if n == 0 {
		return Empty
	}
	first, last := int(s.locals[0]), int(s.locals[n-1])
	if span := last - first + 1; last <= MaxValue && !Sparse(n, span) {
		s.Grow(st * (span - n))
		arcs = s.stack.words[p:s.sp]
		for i := n - 1; i >= 0; i-- { // to the right, the last one first
			if to := int(s.locals[i]) - first; to != i {
				copy(arcs[st*to:], arcs[st*i:st*i+st])
				clear(arcs[st*i : st*i+st])
			}
		}
		return s.Make(level, first, p)
	}
	return s.content(uint32(level), sparseBit|uint32(first), s.stack.words[p:s.sp], s.locals, last, p)
}

// squeeze takes the arcs to Empty out of the work stack from position p on, where the node of a dense list begins with
// local value first, and makes the sparse node of what is left.
func (s *Store) squeeze(level, first, p int) Node {
	st := s.stride
	arcs := s.stack.words[p:s.sp]
	s.locals = s.locals[:0]
	for i := 0; i < len(arcs); i += st {
		if arcs[i] != Empty {
			copy(arcs[st*len(s.locals):], arcs[i:i+st])
			s.locals = append(s.locals, uint32(first+i/st))
		}
	}
	n := len(s.locals)
	s.sp = p + st*n
	return s.content(uint32(level), sparseBit|s.locals[0], s.stack.words[p:s.sp], s.locals, int(s.locals[n-1]), p)
}
