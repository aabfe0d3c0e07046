package structure

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"brim/internal/watch"
	"brim/petri"
)

// A Cover holds limits of reachable markings: markings in which some places have Omega tokens, that is petri.Omega.
//
// Each limit is approached: for every number k there is a reachable marking that equals it on the places without Omega
// and has at least k tokens on the others. If the cover is complete, every reachable marking is covered by a limit: it
// has as many tokens on the pinned places, and at most as many on the others.
//
// So a complete cover knows the least upper bound of every sum of places, and whether a set that contains with a
// marking all larger ones is ever reached. It does not know which markings are reached.
type Cover struct {
	Complete bool
	Reason   string // why it is not complete
	Pinned   []bool // by place: it never has Omega, since it inhibits a transition or is known to be bounded

	places int
	count  int
	tokens []int64 // limit i is tokens[i·places : (i+1)·places]
}

// Limits ranges over the limits, the initial marking or what it grows to first. Nobody may change the slices.
func (c *Cover) Limits() iter.Seq[petri.Marking] {
	return func(yield func(petri.Marking) bool) {
		for i := range c.count {
			if !yield(c.limit(i)) {
				return
			}
		}
	}
}

func (c *Cover) limit(i int) petri.Marking { return c.tokens[i*c.places : (i+1)*c.places] }

// Bounds returns for each place the most tokens in a limit, Omega if it can hold any number. They are the place's
// bounds in all reachable markings if the cover is complete.
func (c *Cover) Bounds() []int64 {
	bounds := make([]int64, c.places)
	for m := range c.Limits() {
		for p, x := range m {
			bounds[p] = max(bounds[p], x)
		}
	}
	return bounds
}

// Fireable tells for each transition of net whether a limit enables it: then some reachable marking does, and if
// the cover is complete only then.
func (c *Cover) Fireable(net *petri.Net) []bool {
	fireable := make([]bool, len(net.Transitions))
	for m := range c.Limits() {
		for t := range fireable {
			fireable[t] = fireable[t] || net.Enabled(m, t)
		}
	}
	return fireable
}

// Coverability builds the coverability tree of a net [KM69]. flows are semiflows or subflows of it, as many as are
// known; they save comparisons. The tree ends without being complete after the given number of markings (0 means 100
// 000), at 256 MB of them, where finite numbers exceed 64 bits, and when ctx is done. It is finite unless a place that
// inhibits a transition is unbounded.
//
// The successor of a marking by the firing rule is accelerated: where a predecessor in the tree has as many tokens on
// the places that inhibit transitions, and nowhere more, the firings in between can be repeated, so the places on which
// the predecessor has fewer get Omega. A successor that, compared in the same way, has nowhere more than a marking met
// before, anywhere in the tree, is left out, since all that it leads to is covered by what that one leads to. Unlike in
// the minimal coverability tree [Fin93], which loses markings by it [GRV10], nothing is taken out of the tree again.
func Coverability(ctx context.Context, net *petri.Net, flows []Semiflow, markings int) *Cover {
	if markings <= 0 {
		markings = 100_000
	}
	b := newCoverBuilder(newSearch(ctx, net, unpinned(net, flows)))
	b.Reason = b.run(min(markings, maxTokens/max(len(net.Places), 1)))
	b.Complete = b.Reason == ""
	return b.Cover
}

// unpinned lists the places that may get Omega: those that the flows leave unbounded and that inhibit nothing.
func unpinned(net *petri.Net, flows []Semiflow) (places []int) {
	inhibits := make([]bool, len(net.Places))
	for i := range net.Transitions {
		for _, a := range net.Transitions[i].Inhibit {
			inhibits[a.Place] = true
		}
	}
	for _, p := range uncovered(net, flows) {
		if !inhibits[p] {
			places = append(places, p)
		}
	}
	return places
}

// A coverBuilder builds the tree. It expands the markings with the most Omegas first, and among these the oldest: they
// leave most of the others out.
//
// All comparisons ask for equality on the pinned places. Of the places covered by semiflows that is no more than ≤,
// since a weighted sum of their tokens is constant. So markings are only compared if the fingerprints of their pinned
// places are equal.
type coverBuilder struct {
	*search
	*Cover
	nodes   []coverNode      // by marking
	first   map[uint64]int32 // by fingerprint: one of the markings with it
	waiting [][]int32        // by number of Omegas: markings to be expanded, the oldest first
}

// A coverNode is what the tree knows of a marking. Markings are given by their numbers; −1 stands for none.
type coverNode struct {
	parent      int32
	next        int32 // another marking with the same fingerprint
	fingerprint uint64
	expanded    bool
}

func newCoverBuilder(s *search) *coverBuilder {
	b := &coverBuilder{
		search: s, Cover: &Cover{places: len(s.net.Places), Pinned: make([]bool, len(s.net.Places))},
		first: map[uint64]int32{}, waiting: make([][]int32, len(s.free)+1),
	}
	for p := range b.Pinned {
		b.Pinned[p] = true
	}
	for _, p := range s.free {
		b.Pinned[p] = false
	}
	return b
}

// run builds the tree and returns the reason why it is not complete, or "".
func (b *coverBuilder) run(limit int) string {
	m := b.net.Initial()
	if slices.Contains(m, petri.Omega) {
		return "the number of tokens of a place exceeds 64 bits in the initial marking"
	}
	held := watch.Charge(b.ctx)
	defer held.Set(0)
	b.add(m, -1, 0)
	for steps := 0; ; steps++ {
		i, ok := b.take()
		if !ok {
			return ""
		}
		if steps%64 == 0 {
			held.Set(8 * int64(cap(b.tokens)))
			if b.cancelled() {
				return b.giveUp().Reason
			}
		}
		if b.covered(b.limit(int(i)), b.nodes[i].fingerprint, func(n *coverNode) bool { return n.expanded }) {
			continue
		}
		b.nodes[i].expanded = true
		for t := range b.net.Transitions {
			if len(b.effect.row(t)) == 0 || !b.net.Enabled(b.limit(int(i)), t) {
				continue
			}
			copy(m, b.limit(int(i)))
			if !b.fire(m, t) {
				return fmt.Sprintf("the number of tokens of a place exceeds 64 bits after transition %s",
					b.net.Transitions[t].Name)
			}
			fingerprint := b.nodes[i].fingerprint + b.delta[t].pinned
			if b.covered(m, fingerprint, func(*coverNode) bool { return true }) {
				continue
			}
			for b.accelerate(m, i, fingerprint) {
			}
			if b.count >= limit {
				return fmt.Sprintf("the coverability tree has more than %d markings", b.count)
			}
			b.add(m, i, fingerprint)
		}
	}
}

// take returns the next marking to be expanded.
func (b *coverBuilder) take() (i int32, ok bool) {
	for n, list := range slices.Backward(b.waiting) {
		if len(list) > 0 {
			b.waiting[n] = list[1:]
			return list[0], true
		}
	}
	return 0, false
}

// fire fires t, known to be enabled, in m. It reports false if a finite number exceeds 64 bits.
func (b *coverBuilder) fire(m petri.Marking, t int) bool {
	for _, e := range b.effect.row(t) {
		x := m[e.index]
		if x == petri.Omega {
			continue
		}
		if e.value > 0 && x >= petri.Omega-e.value {
			return false
		}
		m[e.index] = x + e.value
	}
	return true
}

// covered reports whether some marking of the tree that counts is at least as large as m.
func (b *coverBuilder) covered(m petri.Marking, fingerprint uint64, counts func(*coverNode) bool) bool {
	i, ok := b.first[fingerprint]
	for ok && i >= 0 {
		n := &b.nodes[i]
		if counts(n) && b.within(m, b.limit(int(i))) {
			return true
		}
		i = n.next
	}
	return false
}

// accelerate gives Omega to the places on which m, a successor of marking i, is larger than a marking on the way to it
// that is nowhere larger than m. It reports whether there was one.
func (b *coverBuilder) accelerate(m petri.Marking, i int32, fingerprint uint64) (changed bool) {
	for ; i >= 0; i = b.nodes[i].parent {
		if b.nodes[i].fingerprint != fingerprint {
			continue
		}
		if a := b.limit(int(i)); b.within(a, m) {
			for p := range m {
				if m[p] > a[p] && m[p] < petri.Omega {
					m[p], changed = petri.Omega, true
				}
			}
		}
	}
	return changed
}

// within reports whether a ≤ m, with equality on the pinned places.
func (b *coverBuilder) within(a, m petri.Marking) bool {
	for p, x := range a {
		if x > m[p] || x < m[p] && b.Pinned[p] {
			return false
		}
	}
	return true
}

// add makes m a marking of the tree.
func (b *coverBuilder) add(m petri.Marking, parent int32, fingerprint uint64) {
	n := int32(b.count)
	b.count++
	b.tokens = append(b.tokens, m...)
	next, ok := b.first[fingerprint]
	if !ok {
		next = -1
	}
	b.first[fingerprint] = n
	b.nodes = append(b.nodes, coverNode{parent: parent, next: next, fingerprint: fingerprint})
	omegas := 0
	for _, x := range m {
		if x == petri.Omega {
			omegas++
		}
	}
	b.waiting[omegas] = append(b.waiting[omegas], n)
}
