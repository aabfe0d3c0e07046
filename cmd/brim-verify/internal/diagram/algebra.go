package diagram

import (
	"math/big"

	"brim/cmd/brim-verify/internal/net"
)

// This file has union, intersection and difference, and counts the markings of a set.

const (
	union int32 = iota
	intersection
	difference
)

// Union returns the markings in a or b.
func (s *Store) Union(a, b Set) Set { return s.combine(union, a, b) }

// Intersect returns the markings in a and b.
func (s *Store) Intersect(a, b Set) Set { return s.combine(intersection, a, b) }

// Minus returns the markings in a that are not in b. If there are none, it makes no nodes.
func (s *Store) Minus(a, b Set) Set { return s.combine(difference, a, b) }

// combine takes at most a constant number of steps for each pair of nodes of a and b, and each pair of their arcs.
func (s *Store) combine(op int32, a, b Set) Set {
	switch {
	case a == b && op != difference:
		return a
	case a == b || a == 0 && op != union || b == 0 && op == intersection:
		return 0
	case a == 0:
		return b
	case b == 0:
		return a
	case a > b && op != difference:
		a, b = b, a
	}
	if r, ok := s.algebra.get(op, a, b, 0); ok {
		return r
	}
	var oneA, oneB [1]arc
	level, mark := max(s.level(a), s.level(b)), len(s.scratch)
	x, y := s.at(a, level, &oneA), s.at(b, level, &oneB)
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].value < y[0].value:
			if op != intersection {
				s.push(x[0].value, x[0].child)
			}
			x = x[1:]
		case len(x) == 0 || y[0].value < x[0].value:
			if op == union {
				s.push(y[0].value, y[0].child)
			}
			y = y[1:]
		default:
			s.push(x[0].value, s.combine(op, x[0].child, y[0].child))
			x, y = x[1:], y[1:]
		}
	}
	r := s.complete(level, mark)
	s.put(&s.algebra, op, a, b, 0, r)
	return r
}

// Any returns a marking of x, or nil if there is none.
func (s *Store) Any(x Set) net.Marking {
	if x == 0 {
		return nil
	}
	m := make(net.Marking, len(s.net.Places))
	for x > 1 {
		n := &s.nodes[x]
		m[s.placeAt[n.level]], x = n.arcs[0].value, n.arcs[0].child
	}
	return m
}

// Count returns the number of markings of x.
func (s *Store) Count(x Set) *big.Int {
	c := &counter{s: s, numbers: map[counted]*big.Int{}}
	return new(big.Int).Set(c.enabled(-1, x))
}

// CountFirings returns, summed over all transitions, the number of markings of x in which the transition is enabled.
// Above the highest level of a transition, it only adds what it counted below.
func (s *Store) CountFirings(x Set) *big.Int {
	c := &counter{s: s, numbers: map[counted]*big.Int{}, query: s.query(nil, everything, false, false)}
	n := new(big.Int).Set(c.firings(x, int32(len(s.placeAt)-1)))
	for _, k := range s.tops {
		if k < 0 {
			n.Add(n, c.enabled(k, x)) // a transition without arcs
		}
	}
	return n
}

// A counter counts markings and firings and remembers the numbers.
type counter struct {
	s       *Store
	query   *query // about enabled transitions
	numbers map[counted]*big.Int
}

// counted is a key: a set with the touch of a transition that is enabled, or −1 for all markings; or −1−level for the
// firings of all transitions whose highest level is at most that.
type counted struct {
	x    Set
	what int32
}

func (c *counter) remember(x Set, what int32, n *big.Int) *big.Int {
	c.s.tick()
	c.numbers[counted{x, what}] = n
	return n
}

// enabled returns the number of tuples of x that enable a transition, as far as touch k and lower ones demand; all
// tuples if k is −1.
func (c *counter) enabled(k int32, x Set) *big.Int {
	level := c.s.level(x)
	for k >= 0 && c.s.touches[k].level > level {
		if _, ok := c.query.image(k, 0); !ok {
			return new(big.Int)
		}
		k = c.s.touches[k].below
	}
	if x < 2 {
		return big.NewInt(int64(x))
	}
	if n, ok := c.numbers[counted{x, k}]; ok {
		return n
	}
	n, below := new(big.Int), k
	touched := k >= 0 && c.s.touches[k].level == level
	if touched {
		below = c.s.touches[k].below
	}
	for _, a := range c.s.nodes[x].arcs {
		ok := true
		if touched {
			_, ok = c.query.image(k, a.value)
		}
		if ok {
			n.Add(n, c.enabled(below, a.child))
		}
	}
	return c.remember(x, k, n)
}

// firings returns the number of firings, in tuples of x, of transitions whose highest level is at most limit.
func (c *counter) firings(x Set, limit int32) *big.Int {
	level := c.query.next(c.s.level(x), limit)
	if x == 0 || level == 0 {
		return new(big.Int)
	}
	if n, ok := c.numbers[counted{x, -1 - level}]; ok {
		return n
	}
	n := new(big.Int)
	var one [1]arc
	for _, a := range c.s.at(x, level, &one) {
		n.Add(n, c.firings(a.child, level-1))
	}
	for _, k := range c.query.tops[level] {
		n.Add(n, c.enabled(k, x))
	}
	return c.remember(x, -1-level, n)
}
