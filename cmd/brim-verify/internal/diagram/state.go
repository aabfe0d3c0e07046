package diagram

import (
	"math"
	"math/bits"

	"brim/cmd/brim-verify/internal/formula"
)

// This file has the markings of a set that satisfy a state formula.

// Satisfying returns the markings of x that satisfy f, which has no path operators.
func (s *Store) Satisfying(x Set, f *formula.Formula) Set {
	if x == 0 {
		return 0
	}
	switch f.Op {
	case formula.True:
		return x
	case formula.False:
		return 0
	case formula.AtMost:
		if single(f) {
			return s.inBox(x, s.box([]*formula.Formula{f}, false))
		}
		return s.atMost(x, f)
	case formula.Enabled:
		return s.WithEnabled(x, f.Transitions)
	case formula.NotEnabled:
		return s.Minus(x, s.WithEnabled(x, f.Transitions))
	case formula.Deadlock:
		return s.Dead(x)
	case formula.Alive:
		return s.WithEnabled(x, nil)
	}
	// Comparisons of single places are taken together: a conjunction says that the marking is in a box, and a disjunction
	// that it is not in the box of the negated comparisons.
	var singles, others []*formula.Formula
	for _, a := range f.Args {
		if single(a) {
			singles = append(singles, a)
		} else {
			others = append(others, a)
		}
	}
	switch f.Op {
	case formula.And:
		if singles != nil {
			x = s.inBox(x, s.box(singles, false))
		}
		for _, a := range others {
			x = s.Satisfying(x, a)
		}
		return x
	case formula.Or:
		r, rest := Set(0), x
		if singles != nil {
			rest = s.inBox(x, s.box(singles, true))
			r = s.Minus(x, rest)
		}
		for _, a := range others {
			r = s.Union(r, s.Satisfying(rest, a))
		}
		return r
	}
	panic("a state formula has no path operators")
}

// single reports whether f compares one place with a number. Its weight is 1 or −1.
func single(f *formula.Formula) bool {
	return f.Op == formula.AtMost && len(f.Terms) == 1 && (f.Terms[0].Weight == 1 || f.Terms[0].Weight == -1)
}

// A box has the values that are permitted on some levels.
type box struct {
	levels map[int32]interval
	lowest int32
}

type interval struct{ least, largest int64 }

// box returns the values that satisfy comparisons with one term each, or their negations.
func (s *Store) box(comparisons []*formula.Formula, negated bool) box {
	b := box{map[int32]interval{}, math.MaxInt32}
	for _, f := range comparisons {
		level := s.levelOf[f.Terms[0].Place]
		i, ok := b.levels[level]
		if !ok {
			i = interval{0, math.MaxInt64}
		}
		// This is p ≤ bound or p ≥ −bound.
		switch up := f.Terms[0].Weight > 0; {
		case up && !negated:
			i.largest = min(i.largest, f.Bound)
		case up && f.Bound == math.MaxInt64:
			i.largest = -1
		case up:
			i.least = max(i.least, f.Bound+1)
		case f.Bound == math.MinInt64:
			if !negated {
				i.largest = -1
			}
		case !negated:
			i.least = max(i.least, -f.Bound)
		default:
			i.largest = min(i.largest, -f.Bound-1)
		}
		b.levels[level] = i
		b.lowest = min(b.lowest, level)
	}
	return b
}

// inBox returns the markings of x in a box. It takes time linear in the nodes and arcs above the lowest level of the box,
// and the skipped levels.
func (s *Store) inBox(x Set, b box) Set {
	top := int32(len(s.placeAt) - 1)
	notZero := make([]int32, top+1) // by level: the highest level up to there at which value 0 is not permitted, or 0
	for l := int32(1); l <= top; l++ {
		notZero[l] = notZero[l-1]
		if i, ok := b.levels[l]; ok && (i.least > 0 || i.largest < 0) {
			notZero[l] = l
		}
	}
	found := map[Set]Set{}
	var in func(x Set, limit int32) Set
	in = func(x Set, limit int32) Set {
		level := s.level(x)
		if notZero[limit] > level {
			return 0
		}
		if level < b.lowest {
			return x
		}
		if r, ok := found[x]; ok {
			return r
		}
		s.check()
		i, ok := b.levels[level]
		mark := len(s.scratch)
		for _, a := range s.nodes[x].arcs {
			if !ok || i.least <= a.value && a.value <= i.largest {
				s.push(a.value, in(a.child, level-1))
			}
		}
		r := s.complete(level, mark)
		found[x] = r
		return r
	}
	return in(x, top)
}

// atMost returns the markings of x that satisfy a comparison. It takes a step for each arc of each node and each bound
// that is left there, unless the least or largest sum below decides.
func (s *Store) atMost(x Set, f *formula.Formula) Set {
	weights := map[int32]int64{}
	total := uint64(0)
	for _, t := range f.Terms {
		l := s.levelOf[t.Place]
		weights[l] = t.Weight
		w := uint64(t.Weight)
		if t.Weight < 0 {
			w = -w
		}
		high, low := bits.Mul64(w, uint64(s.largest[l]))
		if total += low; high != 0 || low > math.MaxInt64/2 || total > math.MaxInt64/2 {
			panic(&LimitError{"a sum of tokens may exceed 2^62"})
		}
	}
	if f.Bound >= int64(total) {
		return x
	}
	if f.Bound < -int64(total) {
		return 0
	}
	sums := map[Set]interval{1: {}}
	var sum func(x Set) interval
	sum = func(x Set) interval {
		if i, ok := sums[x]; ok {
			return i
		}
		s.check()
		n := &s.nodes[x]
		w, i := weights[n.level], interval{math.MaxInt64, math.MinInt64}
		for _, a := range n.arcs {
			c := sum(a.child)
			i.least, i.largest = min(i.least, w*a.value+c.least), max(i.largest, w*a.value+c.largest)
		}
		sums[x] = i
		return i
	}
	var found memo
	var within func(x Set, bound int64) Set
	within = func(x Set, bound int64) Set {
		if i := sum(x); i.largest <= bound {
			return x
		} else if i.least > bound {
			return 0
		}
		if r, ok := found.get(0, x, 0, bound); ok {
			return r
		}
		level, mark := s.nodes[x].level, len(s.scratch)
		w := weights[level]
		for _, a := range s.nodes[x].arcs {
			s.push(a.value, within(a.child, bound-w*a.value))
		}
		r := s.complete(level, mark)
		s.put(&found, 0, x, 0, bound, r)
		return r
	}
	return within(x, f.Bound)
}
