package mdd

import (
	"math"
	"math/bits"

	"brim/dd"
)

// The number of tuples that a running saturation has found so far, approximately and without allocating on Go's heap.

// Found returns the binary logarithm of the number of tuples that the running Saturate from one tuple has found so far:
// those of the largest set that it holds, which is the one on the level that is being closed, the one closed last, or
// one on the way there. It only reads the diagrams, so it may be called from Limits.Tick, and while a Tick waits. Cost:
// O(arcs) of these sets, and some 50 bytes a node, which are returned to the system at the end.
func (r *Relation) Found() float64 {
	z := r.sat
	if z == nil {
		return 0
	}
	var memory dd.Scratch
	defer memory.Close()
	t := newTally(r.f.s, &memory, z.tallied)
	defer func() { z.tallied = t.n }()
	most := 0.0
	if z.done.to != nil {
		most = t.of(z.done.to.Node()).log2()
	}
	if fr := z.closing; fr != nil {
		var sum largeSum
		for i := range fr.size() {
			if c := fr.child(i); c != empty {
				sum.add(t.of(c))
			}
		}
		most = max(most, sum.large().log2())
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

// A largeSum is the sum m·2^e of large numbers, where m may be any number from 0 on. Its zero value is 0.
type largeSum struct {
	m float64
	e int
}

// mostShift is by how many binary digits a number may differ from what it is added to without further questions: both,
// and the sum of all arcs of a node, are normal numbers of a float64 then.
const mostShift = 900

// add adds x, which is not 0. Nothing is asked that depends on the numbers, as long as they are of a similar size:
// there is one call for each arc.
func (s *largeSum) add(x large) {
	if shift := x.e - s.e; uint(shift+mostShift) <= 2*mostShift {
		s.m += math.Float64frombits(math.Float64bits(x.m) + uint64(shift)<<52)
	} else {
		s.addFar(x)
	}
}

// addFar is add for a number of another size: what is smaller by hundreds of digits is ignored.
func (s *largeSum) addFar(x large) {
	if x.e > s.e {
		s.m, s.e = math.Ldexp(s.m, s.e-x.e)+x.m, x.e
	}
}

// large returns the sum.
func (s largeSum) large() large {
	if s.m == 0 {
		return large{}
	}
	m := math.Float64bits(s.m)
	return large{math.Float64frombits(m&(1<<52-1) | 1023<<52), s.e + int(m>>52) - 1023}
}

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

// newTally returns a tally with room for the given number of nodes, more than which make it grow.
func newTally(s *dd.Store, memory *dd.Scratch, nodes int) *tally {
	log := max(6, bits.Len(uint(2*nodes)))
	return &tally{s: s, memory: memory, words: memory.Take(tallyWords << log), shift: 64 - log}
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
		return number(slot)
	}
	var sum largeSum
	last, x := empty, large{}
	for _, c := range t.s.Arcs(n) {
		if c == empty {
			continue
		}
		if c != last {
			at := t.slot(c)
			if slot := t.words[at : at+tallyWords : at+tallyWords]; slot[0] == c {
				x = number(slot)
			} else {
				x = t.of(c)
			}
			last = c
		}
		sum.add(x)
	}
	if 2*t.n >= 1<<(64-t.shift) {
		t.grow()
	}
	all := sum.large()
	m := math.Float64bits(all.m)
	slot := t.find(n)
	slot[0], slot[1], slot[2], slot[3] = n, uint32(int32(all.e)), uint32(m>>32), uint32(m)
	t.n++
	return all
}

// number returns the number in a slot that is taken.
func number(slot []uint32) large {
	return large{math.Float64frombits(uint64(slot[2])<<32 | uint64(slot[3])), int(int32(slot[1]))}
}

// slot returns the position of the first slot where n may be.
func (t *tally) slot(n node) int {
	return tallyWords * int(uint64(n)*0x9e3779b97f4a7c15>>t.shift)
}

// find returns the slot of n, or the free one where it belongs.
func (t *tally) find(n node) []uint32 {
	mask := len(t.words) - 1
	for at := t.slot(n); ; at += tallyWords {
		at &= mask
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
