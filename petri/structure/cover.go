package structure

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"brim/petri"
)

// A Cover holds limits of reachable markings: markings in which some places have Omega tokens, that is petri.Omega.
//
// Each limit m is approached: for every number k there is a reachable marking that equals m on the places without Omega and has at
// least k tokens on the others. If the cover is complete, every reachable marking is covered: it has at most as many tokens as
// some m of the cover everywhere, and exactly as many on the places that inhibit a transition.
//
// So a complete cover knows the least upper bound of every sum of places, and whether a set that contains with a marking all
// larger ones is ever reached. It does not know which markings are reached.
type Cover struct {
	Complete bool
	Reason   string // why it is not complete

	places int
	count  int
	tokens []int64 // limit i is tokens[i·places : (i+1)·places]
}

// Len returns the number of limits.
func (c *Cover) Len() int { return c.count }

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

// Coverability builds the coverability tree of a net [KM69]. flows are semiflows or subflows of it, as many as are known; they
// save comparisons. The tree ends without being complete after the given number of markings (0 means 100 000), at 256 MB of
// them, where finite numbers exceed 64 bits, and when ctx is done. It is finite unless a place that inhibits a
// transition is unbounded.
//
// The successor of a marking by the firing rule is accelerated: where a predecessor in the tree has as many tokens on
// the places that inhibit transitions, and nowhere more, the firings in between can be repeated, so the places on which the
// predecessor has fewer get Omega. A successor that, compared in the same way, has nowhere more than a marking met before, anywhere
// in the tree, is left out, since all that it leads to is covered by what that one leads to. Unlike in the minimal coverability tree [Fin93], which loses
// markings by it [GRV10], nothing is taken out of the tree again.
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

// A coverBuilder builds the tree depth-first.
//
// All comparisons ask for equality on the pinned places, those that cannot get Omega. Of the places covered by semiflows that
// is no more than ≤, since a weighted sum of their tokens is constant. So markings are only compared if the
// fingerprints of their pinned places are equal.
type coverBuilder struct {
	*search
	*Cover
	pinned []bool
	first  map[uint64]int32 // by fingerprint: one of the markings with it, by number
	next   []int32          // by marking: another with the same fingerprint, −1 after the last
	onPath []bool           // by marking: it is the one being expanded or a predecessor of it
}

// A coverFrame is a marking on the path from the root, and how far it has been expanded.
type coverFrame struct {
	marking    int32
	transition int32 // the next to fire
	pinned     uint64
}

func newCoverBuilder(s *search) *coverBuilder {
	b := &coverBuilder{search: s, Cover: &Cover{places: len(s.net.Places)}, pinned: make([]bool, len(s.net.Places)), first: map[uint64]int32{}}
	for p := range b.pinned {
		b.pinned[p] = true
	}
	for _, p := range s.free {
		b.pinned[p] = false
	}
	return b
}

// run builds the tree and returns the reason why it is not complete, or "".
func (b *coverBuilder) run(limit int) string {
	m := b.net.Initial()
	if slices.Contains(m, petri.Omega) {
		return "the number of tokens of a place exceeds 64 bits in the initial marking"
	}
	path := []coverFrame{{marking: b.add(m, 0)}}
	for steps := 0; len(path) > 0; steps++ {
		if steps%4096 == 0 && b.cancelled() {
			return b.giveUp().Reason
		}
		at := &path[len(path)-1]
		t := int(at.transition)
		if t == len(b.net.Transitions) {
			b.onPath[at.marking] = false
			path = path[:len(path)-1]
			continue
		}
		at.transition++
		if len(b.effect.row(t)) == 0 || !b.net.Enabled(b.limit(int(at.marking)), t) {
			continue
		}
		copy(m, b.limit(int(at.marking)))
		if !b.fire(m, t) {
			return fmt.Sprintf("the number of tokens of a place exceeds 64 bits after transition %s", b.net.Transitions[t].Name)
		}
		pinned := at.pinned + b.delta[t].pinned
		if b.covered(m, pinned) {
			continue
		}
		for b.accelerate(m, pinned) {
		}
		if b.count >= limit {
			return fmt.Sprintf("the coverability tree has more than %d markings", b.count)
		}
		path = append(path, coverFrame{marking: b.add(m, pinned), pinned: pinned})
	}
	return ""
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

// covered tells whether some marking of the tree is at least as large as m.
func (b *coverBuilder) covered(m petri.Marking, pinned uint64) bool {
	for i := range b.alike(pinned) {
		if b.within(m, b.limit(int(i))) {
			return true
		}
	}
	return false
}

// accelerate gives Omega to the places on which m is larger than a marking on the path that is nowhere larger than m. It tells
// whether there was one.
func (b *coverBuilder) accelerate(m petri.Marking, pinned uint64) (changed bool) {
	for i := range b.alike(pinned) {
		if a := b.limit(int(i)); b.onPath[i] && b.within(a, m) {
			for p := range m {
				if m[p] > a[p] && m[p] < petri.Omega {
					m[p], changed = petri.Omega, true
				}
			}
		}
	}
	return changed
}

// within tells whether a ≤ m, with equality on the pinned places.
func (b *coverBuilder) within(a, m petri.Marking) bool {
	for p, x := range a {
		if x > m[p] || x < m[p] && b.pinned[p] {
			return false
		}
	}
	return true
}

// alike yields the markings of the tree with a fingerprint.
func (b *coverBuilder) alike(pinned uint64) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		i, ok := b.first[pinned]
		for ; ok && i >= 0; i = b.next[i] {
			if !yield(i) {
				return
			}
		}
	}
}

// add makes m a marking of the tree, on the path.
func (b *coverBuilder) add(m petri.Marking, pinned uint64) int32 {
	n := int32(b.count)
	b.count++
	b.tokens = append(b.tokens, m...)
	last, ok := b.first[pinned]
	if !ok {
		last = -1
	}
	b.first[pinned] = n
	b.next = append(b.next, last)
	b.onPath = append(b.onPath, true)
	return n
}
