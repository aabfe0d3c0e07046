package structure

import (
	"slices"

	"brim/internal/watch"
)

// An explorer does breadth-first search from the initial marking and compares each
// new marking with its predecessors in the search tree. It can be continued with a
// larger budget.
//
// Invariant: marking i is tokens[i·P : (i+1)·P]; index is an open-addressing table of
// them by full fingerprint, at most half full, 0 = free, else number+1.
type explorer struct {
	*search
	tokens []int64
	nodes  []node
	index  []int32
	next   int  // first marking whose successors are not all known
	lost   bool // some successor exceeds 64 bits
	tested tested
}

type node struct {
	fingerprint
	parent, via int32
}

// maxTokens bounds the memory of the explorer to 256 MB of tokens.
const maxTokens = 1 << 25

func newExplorer(s *search) *explorer {
	x := &explorer{search: s, tokens: s.net.Initial(), nodes: []node{{parent: -1, via: -1}}, index: make([]int32, 1024),
		tested: newTested(s.net)}
	x.index[0] = 1
	return x
}

func (x *explorer) count() int { return len(x.nodes) }

func (x *explorer) marking(i int) []int64 {
	p := len(x.net.Places)
	return x.tokens[i*p : (i+1)*p]
}

// run explores markings breadth-first, and looks after each new one for firings that prove the net unbounded. done is
// true if it found such, if it has seen all markings, which proves the net bounded, or if the context has ended. It is
// false if there are more markings than limit; run can then be called again with a larger one.
func (x *explorer) run(limit int) (v Verdict, done bool) {
	places := len(x.net.Places)
	limit = min(limit, maxTokens/places)
	held := watch.Charge(x.ctx)
	defer held.Set(0)
	for ; x.next < len(x.nodes); x.next++ {
		held.Set(8 * int64(cap(x.tokens)))
		if x.cancelled() {
			return x.giveUp(), true
		}
		for t := range x.net.Transitions {
			if len(x.effect.row(t)) == 0 || !x.net.Enabled(x.marking(x.next), t) {
				continue
			}
			if !x.add(x.next, t) {
				continue
			}
			if v, ok := x.pump(len(x.nodes) - 1); ok {
				return v, true
			}
			if len(x.nodes) > limit {
				return Verdict{}, false // next time these successors are met again
			}
		}
	}
	if x.lost {
		return Verdict{}, false
	}
	return Verdict{Kind: Bounded, Reason: "all reachable markings were explored"}, true
}

// add stores the marking after t in marking i and reports whether it is new.
func (x *explorer) add(i, t int) bool {
	places, at := len(x.net.Places), len(x.tokens)
	x.tokens = append(x.tokens, x.marking(i)...)
	m := x.tokens[at : at+places]
	if !x.apply(m, t) {
		x.tokens, x.lost = x.tokens[:at], true
		return false
	}
	f := x.nodes[i].plus(x.delta[t])
	slot := x.slot(f.full)
	for x.index[slot] != 0 {
		k := int(x.index[slot] - 1)
		if x.nodes[k].full == f.full && slices.Equal(x.marking(k), m) {
			x.tokens = x.tokens[:at]
			return false
		}
		slot = (slot + 1) % uint64(len(x.index))
	}
	x.nodes = append(x.nodes, node{f, int32(i), int32(t)})
	x.index[slot] = int32(len(x.nodes))
	if 2*len(x.nodes) > len(x.index) {
		x.grow()
	}
	return true
}

func (x *explorer) slot(full uint64) uint64 { return scramble(full) % uint64(len(x.index)) }

func (x *explorer) grow() {
	x.index = make([]int32, 2*len(x.index))
	for i := range x.nodes {
		slot := x.slot(x.nodes[i].full)
		for x.index[slot] != 0 {
			slot = (slot + 1) % uint64(len(x.index))
		}
		x.index[slot] = int32(i + 1)
	}
}

// pump looks for a predecessor that marking j exceeds, without a difference on
// places that inhibit a firing in between.
func (x *explorer) pump(j int) (v Verdict, ok bool) {
	farthest := near
	if j%near == 0 {
		farthest = j
	}
	b := &x.nodes[j]
	for i := j; x.nodes[i].parent >= 0 && farthest > 0 && !ok; farthest-- {
		x.tested.add(x.net, int(x.nodes[i].via))
		i = int(x.nodes[i].parent)
		a := &x.nodes[i]
		if a.pinned == b.pinned && a.free < b.free && exceeds(x.marking(j), x.marking(i), x.tested.places) {
			v, ok = x.certify(x.trace(0, i), x.trace(i, j))
		}
	}
	x.tested.clear()
	return v, ok
}

// exceeds reports whether b ≥ a everywhere and b = a at the places listed.
func exceeds(b, a []int64, same []int) bool {
	for _, p := range same {
		if b[p] != a[p] {
			return false
		}
	}
	for p := range a {
		if b[p] < a[p] {
			return false
		}
	}
	return true
}

// trace returns the firings from marking i to its descendant j.
func (x *explorer) trace(i, j int) []int {
	n := 0
	for k := j; k != i; k = int(x.nodes[k].parent) {
		n++
	}
	out := make([]int, n)
	for k := j; k != i; k = int(x.nodes[k].parent) {
		n--
		out[n] = int(x.nodes[k].via)
	}
	return out
}
