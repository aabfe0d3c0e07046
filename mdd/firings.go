package mdd

import (
	"math/big"
	"runtime"
)

// CountEnabled returns the number of pairs of a tuple of s and an event that is enabled in it: the arcs of the state graph
// if s is closed under r and every event is a partial function. Equal events count each, and so does an event that leads
// back to the same tuple. An event with several successors in a tuple counts once there.
//
// With n a node of level k and i a local value, the pairs are F(n) = Σᵢ F(nᵢ) + Σ over events e with top(e) = k, enabled at i,
// of the tuples of nᵢ in which the rest of e's chain is enabled. So the cost is that of Count and, for each event, of the
// nodes of s between its top and bottom level.
func (r *Relation) CountEnabled(s Set) *big.Int {
	r.check("CountEnabled", s)
	total := new(big.Int)
	if s.IsEmpty() {
		return total
	}
	repeats := map[rel]int{}
	for _, e := range r.events {
		repeats[e]++
	}
	if same := repeats[identity]; same > 0 {
		total.Mul(s.Count(), big.NewInt(int64(same)))
	}
	for _, times := range distinctRepeats(r.events, repeats) {
		byTop := make([][]rel, len(r.byTop))
		for k := 1; k < len(byTop); k++ {
			for _, e := range r.byTop[k] {
				if repeats[e] == times {
					byTop[k] = append(byTop[k], e)
				}
			}
		}
		pairs := countPairs(newGuards(r.f, byTop), s.node())
		total.Add(total, pairs.Mul(pairs, big.NewInt(int64(times))))
	}
	runtime.KeepAlive(s)
	return total
}

// distinctRepeats lists how often events occur, each number once, in the order of the events.
func distinctRepeats(events []rel, repeats map[rel]int) []int {
	var list []int
	seen := map[int]bool{}
	for _, e := range events {
		if times := repeats[e]; e != identity && !seen[times] {
			seen[times] = true
			list = append(list, times)
		}
	}
	return list
}

// A pairCounter writes down the sums for CountEnabled. What a sum counts at a node is named
// by a relation node for the tuples in which it is enabled, the identity among them, and by
// pairsUpTo + k for the pairs with events of levels up to k.
type pairCounter struct {
	*counter
	g *guards
}

const pairsUpTo = 1 << 31

// countPairs returns the number of pairs of a tuple of n, which is not empty, and an event.
func countPairs(g *guards, n node) *big.Int {
	s := g.f.s
	mark := s.Mark() // above it: nodes made underway
	c := pairCounter{newCounter(g.f), g}
	top := max(s.Level(n), g.wake[g.f.levels])
	if top == 0 {
		return new(big.Int)
	}
	root := c.want(n, pairsUpTo+uint32(top), top)
	c.run(func(n node, what uint32) {
		switch {
		case what == identity:
			c.addChildren(n)
		case what < pairsUpTo:
			c.addEnabled(n, what)
		default:
			c.addPairs(n, int(what-pairsUpTo))
		}
	})
	s.Release(mark)
	return c.value(root)
}

// addPairs adds the terms of the pairs at n, a set over levels 1…k, with events of levels up to k.
func (c *pairCounter) addPairs(n node, k int) {
	s := c.f.s
	if s.Level(n) < k {
		c.addPairsAt(n, k, 0)
		return
	}
	first := s.First(n)
	for i, child := range s.Arcs(n) {
		if child != empty {
			c.addPairsAt(child, k, first+i)
		}
	}
}

// addPairsAt adds the terms for the child at local value v of level k.
func (c *pairCounter) addPairsAt(child node, k, v int) {
	if top := max(c.f.s.Level(child), c.g.wake[k-1]); top > 0 {
		c.add(c.want(child, pairsUpTo+uint32(top), top))
	}
	for _, g := range c.g.at(k, v) {
		c.addGate(g, child)
	}
}

// addEnabled adds the terms of the tuples of n in which e is enabled; n's level is at least e's.
func (c *pairCounter) addEnabled(n node, e rel) {
	s := c.f.s
	first, arcs := s.First(n), s.Arcs(n)
	if s.Level(n) > c.f.rel.level(e) {
		for _, child := range arcs {
			if child != empty {
				c.addGate(gate{next: e}, child)
			}
		}
		return
	}
	for i, child := range arcs {
		if child == empty {
			continue
		}
		if g, ok := c.f.rel.gate(e, first+i); ok {
			c.addGate(g, child)
		}
	}
}

// addGate adds the number of tuples of n, which is not empty, in which one of the gate's chains is enabled.
func (c *pairCounter) addGate(g gate, n node) {
	for {
		if len(g.others) > 0 {
			// Several chains can be enabled in one tuple, so their numbers must not be added.
			if n = c.f.enabledBelow(g, n); n == empty {
				return
			}
			c.f.s.Push(n) // it stays until all is counted
			g = gate{next: identity}
		}
		if g.next == identity {
			c.add(c.tuples(n))
			return
		}
		if k := c.f.s.Level(n); k >= c.f.rel.level(g.next) {
			c.add(c.want(n, g.next, k))
			return
		}
		var ok bool
		if g, ok = c.f.rel.gate(g.next, 0); !ok { // skipped: the value is 0
			return
		}
	}
}
