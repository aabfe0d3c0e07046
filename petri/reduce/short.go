package reduce

import (
	"brim/internal/checked"
	"brim/petri"
)

// neverShort is P2: after a transition that lowers p at least its output weight is left, so p never holds less than
// low = min(m0(p), least output weight of those that lower it). Arcs that ask for no more than that ask for nothing. A
// place that is never short for any transition is dropped, where its tokens need not be counted.
func (s *state) neverShort() {
	for p := range s.initial {
		if s.gone[p] || len(s.out[p]) == 0 || s.stopped(p) {
			continue
		}
		low := s.initial[p]
		most := int64(0)
		for _, i := range s.out[p] {
			t := &s.transitions[i]
			w := weight(t.pre, p)
			most = max(most, w)
			if post := weight(t.post, p); post < w {
				low = min(low, post)
			}
		}
		if low == 0 {
			continue
		}
		if most <= low && s.free(p) && s.options.Class != Count {
			s.dropPlace(NeverShort, p)
			s.hit(NeverShort)
			continue
		}
		for _, i := range s.out[p] {
			t := &s.transitions[i]
			w, post := weight(t.pre, p), weight(t.post, p)
			if w <= low && post >= w {
				t.pre, t.post = at(t.pre, p, 0), at(t.post, p, post-w)
				s.hit(NeverShort)
			}
		}
	}
	s.clean()
}

// scaled is P7: with a common divisor g of all weights at p the remainder of its tokens never matters.
func (s *state) scaled() {
	for p := range s.initial {
		if s.gone[p] || s.observed[p] || s.stopped(p) || s.options.Goal != nil && s.options.Goal.Place == p {
			continue
		}
		g := int64(0)
		for k, list := range [3][]int32{s.in[p], s.out[p], s.inhibit[p]} {
			for _, i := range list {
				if g == 1 {
					break
				}
				t := &s.transitions[i]
				g = checked.GCD(g, weight([3][]petri.Arc{t.post, t.pre, t.inhibit}[k], p))
			}
		}
		if g < 2 {
			continue
		}
		for k, list := range [3][]int32{s.in[p], s.out[p], s.inhibit[p]} {
			for _, i := range list {
				t := &s.transitions[i]
				arcs := [3]*[]petri.Arc{&t.post, &t.pre, &t.inhibit}[k]
				*arcs = at(*arcs, p, weight(*arcs, p)/g)
			}
		}
		s.note(Equation{Kind: Scale, Place: p, Base: p, Num: g, Const: s.initial[p] % g, Den: 1})
		s.initial[p] /= g
		s.hit(Scaled)
	}
	s.clean()
}
