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
		return s.atMost(x, f)
	case formula.Enabled:
		return s.WithEnabled(x, f.Transitions)
	case formula.NotEnabled:
		return s.Minus(x, s.WithEnabled(x, f.Transitions))
	case formula.Deadlock:
		return s.Dead(x)
	case formula.Alive:
		return s.WithEnabled(x, nil)
	case formula.And:
		for _, a := range f.Args {
			x = s.Satisfying(x, a)
		}
		return x
	case formula.Or:
		r := Set(0)
		for _, a := range f.Args {
			r = s.Union(r, s.Satisfying(x, a))
		}
		return r
	}
	panic("a state formula has no path operators")
}

// atMost returns the markings of x that satisfy a comparison. It takes a step for each arc of each node and each bound
// that is left there, unless the least or largest sum below decides.
func (s *Store) atMost(x Set, f *formula.Formula) Set {
	weights, lowest := make(map[int32]int64, len(f.Terms)), int32(math.MaxInt32)
	total := uint64(0)
	for _, t := range f.Terms {
		l := s.levelOf[t.Place]
		weights[l], lowest = weights[l]+t.Weight, min(lowest, l)
		w := uint64(t.Weight)
		if t.Weight < 0 {
			w = -w
		}
		high, low := bits.Mul64(w, uint64(s.largest[l]))
		if total += low; high != 0 || low > math.MaxInt64/2 || total > math.MaxInt64/2 {
			panic(Limit("a sum of tokens may exceed 2^62"))
		}
	}
	if f.Bound >= int64(total) {
		return x
	}
	if f.Bound < -int64(total) {
		return 0
	}
	type interval struct{ least, largest int64 }
	sums := map[Set]interval{}
	var sum func(x Set) interval
	sum = func(x Set) interval {
		if s.level(x) < lowest {
			return interval{}
		}
		if i, ok := sums[x]; ok {
			return i
		}
		s.tick()
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
