package reduce

import "brim/internal/checked"

// This file has rules that drop transitions which others replace or which come too late.

// mostTried is how many transitions T5 tries as the first of two.
const mostTried = 100

// composed is T5: t is not needed if a and then b, or a several times, can fire wherever t does and lead to the same
// marking. The second is found by hashing effects. Transitions with inhibitor arcs replace none.
func (s *state) composed() {
	key := map[string]int{}
	groups := s.byEffect(key)
	for i := range s.transitions {
		if s.stopped(i) {
			break
		}
		t := &s.transitions[i]
		if t.dead || len(t.pre) == 0 {
			continue
		}
		if s.isComposed(i, t, key, groups) {
			s.dropTransition(Composed, i)
			s.hit(Composed)
		}
	}
	s.clean()
}

// isComposed reports whether t, transition i, is not needed because of two others. It tries as the first one each
// transition that asks for no more than t, and looks for the second one by the effect that is missing. It gives up
// after mostTried first ones.
func (s *state) isComposed(i int, t *transition, key map[string]int, groups [][]int) bool {
	tried := 0
	var b []byte
	for _, arc := range t.pre {
		for _, u := range s.out[arc.Place] {
			a := &s.transitions[u]
			if int(u) == i || a.dead || a.pre[0].Place != arc.Place || len(a.inhibit) > 0 || !covers(t.pre, a.pre) {
				continue // each is tried at its first input
			}
			if tried++; tried > mostTried {
				return false
			}
			if s.repeats(t, a) {
				return true
			}
			b = b[:0]
			for p, d := range difference(t, a) {
				b = appendWeight(b, p, d)
			}
			if g, ok := key[string(b)]; ok {
				for _, v := range groups[g][:min(len(groups[g]), mostCompared)] {
					second := &s.transitions[v]
					if v != i && !second.dead && len(second.inhibit) == 0 && follows(t, a, second) {
						return true
					}
				}
			}
		}
	}
	return false
}

// repeats reports whether a fired two times or more is t.
func (s *state) repeats(t, a *transition) bool {
	k := int64(0)
	for p, d := range a.effect {
		dt := t.delta(p)
		if k == 0 {
			k = dt / d
		}
		if k < 2 || dt%d != 0 || dt/d != k {
			return false
		}
	}
	if k < 2 {
		return false
	}
	for p := range t.effect {
		if a.delta(p) == 0 {
			return false
		}
	}
	for _, arc := range a.pre {
		more, ok := checked.Mul(k-1, max(0, -a.delta(arc.Place)))
		if ok {
			more, ok = checked.Add(more, arc.Weight)
		}
		if !ok || weight(t.pre, arc.Place) < more {
			return false
		}
	}
	return true
}

// difference yields the effect of t less that of a.
func difference(t, a *transition) func(yield func(int, int64) bool) {
	merged, ok := sum(t.post, 1, a.pre, -1)
	taken, fits := sum(t.pre, 1, a.post, -1)
	if !ok || !fits {
		return func(func(int, int64) bool) {}
	}
	return (&transition{pre: taken, post: merged}).effect
}

// follows reports whether b can fire after a, where t was enabled and a fired.
func follows(t, a, b *transition) bool {
	for _, arc := range b.pre {
		have := weight(t.pre, arc.Place) - weight(a.pre, arc.Place)
		have, ok := checked.Add(have, weight(a.post, arc.Place))
		if ok && have < arc.Weight {
			return false
		}
	}
	return true
}

// pastGoal is T7: where only the first marking with a given number of tokens on a place counts, what needs that many is
// too late.
func (s *state) pastGoal() {
	g := s.options.Goal
	for _, i := range s.out[g.Place] {
		if weight(s.transitions[i].pre, g.Place) >= g.AtLeast {
			s.dropTransition(PastGoal, int(i))
			s.hit(PastGoal)
		}
	}
	s.clean()
}

// sources is T6: a transition that is always enabled keeps the net from being dead.
func (s *state) sources() {
	for i := range s.transitions {
		if t := &s.transitions[i]; !t.dead && len(t.pre) == 0 && len(t.inhibit) == 0 {
			s.neverEnd = true
			s.hits[Source].Times++
			return
		}
	}
}
