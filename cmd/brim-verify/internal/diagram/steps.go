package diagram

import (
	"math"
	"math/big"
	"slices"

	"brim/cmd/brim-verify/internal/net"
)

// This file answers questions about successors and predecessors, without fixed points. A transition touches a few
// levels only. Above them a marking and its successor have the same values, so a walk over pairs of nodes, from one
// diagram for the markings and one for their successors, follows the same values in both; in a pair on the highest
// level of a transition a second recursion follows the values before and after its firing; and below its lowest level
// the values are the same again, and the two nodes are compared as they are.
//
// A set is treated as a diagram of ranks that are all 0. A successor has to have a smaller rank than the marking, where
// delta is added to the rank of the successor: 0 to compare ranks, −1 to ask only whether it is in the set. During the
// recursions delta has the costs on the path to the node of the successor minus those on the path to the marking's.

// A touch is what a transition does with the place on a level. Touch 0 means that no touch is left.
type touch struct {
	level int32
	below int32 // the touch of the transition on the next lower level, or 0
	net.Arc
}

// arrange makes the touches of all transitions.
func (s *Store) arrange() {
	s.touches = make([]touch, 1)
	for _, t := range s.net.Transitions {
		top := int32(0)
		byLevel := func(a, b net.Arc) int { return int(s.levelOf[a.Place] - s.levelOf[b.Place]) }
		for _, a := range slices.SortedFunc(slices.Values(t.Arcs), byLevel) {
			s.touches = append(s.touches, touch{s.levelOf[a.Place], top, a})
			top = int32(len(s.touches) - 1)
		}
		s.tops = append(s.tops, top)
	}
}

// A query is one question: which markings of a first diagram have a step to a second one. The step leads to a marking
// of the second diagram with a smaller rank; or, if outside is set, it does not.
type query struct {
	s       *Store
	outside bool
	back    bool // steps lead to predecessors
	loop    bool // a transition has no arcs, so it leads to the marking itself
	memo    memo

	tops    [][]int32 // the touches on highest levels of transitions, by level
	skipped []int32   // by level: the highest level up to there with a touch of tops that value 0 passes, or 0
	needs   []int32   // by level: each transition with such a touch there needs tokens at this level or above
}

// query prepares a question.
func (s *Store) query(outside, back bool) *query {
	levels := len(s.placeAt)
	q := &query{s, outside, back, false, memo{}, make([][]int32, levels), make([]int32, levels), make([]int32, levels)}
	for _, top := range s.tops {
		level, k := s.touches[top].level, top
		for passed := true; k > 0 && passed; {
			if _, passed = s.touches[k].image(0, q.back); passed {
				k = s.touches[k].below
			}
		}
		q.tops[level], q.loop = append(q.tops[level], top), q.loop || top == 0
		if need := s.touches[k].level; k != top && (q.skipped[level] == 0 || need < q.needs[level]) {
			q.skipped[level], q.needs[level] = level, need
		}
	}
	q.tops[0] = nil
	for l := 1; l < levels; l++ {
		if q.skipped[l] == 0 {
			q.skipped[l] = q.skipped[l-1]
		}
	}
	return q
}

// run returns the markings of a that have such a step to b.
func (q *query) run(a, b Set, delta int64) Set {
	r := q.find(-int32(len(q.s.placeAt)), a, b, delta)
	if q.loop {
		r = q.s.Union(r, q.find(0, a, b, delta))
	}
	return r
}

// next returns the highest level up to limit that two nodes on the given level or below have to be looked at: this
// level or one that they skip, where a transition begins that needs no tokens on other levels that they skip.
func (q *query) next(level, limit int32) int32 {
	for l := q.skipped[limit]; l > level; l = q.skipped[l-1] {
		if q.needs[l] <= level {
			return l
		}
	}
	return level
}

// image returns the value on the level of a touch after a step, or −1 if it exceeds 2^63−1; ok is false if the value
// before does not permit the step.
func (t *touch) image(before int64, back bool) (after int64, ok bool) {
	switch {
	case back && (before < t.Post || before-t.Post > t.Most-t.Pre):
		return 0, false
	case back:
		return before - t.Post + t.Pre, true
	case before < t.Pre || before > t.Most:
		return 0, false
	case before-t.Pre > math.MaxInt64-t.Post:
		return -1, true
	}
	return before - t.Pre + t.Post, true
}

// settle replaces a, b and delta by simpler ones with the same answers where all ranks compare alike.
func (q *query) settle(a, b Set, delta int64) (Set, Set, int64) {
	s := q.s
	switch {
	case b == 0 || delta >= s.nodes[a].most: // no rank in b is smaller than one in a
		return s.Support(a), 0, 0
	case delta+s.nodes[b].most < 0: // all are
		return s.Support(a), s.Support(b), -1
	}
	return a, b, delta
}

// find returns the tuples of a with a step to b. If k is negative, it is by a transition whose highest level is at most
// −1−k; else by one of which touch k and lower ones are left: none if k is 0, and a and b are compared. It takes a
// constant number of steps for each pair of nodes that the same values lead to, or values before and after a firing,
// and each of their arcs.
func (q *query) find(k int32, a, b Set, delta int64) Set {
	s := q.s
	a, b, delta = q.settle(a, b, delta)
	level := max(s.nodes[a].level, s.nodes[b].level)
	if k < 0 {
		level = q.next(level, -1-k)
		k = -1 - level
	}
	for k > 0 && s.touches[k].level > level { // these values are 0
		v, ok := s.touches[k].image(0, q.back)
		if !ok {
			return 0
		}
		if v != 0 {
			a, b, delta = q.settle(a, 0, 0)
			level = s.nodes[a].level
		}
		k = s.touches[k].below
	}
	switch {
	case a == 0 || b == 0 && !q.outside || k == -1:
		return 0
	case k != 0:
	case b == 0:
		return a
	case a == b && (delta < 0) == q.outside:
		return 0
	case a == b:
		return s.Support(a)
	}
	name := key{k, a, b, delta}
	if r, ok := q.memo[name]; ok {
		return r
	}
	s.tick()
	var arcs []Arc
	for _, x := range s.at(a, level) {
		v, ok, below := x.Value, true, k
		if k < 0 {
			below = k + 1
		} else if t := &s.touches[k]; t.level == level {
			v, ok = t.image(v, q.back)
			below = t.below
		}
		if to := s.to(b, level, v); ok {
			arcs = append(arcs, Arc{x.Value, 0, q.find(below, x.Child, to.Child, delta+to.Cost-x.Cost)})
		}
	}
	r := s.node(level, arcs)
	if k < 0 {
		all := s.Support(a)
		for _, t := range q.tops[level] {
			if r != all {
				r = s.Union(r, q.find(t, a, b, delta))
			}
		}
	}
	q.memo[name] = r
	return r
}

// Dead returns the markings of x in which no transition is enabled: those without a successor outside of nothing.
func (s *Store) Dead(x Set) Set { return s.Minus(x, s.Leaving(x, 0)) }

// CountFirings returns, summed over all transitions, the number of markings of x in which the transition is enabled.
func (s *Store) CountFirings(x Set) *big.Int {
	n, q := new(big.Int), s.query(true, false)
	for _, k := range s.tops {
		n.Add(n, s.Count(q.find(k, x, 0, 0)))
	}
	return n
}

// WithoutSuccessor returns the markings of a that have no successor in b.
func (s *Store) WithoutSuccessor(a, b Set) Set {
	return s.Minus(a, s.query(false, false).run(a, b, -1))
}

// Leaving returns the markings of a that have a successor outside of b.
func (s *Store) Leaving(a, b Set) Set { return s.query(true, false).run(a, b, -1) }

// NotFalling returns the markings of x that have no successor of smaller rank in x.
func (s *Store) NotFalling(x Set) Set {
	return s.Minus(s.Support(x), s.query(false, false).run(x, x, 0))
}

// NotAllFalling returns the markings of x that have a successor without a smaller rank in x.
func (s *Store) NotAllFalling(x Set) Set {
	return s.query(true, false).run(x, x, 0)
}

// NotReachedFrom returns the markings of x that have no predecessor of smaller rank in x.
func (s *Store) NotReachedFrom(x Set) Set {
	return s.Minus(s.Support(x), s.query(false, true).run(x, x, 0))
}
