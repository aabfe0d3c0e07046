package mdd

import (
	"math"
	"math/bits"

	"brim/dd"
)

// The number of tuples that a running saturation has found so far, approximately and without allocating on Go's heap.

// Found returns the binary logarithm of the number of tuples that the running Saturate from one tuple has found so far:
// those of the largest set that it holds, which is the one on the level that is being closed, the one closed last, or
// one on the way there. It only reads, so it may be called from Limits.Tick, and while a Tick waits. Cost: O(arcs) of
// these sets, and some 50 bytes a node, which are returned to the system at the end.
func (r *Relation) Found() float64 {
	z := r.sat
	if z == nil {
		return 0
	}
	var memory dd.Scratch
	defer memory.Close()
	t := newTally(r.f.s, &memory)
	most := 0.0
	if z.done.to != nil {
		most = t.of(z.done.to.Node()).log2()
	}
	if fr := z.closing; fr != nil {
		var sum large
		for i := range fr.size() {
			sum = sum.plus(t.of(fr.child(i)))
		}
		most = max(most, sum.log2())
	}
	// On the work stack lie nodes, operands and results, and flags, which are terminals.
	for _, n := range t.s.Words(0, t.s.Mark()) {
		if n > unit {
			most = max(most, t.of(n).log2())
		}
	}
	return most
}

// A large number is m·2^e with 1 ≤ m < 2, or 0 with m = 0.
type large struct {
	m float64
	e int
}

func (x large) log2() float64 { return math.Log2(x.m) + float64(x.e) }

// A tally holds the numbers of tuples of nodes, as large numbers. It is not a shortTally, since it has to work for sets
// of any size and outside of Go's heap.
//
// Open addressing, linear probing, a power of two of slots, at most half of them taken, each of four words: the node,
// the exponent, and the two halves of the fraction. The node of a free slot is empty, which has no tuples.
type tally struct {
	s      *dd.Store
	memory *dd.Scratch
	words  []uint32
	shift  int // 64 − log2 of the number of slots
	n      int // slots taken
}

const tallyWords = 4

func newTally(s *dd.Store, memory *dd.Scratch) *tally {
	const start = 6
	return &tally{s: s, memory: memory, words: memory.Take(tallyWords << start), shift: 64 - start}
}

// of returns the number for n.
func (t *tally) of(n node) large {
	switch n {
	case empty:
		return large{}
	case unit:
		return large{1, 0}
	}
	if slot := t.find(n); slot[0] == n {
		return large{math.Float64frombits(uint64(slot[2])<<32 | uint64(slot[3])), int(int32(slot[1]))}
	}
	var sum large
	last, x := empty, large{}
	for _, c := range t.s.Arcs(n) {
		if c != last {
			last, x = c, t.of(c)
		}
		sum = sum.plus(x)
	}
	if 2*t.n >= 1<<(64-t.shift) {
		t.grow()
	}
	m := math.Float64bits(sum.m)
	copy(t.find(n), []uint32{n, uint32(int32(sum.e)), uint32(m >> 32), uint32(m)})
	t.n++
	return sum
}

// find returns the slot of n, or the free one where it belongs.
func (t *tally) find(n node) []uint32 {
	mask := 1<<(64-t.shift) - 1
	hi, lo := bits.Mul64(uint64(n), 0x9e3779b97f4a7c15)
	for i := int((hi ^ lo) >> t.shift); ; i++ {
		at := tallyWords * (i & mask)
		if slot := t.words[at : at+tallyWords : at+tallyWords]; slot[0] == n || slot[0] == empty {
			return slot
		}
	}
}

func (t *tally) grow() {
	old := t.words
	t.words = t.memory.Take(2 * len(old))
	t.shift--
	for ; len(old) > 0; old = old[tallyWords:] {
		if old[0] != empty {
			copy(t.find(old[0]), old[:tallyWords])
		}
	}
}

// plus returns the sum. A number that is smaller by 60 binary digits is ignored.
func (x large) plus(y large) large {
	if y.m == 0 || x.m != 0 && y.e < x.e {
		x, y = y, x
	}
	if shift := y.e - x.e; x.m != 0 && shift < 60 {
		y.m += x.m / float64(uint64(1)<<shift)
		if y.m >= 2 {
			y.m, y.e = y.m/2, y.e+1
		}
	}
	return y
}
