package diagram

import (
	"math"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
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
	case formula.And:
		for _, a := range f.Args {
			x = s.Satisfying(x, a)
		}
		return x
	case formula.Or:
		rest := x
		for _, a := range f.Args {
			rest = s.Minus(rest, s.Satisfying(rest, a))
		}
		return s.Minus(x, rest)
	}
	panic("a state formula has no path operators")
}

// atMost returns the markings of x that satisfy a comparison. It takes a step for each arc of each node and each bound
// that is left there, unless the least or largest sum below decides.
func (s *Store) atMost(x Set, f *formula.Formula) Set {
	weights, lowest, total := make(map[int32]int64, len(f.Terms)), int32(math.MaxInt32), 0.0
	for _, t := range f.Terms {
		l := s.levelOf[t.Place]
		weights[l], lowest = weights[l]+t.Weight, min(lowest, l)
		total += math.Abs(float64(t.Weight)) * float64(s.largest[l])
	}
	if total > 1<<61 {
		net.Fail(net.Limit, "a sum of tokens may exceed 2^61")
	}
	type interval struct{ least, largest int64 }
	sums := map[Set]interval{}
	var sum func(x Set) interval
	sum = func(x Set) interval {
		n := &s.nodes[x]
		if n.level < lowest {
			return interval{}
		}
		i, ok := sums[x]
		if !ok {
			s.tick()
			w := weights[n.level]
			i = interval{math.MaxInt64, math.MinInt64}
			for _, a := range n.arcs {
				c := sum(a.Child)
				i.least, i.largest = min(i.least, w*a.Value+c.least), max(i.largest, w*a.Value+c.largest)
			}
			sums[x] = i
		}
		return i
	}
	found := memo{}
	var within func(x Set, bound int64) Set
	within = func(x Set, bound int64) Set {
		if i := sum(x); i.largest <= bound {
			return x
		} else if i.least > bound {
			return 0
		}
		k := key{0, x, 0, bound}
		if _, ok := found[k]; !ok {
			s.tick()
			level, arcs := s.nodes[x].level, []Arc(nil)
			for _, a := range s.nodes[x].arcs {
				arcs = append(arcs, Arc{a.Value, 0, within(a.Child, bound-weights[level]*a.Value)})
			}
			found[k] = s.node(level, arcs)
		}
		return found[k]
	}
	return within(x, min(max(f.Bound, -1<<62), 1<<62))
}
