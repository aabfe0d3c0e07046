package diagram

import (
	"math"
	"sort"

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

// everything is a set of successors that contains all markings.
const everything Set = -1

// A touch is what a transition does with the place on a level.
type touch struct {
	level     int32
	below     int32 // the touch of the transition on the next lower level, or −1
	pre, post int64
	inhibit   int64 // 0 for none
}

// arrange makes the touches of all transitions.
func (s *Store) arrange() {
	at := make([]int32, len(s.placeAt)) // the touch of the transition on each level, plus 1
	for t := range s.net.Transitions {
		tr := &s.net.Transitions[t]
		first := len(s.touches)
		get := func(a net.Arc) *touch {
			l := s.levelOf[a.Place]
			if int(at[l]) <= first {
				s.touches = append(s.touches, touch{level: l})
				at[l] = int32(len(s.touches))
			}
			return &s.touches[at[l]-1]
		}
		for _, a := range tr.Pre {
			get(a).pre = a.Weight
		}
		for _, a := range tr.Post {
			get(a).post = a.Weight
		}
		for _, a := range tr.Inhibit {
			get(a).inhibit = a.Weight
		}
		list := s.touches[first:]
		sort.Slice(list, func(i, j int) bool { return list[i].level < list[j].level })
		below := int32(-1)
		for i := range list {
			list[i].below, below = below, int32(first+i)
		}
		s.tops = append(s.tops, below)
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

// query prepares a question about the transitions ts, or all if ts is nil, with a second diagram b.
func (s *Store) query(ts []int, b Set, outside, back bool) *query {
	q := &query{s: s, outside: outside, back: back}
	levels := len(s.placeAt)
	q.tops, q.skipped, q.needs = make([][]int32, levels), make([]int32, levels), make([]int32, levels)
	add := func(k int32) {
		if k < 0 {
			q.loop = true
			return
		}
		level := s.touches[k].level
		q.tops[level] = append(q.tops[level], k)
		// A node that skips the level has no successor in another node that skips it if tokens come there.
		if v, ok := q.image(k, 0); ok && (v == 0 || outside || b == everything) {
			for k >= 0 && ok {
				if _, ok = q.image(k, 0); ok {
					k = s.touches[k].below
				}
			}
			need := int32(0)
			if k >= 0 {
				need = s.touches[k].level
			}
			if q.skipped[level] == 0 || need < q.needs[level] {
				q.skipped[level], q.needs[level] = level, need
			}
		}
	}
	if ts == nil {
		for _, k := range s.tops {
			add(k)
		}
	}
	for _, t := range ts {
		add(s.tops[t])
	}
	for l := 1; l < len(q.skipped); l++ {
		if q.skipped[l] == 0 {
			q.skipped[l] = q.skipped[l-1]
		}
	}
	return q
}

// run returns the markings of a that have such a step to b.
func (q *query) run(a, b Set, delta int64) Set {
	r := q.pairs(a, b, delta, int32(len(q.s.placeAt)-1))
	if q.loop {
		r = q.s.Union(r, q.step(-1, a, b, delta))
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

// image returns the value on the level of touch k after a step, or −1 if it exceeds 2^63−1; ok is false if the value
// before does not permit the step.
func (q *query) image(k int32, before int64) (after int64, ok bool) {
	t := &q.s.touches[k]
	if q.back {
		if before < t.post || before-t.post > math.MaxInt64-t.pre {
			return 0, false
		}
		after = before - t.post + t.pre
		return after, t.inhibit == 0 || after < t.inhibit
	}
	if before < t.pre || t.inhibit != 0 && before >= t.inhibit {
		return 0, false
	}
	if before-t.pre > math.MaxInt64-t.post {
		return -1, true
	}
	return before - t.pre + t.post, true
}

// settle replaces a, b and delta by simpler ones with the same answers where all ranks compare alike.
func (q *query) settle(a, b Set, delta int64) (Set, Set, int64) {
	s := q.s
	switch {
	case b == everything:
		return s.support(a), b, 0
	case b == 0 || delta >= s.most(a): // no rank in b is smaller than one in a
		return s.support(a), 0, 0
	case delta+s.most(b) < 0: // all are
		return s.support(a), s.support(b), -1
	}
	return a, b, delta
}

// pairs returns the tuples of a with a step by a transition whose highest level is at most limit. It takes a constant
// number of steps for each pair of nodes that the same values lead to, beside the recursion of step.
func (q *query) pairs(a, b Set, delta int64, limit int32) Set {
	s := q.s
	a, b, delta = q.settle(a, b, delta)
	level := q.next(max(s.level(a), s.level(b)), limit)
	if a == 0 || b == 0 && !q.outside || level == 0 {
		return 0
	}
	code := -1 - level
	if r, ok := q.memo.get(code, a, b, delta); ok {
		return r
	}
	mark := len(s.scratch)
	var oneA, oneB [1]arc
	y := s.at(b, level, &oneB)
	for _, x := range s.at(a, level, &oneA) {
		var to arc
		to, y = q.follow(b, y, x.value)
		s.push(x.value, q.pairs(x.child, to.child, delta+to.cost-x.cost, level-1))
	}
	r, all := s.complete(level, mark), s.support(a)
	for _, k := range q.tops[level] {
		if r == all {
			break
		}
		r = s.Union(r, q.step(k, a, b, delta))
	}
	s.put(&q.memo, code, a, b, delta, r)
	return r
}

// step returns the tuples of a with a step by the transition of touch k, as far as it concerns this touch and lower
// ones; none of them if k is −1. It takes a constant number of steps for each pair of nodes that values before and
// after the firing lead to, and each of their arcs.
func (q *query) step(k int32, a, b Set, delta int64) Set {
	s := q.s
	a, b, delta = q.settle(a, b, delta)
	for k >= 0 && s.touches[k].level > max(s.level(a), s.level(b)) {
		v, ok := q.image(k, 0)
		if !ok {
			return 0
		}
		if v != 0 && b != everything {
			a, b, delta = q.settle(a, 0, 0)
		}
		k = s.touches[k].below
	}
	switch {
	case a == 0 || b == 0 && !q.outside:
		return 0
	case k >= 0:
	case b <= 0:
		return a
	case delta == -1 && s.most(a) == 0 && s.most(b) == 0 && q.outside:
		return s.Minus(a, b)
	case delta == -1 && s.most(a) == 0 && s.most(b) == 0:
		return s.Intersect(a, b)
	case a == b && (delta < 0) == q.outside:
		return 0
	case a == b:
		return s.support(a)
	}
	if r, ok := q.memo.get(k, a, b, delta); ok {
		return r
	}
	level, below, mark := max(s.level(a), s.level(b)), k, len(s.scratch)
	touched := k >= 0 && s.touches[k].level == level
	if touched {
		below = s.touches[k].below
	}
	var oneA, oneB [1]arc
	y := s.at(b, level, &oneB)
	for _, x := range s.at(a, level, &oneA) {
		v, ok := x.value, true
		if touched {
			v, ok = q.image(k, x.value)
		}
		if ok {
			var to arc
			to, y = q.follow(b, y, v)
			s.push(x.value, q.step(below, x.child, to.child, delta+to.cost-x.cost))
		}
	}
	r := s.complete(level, mark)
	s.put(&q.memo, k, a, b, delta, r)
	return r
}

// follow returns the arc of b with value v, among the arcs y, or one to the empty set; and the arcs from v on.
func (q *query) follow(b Set, y []arc, v int64) (arc, []arc) {
	if b == everything {
		return arc{child: everything}, nil
	}
	for len(y) > 0 && y[0].value < v {
		y = y[1:]
	}
	if len(y) > 0 && y[0].value == v {
		return y[0], y
	}
	return arc{}, y
}

// WithEnabled returns the markings of x in which one of the transitions ts is enabled, or any at all if ts is nil.
func (s *Store) WithEnabled(x Set, ts []int) Set {
	return s.query(ts, everything, false, false).run(x, everything, 0)
}

// Dead returns the markings of x in which no transition is enabled.
func (s *Store) Dead(x Set) Set {
	return s.Minus(x, s.WithEnabled(x, nil))
}

// WithoutSuccessor returns the markings of a that have no successor in b.
func (s *Store) WithoutSuccessor(a, b Set) Set {
	return s.Minus(a, s.query(nil, b, false, false).run(a, b, -1))
}

// Leaving returns the markings of a that have a successor outside of b.
func (s *Store) Leaving(a, b Set) Set { return s.query(nil, b, true, false).run(a, b, -1) }

// NotFalling returns the markings of r that have no successor of smaller rank in r.
func (s *Store) NotFalling(r Rank) Set {
	x := Set(r.Node)
	return s.Minus(s.support(x), s.query(nil, x, false, false).run(x, x, 0))
}

// NotAllFalling returns the markings of r that have a successor without a smaller rank in r.
func (s *Store) NotAllFalling(r Rank) Set {
	x := Set(r.Node)
	return s.query(nil, x, true, false).run(x, x, 0)
}

// NotReachedFrom returns the markings of r that have no predecessor of smaller rank in r.
func (s *Store) NotReachedFrom(r Rank) Set {
	x := Set(r.Node)
	return s.Minus(s.support(x), s.query(nil, x, false, true).run(x, x, 0))
}
