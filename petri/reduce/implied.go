package reduce

import (
	"slices"

	"brim/internal/checked"
)

// This file has rule P3, which drops places that one other place implies.

// mostBases is how many places P3 compares one with.
const mostBases = 32

// implied is P3: with k = num/den the difference m(p) − k·m(q) is never negative and never falls, and whoever asks for
// p asks q for at least as much by that measure: so p is never the one that is missing. Where the difference is always
// the same, p is a function of q, and may have c more to give. One place is dropped after the other, so no two can
// justify each other.
func (s *state) implied() {
	bases := make([]int, 0, mostBases)
	for p := range s.initial {
		if s.gone[p] || !s.free(p) || s.stopped(p) || len(s.in[p])+len(s.out[p]) == 0 {
			continue
		}
		bases = bases[:0]
		base := func(q int) {
			if q != p && !s.gone[q] && len(bases) < mostBases && !slices.Contains(bases, q) {
				bases = append(bases, q)
			}
		}
		if t := s.fewest(p, s.out[p], func(t *transition) int { return len(t.pre) }); t != nil {
			for _, a := range t.pre {
				base(a.Place)
			}
		}
		if t := s.fewest(p, s.in[p], func(t *transition) int { return len(t.post) }); t != nil &&
			s.options.Class == Count {
			for _, a := range t.post {
				base(a.Place)
			}
		}
		for _, q := range bases {
			if s.implies(q, p) {
				s.dropPlace(Implied, p)
				s.hit(Implied)
				break
			}
		}
	}
	s.clean()
}

// fewest returns the transition of a list with the least size, nil if there is none.
func (s *state) fewest(_ int, list []int32, size func(*transition) int) (best *transition) {
	for _, i := range list {
		if t := &s.transitions[i]; best == nil || size(t) < size(best) {
			best = t
		}
	}
	return best
}

// implies reports whether q implies p, and notes the equation if p is a function of q.
func (s *state) implies(q, p int) bool {
	num, den := int64(0), int64(1)
	// k is the ratio of what is asked for, or for an exact function that of an effect.
	for _, i := range s.out[p] {
		t := &s.transitions[i]
		a, b := weight(t.pre, p), weight(t.pre, q)
		if b == 0 {
			return s.function(q, p)
		}
		if x, y, ok := cross(a, b, num, den); !ok {
			return false
		} else if x > y {
			num, den = a, b
		}
	}
	if len(s.out[p]) == 0 {
		return s.function(q, p)
	}
	if s.options.Class == Count {
		return s.function(q, p)
	}
	// m0(p) ≥ k·m0(q) and Δt(p) ≥ k·Δt(q) for all t
	if x, y, ok := cross(s.initial[p], 1, num, den); !ok {
		return false
	} else if z, fits := checked.Mul(y, s.initial[q]); !fits || x < z {
		return s.function(q, p)
	}
	for _, list := range [4][]int32{s.in[p], s.out[p], s.in[q], s.out[q]} {
		for _, i := range list {
			t := &s.transitions[i]
			if !atLeast(t.delta(p), t.delta(q), num, den) {
				return s.function(q, p)
			}
		}
	}
	return true
}

// function reports whether m(p) = k·m(q) + c in all reachable markings, so that no transition lacks p where it has what
// it asks of q, and notes the equation.
func (s *state) function(q, p int) bool {
	num, den := int64(0), int64(0)
	for _, list := range [4][]int32{s.in[p], s.out[p], s.in[q], s.out[q]} {
		for _, i := range list {
			t := &s.transitions[i]
			dp, dq := t.delta(p), t.delta(q)
			switch {
			case dp == 0 && dq == 0:
			case dp == 0 || dq == 0 || (dp < 0) != (dq < 0):
				return false
			case den == 0:
				g := checked.GCD(abs(dp), abs(dq))
				num, den = abs(dp)/g, abs(dq)/g
			case dp/num*num != dp || dq/den*den != dq || dp/num != dq/den:
				return false
			}
		}
	}
	if den == 0 {
		return false // both are constant
	}
	a, fits := checked.Mul(num, s.initial[q])
	b, ok := checked.Mul(den, s.initial[p])
	if !fits || !ok {
		return false
	}
	c := b - a // den·m(p) = num·m(q) + c
	for _, i := range s.out[p] {
		t := &s.transitions[i]
		asked, ok := checked.Mul(den, weight(t.pre, p))
		given, fits := checked.Mul(num, weight(t.pre, q))
		if !ok || !fits || asked > 0 && asked-given > c {
			return false
		}
	}
	s.note(Equation{Kind: Function, Place: p, Base: q, Num: num, Const: c, Den: den})
	return true
}

// cross returns a·d and c·b, to compare a/b with c/d.
func cross(a, b, c, d int64) (x, y int64, ok bool) {
	x, fits := checked.Mul(a, d)
	y, ok = checked.Mul(c, b)
	return x, y, ok && fits
}

// atLeast reports whether dp ≥ (num/den)·dq.
func atLeast(dp, dq, num, den int64) bool {
	x, fits := checked.Mul(abs(dp), den)
	y, ok := checked.Mul(abs(dq), num)
	if !fits || !ok {
		return false
	}
	if dp < 0 {
		x = -x
	}
	if dq < 0 {
		y = -y
	}
	return x >= y
}

func abs(a int64) int64 { return max(a, -a) }
