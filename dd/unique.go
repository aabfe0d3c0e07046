package dd

import (
	"fmt"
	"math/bits"
	"slices"
)

// The unique table: Make finds a node by its level and arcs, or creates it, so that equal nodes are one node.

// MaxValue is the largest local value. A Make or Widen for a larger one ends the operation with a LimitError of kind
// "values".
const MaxValue = maxValue

// maxLevel is the largest level: with the mark of a collection it is not that of a free block.
const maxLevel = 1<<31 - 2

// Make returns the node of the given level whose arcs are the words of the work stack from
// position p to its end, the first one for local value first. It trims them (I1), finds or creates the node (I3), and
// cuts the stack back to p. See MakeAt where few of many values have an arc. If all children are Empty it returns
// Empty.
//
// It panics if there is no such level, value or position. It may collect garbage before it creates a node, and it is
// where limits end most operations. Cost: O(number of arcs).
func (s *Store) Make(level, first, p int) Node {
	st := s.stride
	if uint(level-1) >= maxLevel || first < 0 || uint(p) > uint(s.sp) || (s.sp-p)&(st-1) != 0 {
		s.refuse(level, first, p)
	}
	arcs := s.stack.words[p:s.sp]
	for len(arcs) > 0 && arcs[len(arcs)-st] == Empty {
		arcs = arcs[:len(arcs)-st]
	}
	skipped := 0
	for skipped < len(arcs) && arcs[skipped] == Empty {
		skipped += st
	}
	arcs = arcs[skipped:]
	if len(arcs) == 0 {
		s.sp = p
		return Empty
	}
	first += skipped / st
	last := first + len(arcs)/st - 1
	if last-first >= DenseSpan && s.fewArcs(arcs) {
		return s.squeeze(level, first-skipped/st, p)
	}
	return s.content(uint32(level), uint32(first), arcs, nil, last, p)
}

// content finds or creates the node with this content, whose last value is given, and cuts the stack back to p. The
// arcs lie on the work stack from there on.
func (s *Store) content(level, first uint32, arcs, values []uint32, last, p int) Node {
	if last > MaxValue {
		s.Exceed(&LimitError{Kind: "values", At: int64(last), Max: MaxValue})
	}
	s.stackPeak = max(s.stackPeak, s.sp)
	if s.untilPoll--; s.untilPoll <= 0 {
		s.poll()
	}
	if s.work > s.stopAt {
		s.Exceed(&LimitError{Kind: "work", At: s.guard.Work, Max: s.guard.Work})
	}
	s.stats.Makes++
	h := hashNode(level, first, arcs, values)
	n := s.find(h, level, first, arcs, values)
	if n == Empty {
		n = s.insert(h, level, first, arcs, values)
	}
	s.sp = p
	return n
}

// refuse panics with what is wrong with the operands of Make.
func (s *Store) refuse(level, first, p int) {
	panic(fmt.Sprintf("dd: Make: level %d, first value %d, %d words on the stack, expected a level from 1 to %d, a "+
		"value from 0 on and %d words an arc",
		level, first, s.sp-p, maxLevel, s.stride))
}

// find returns the node with this content, or Empty.
func (s *Store) find(h uint64, level, first uint32, arcs, values []uint32) Node {
	w := s.arena.words
	count := uint32(len(arcs))
	if s.stride == 2 {
		count /= 2
	}
next:
	for n := *s.bucket(h); n != 0; n = w[n] {
		if w[n+wordLevel] != level || w[n+wordFirst] != first || w[n+wordCount] != count {
			continue
		}
		old := w[n+headerWords:]
		old = old[:len(arcs)]
		for i, a := range arcs {
			if old[i] != a {
				continue next
			}
		}
		if len(values) > 0 && !slices.Equal(values, s.listed(n)) {
			continue
		}
		return n
	}
	return Empty
}

// insert creates the node; arcs lie on the work stack, so a collection keeps them.
func (s *Store) insert(h uint64, level, first uint32, arcs, values []uint32) Node {
	if s.telling {
		panic("dd: Make: a new node from within OnCollect, expected none")
	}
	size := headerWords + len(arcs) + len(values)
	s.sinceCollect++
	if s.live+size > s.collectAt || s.sinceCollect == s.collectEvery || s.guard.Nodes > 0 && s.nodes >= s.guard.Nodes {
		s.collectFor(size)
	}
	if s.nodes >= len(s.buckets) {
		s.growBuckets()
	}
	n := s.alloc(size)
	w := s.arena.words
	b := s.bucket(h)
	w[n] = *b
	*b = n
	w[n+wordLevel] = level
	w[n+wordFirst] = first
	w[n+wordCount] = uint32(len(arcs) / s.stride)
	copy(w[n+headerWords:], arcs)
	copy(w[int(n)+headerWords+len(arcs):], values)
	s.nodes++
	s.stats.Created++
	s.live += size
	return n
}

// growBuckets doubles the unique table.
func (s *Store) growBuckets() {
	bigger := s.owned.table(2 * len(s.buckets))
	if bigger == nil {
		s.Exceed(&LimitError{Kind: "memory", At: s.bytes()})
	}
	old := s.buckets
	s.buckets = bigger
	for n := uint32(firstNode); n < s.top; n += s.recordSize(n) { // in the order of the arena: chains lead all over it
		if s.arena.words[n+wordLevel] != freeLevel {
			s.link(n)
		}
	}
	s.owned.drop(old)
	s.notePeak()
}

// bucket returns the head of the chain for a hash.
func (s *Store) bucket(h uint64) *Node { return &s.buckets[h&uint64(len(s.buckets)-1)] }

// link puts n, which is in no chain, into its own.
func (s *Store) link(n Node) {
	w := s.arena.words
	b := s.bucket(hashNode(w[n+wordLevel], w[n+wordFirst], s.Arcs(n), s.listed(n)))
	w[n], *b = *b, n
}

// unlink takes n out of its chain.
func (s *Store) unlink(n Node) {
	w := s.arena.words
	at := s.bucket(hashNode(w[n+wordLevel], w[n+wordFirst], s.Arcs(n), s.listed(n)))
	for *at != n {
		at = &w[*at]
	}
	*at = w[n]
}

const (
	hashA = 0x9e3779b97f4a7c15
	hashB = 0xd6e8feb86659fd93
)

// fold multiplies to 128 bits and folds them to 64.
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// hashNode returns the hash of a node by its content.
func hashNode(level, first uint32, arcs, values []uint32) uint64 {
	h := hashWords(fold(uint64(level)<<32|uint64(first)^hashB, hashA), arcs)
	if len(values) > 0 {
		h = hashWords(h, values)
	}
	return h
}

// hashWords returns the hash of words, begun with h, as wyhash does [Wan19]: a product for four words, and those of a
// long list in two rows, so that one need not wait for the other.
func hashWords(h uint64, words []uint32) uint64 {
	if len(words) >= 16 {
		g := h ^ hashB
		for len(words) >= 8 {
			w := (*[8]uint32)(words)
			h = fold(pair(w[0], w[1])^hashA, pair(w[2], w[3])^h)
			g = fold(pair(w[4], w[5])^hashB, pair(w[6], w[7])^g)
			words = words[8:]
		}
		h = fold(h^hashA, g^hashB)
	}
	for len(words) >= 4 {
		w := (*[4]uint32)(words)
		h = fold(pair(w[0], w[1])^hashA, pair(w[2], w[3])^h)
		words = words[4:]
	}
	for _, w := range words {
		h = fold(h^uint64(w), hashB)
	}
	return h
}

// pair returns two neighbouring words as one.
func pair(low, high uint32) uint64 { return uint64(high)<<32 | uint64(low) }
