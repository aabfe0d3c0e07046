package dd

import "math/bits"

// The allocator of the arena: free lists of blocks by size, and what happens where no block is large enough and the
// arena cannot grow.

// freeLevel marks the record of a free block; its count word holds the size of the whole block.
const freeLevel = 1<<32 - 1

// minBlock is the smallest record that can be told apart in a sweep.
const minBlock = headerWords + 1

const exactBins = 256

// freeBlocks are lists of free blocks by size: one for each size below exactBins words, then one
// for each power of two. Blocks are chained through their first word.
type freeBlocks struct {
	heads  [exactBins + 32]uint32
	filled [(exactBins + 32 + 63) / 64]uint64 // bit set: the list may be non-empty
}

func (f *freeBlocks) reset() { *f = freeBlocks{} }

// binOf returns the index of the list for blocks of size words.
func binOf(size uint32) int {
	if size < exactBins {
		return int(size)
	}
	return exactBins + bits.Len32(size) - bits.Len32(exactBins)
}

// add puts the block of size words at n on its list.
func (f *freeBlocks) add(w []uint32, n, size uint32) {
	b := binOf(size)
	w[n] = f.heads[b]
	w[n+wordLevel] = freeLevel
	w[n+wordCount] = size
	f.heads[b] = n
	f.filled[b/64] |= 1 << (b % 64)
}

// take removes and returns a block that can hold size words, or 0. What is left of the block
// stays free, so the block fits exactly or leaves at least minBlock words.
func (f *freeBlocks) take(w []uint32, size uint32) uint32 {
	rest := binOf(size + minBlock) // between it and the bin of size itself nothing fits
	for b := f.nextFilled(binOf(size)); b >= 0; b = f.nextFilled(max(b+1, rest)) {
		at := &f.heads[b]
		tries := 8 // a list of mixed sizes is searched this far
		for n := *at; n != 0 && tries > 0; n, tries = *at, tries-1 {
			have := w[n+wordCount]
			if have == size || have >= size+minBlock {
				*at = w[n]
				if f.heads[b] == 0 {
					f.filled[b/64] &^= 1 << (b % 64)
				}
				if have > size {
					f.add(w, n+size, have-size)
				}
				return n
			}
			at = &w[n]
		}
	}
	return 0
}

// nextFilled returns the first list from b on that may hold a block, or −1.
func (f *freeBlocks) nextFilled(b int) int {
	for i := b / 64; i < len(f.filled); i++ {
		m := f.filled[i]
		if i == b/64 {
			m &= ^uint64(0) << (b % 64)
		}
		if m != 0 {
			return i*64 + bits.TrailingZeros64(m)
		}
	}
	return -1
}

// alloc returns the offset of a record of size words: of a free block, or of new words at the end of the arena. Where
// the arena cannot grow it collects garbage, the second time after a run of Go's collector, before it ends the
// operation.
func (s *Store) alloc(size int) uint32 {
	if n := s.free.take(s.arena.words, uint32(size)); n != 0 {
		return n
	}
	err := s.tooHigh(size)
	if err != nil && s.live-s.kept > s.live/16 { // there are free blocks, but small ones: a collection may join some
		s.collect()
		if n := s.free.take(s.arena.words, uint32(size)); n != 0 {
			return n
		}
		err = s.tooHigh(size)
	}
	if err != nil && s.collectAsking() {
		if n := s.free.take(s.arena.words, uint32(size)); n != 0 {
			return n
		}
		err = s.tooHigh(size)
	}
	if err != nil {
		s.Exceed(err)
	}
	n := s.top
	s.top += uint32(size)
	return n
}

// tooHigh returns the error if the arena cannot grow by size words.
func (s *Store) tooHigh(size int) *LimitError {
	if g := &s.guard; g.Memory > 0 && s.bytes()+4*int64(size) > g.Memory {
		return &LimitError{Kind: "memory", At: s.bytes(), Max: g.Memory}
	}
	if !s.arena.ensure(int(s.top) + size + headerWords) {
		if s.arena.max < maxArena {
			return &LimitError{Kind: "memory", At: 4 * (int64(s.top) + int64(size)), Max: 4 * int64(s.arena.max)}
		}
		return &LimitError{Kind: "handles", At: int64(s.top) + int64(size), Max: int64(s.arena.max)}
	}
	return nil
}
