package product

import (
	"slices"

	"brim/engine/kripke"
)

// A Space is what searches have seen of one structure: states, each of them once, and the successors of those that
// were expanded. One search at a time uses it.
type Space struct {
	structure kripke.Structure
	table     *kripke.Table
	all       lists // of all successors
	out       kripke.Successors
	numbers   []uint32 // of the states in out
}

// NewSpace returns the space of s, of which nothing has been seen.
func NewSpace(s kripke.Structure) *Space {
	return &Space{structure: s, table: kripke.NewTable(s.Words())}
}

// States returns how many states were found.
func (x *Space) States() int { return x.table.Len() }

// Bytes returns the memory that x takes, and will need when it grows.
func (x *Space) Bytes() int64 {
	return x.table.Ahead() + x.all.bytes() + x.out.Bytes() + int64(cap(x.numbers))*4
}

// add returns the number of a state.
func (x *Space) add(s kripke.State) (uint32, error) {
	if x.table.Full() {
		return 0, &kripke.LimitError{Kind: "state", Max: int64(x.table.Len())}
	}
	n, _ := x.table.Add(s)
	return uint32(n), nil
}

// expand returns the successors of a state.
func (x *Space) expand(s uint32) ([]uint32, error) {
	if list, ok := x.all.of(s); ok {
		return list, nil
	}
	if err := x.structure.Successors(x.table.State(int(s)), &x.out); err != nil {
		return nil, err
	}
	return x.keep(&x.all, s, nil)
}

// keep puts the states in out, or those that are kept, into the list of s.
func (x *Space) keep(l *lists, s uint32, kept []bool) ([]uint32, error) {
	x.numbers = x.numbers[:0]
	for i := range x.out.Len() {
		if kept != nil && !kept[i] {
			continue
		}
		n, err := x.add(x.out.State(i))
		if err != nil {
			return nil, err
		}
		x.numbers = append(x.numbers, n)
	}
	return l.add(s, distinct(x.numbers)), nil
}

// manyEqual is the length from which on a list is looked through for equal numbers: inputs of a circuit often make no
// difference, and transitions of nets seldom.
const manyEqual = 64

// distinct returns a list, if it is long, without what it has twice.
func distinct(list []uint32) []uint32 {
	if len(list) < manyEqual {
		return list
	}
	slices.Sort(list)
	return slices.Compact(list)
}

const (
	leastChunk = 1 << 8  // numbers
	mostChunk  = 1 << 18 // numbers, but for a longer list
)

// lists are lists of states, for some states.
//
// In the chunks, which double up to mostChunk, each list is its length and its numbers; behind an empty one stands the
// state itself, so that list[:1] is the list of a dead state that steps to itself.
type lists struct {
	at     []uint64 // by state: the chunk, and by 32 bits lower 1 + where the list begins; 0 without a list
	chunks [][]uint32
	size   int64 // numbers in chunks
}

// of returns the list of a state, if it has one.
func (l *lists) of(s uint32) ([]uint32, bool) {
	if int(s) >= len(l.at) || l.at[s] == 0 {
		return nil, false
	}
	at := l.at[s]
	chunk, from := l.chunks[at>>32], int(uint32(at))
	n := int(chunk[from-1])
	return chunk[from : from+n : from+max(n, 1)], true
}

// add keeps a copy of the list of a state, and returns it.
func (l *lists) add(s uint32, list []uint32) []uint32 {
	l.at = grown(l.at, int(s))
	need := 1 + max(len(list), 1)
	if n := len(l.chunks); n == 0 || cap(l.chunks[n-1])-len(l.chunks[n-1]) < need {
		size := max(leastChunk, need)
		if n > 0 {
			size = max(need, min(2*cap(l.chunks[n-1]), mostChunk))
		}
		l.chunks = append(l.chunks, make([]uint32, 0, size))
		l.size += int64(size)
	}
	last := len(l.chunks) - 1
	chunk := append(l.chunks[last], uint32(len(list)))
	l.at[s] = uint64(last)<<32 | uint64(len(chunk))
	chunk = append(chunk, list...)
	if len(list) == 0 {
		chunk = append(chunk, s)
	}
	l.chunks[last] = chunk
	kept, _ := l.of(s)
	return kept
}

func (l *lists) bytes() int64 { return 4*l.size + 8*int64(cap(l.at)) }

// grown returns list with room for index i.
func grown[T any](list []T, i int) []T {
	if i < len(list) {
		return list
	}
	return append(list, make([]T, i+1-len(list)+len(list)/4)...)
}
