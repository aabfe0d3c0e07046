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
	k := key{op, a, b, 0}
	if r, ok := s.algebra[k]; ok {
		return r
	}
	s.tick()
	level := max(s.nodes[a].level, s.nodes[b].level)
	x, y, arcs := s.at(a, level), s.at(b, level), []arc(nil)
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].value < y[0].value:
			if op != intersection {
				arcs = append(arcs, x[0])
			}
			x = x[1:]
		case len(x) == 0 || y[0].value < x[0].value:
			if op == union {
				arcs = append(arcs, y[0])
			}
			y = y[1:]
		default:
			arcs = append(arcs, arc{x[0].value, 0, s.combine(op, x[0].child, y[0].child)})
			x, y = x[1:], y[1:]
		}
	}
	s.algebra[k] = s.node(level, arcs)
	return s.algebra[k]
}

// Any returns a marking of x, or nil if there is none.
func (s *Store) Any(x Set) net.Marking {
	if x == 0 {
		return nil
	}
	m := make(net.Marking, len(s.net.Places))
	for x != 1 {
		n := &s.nodes[x]
		m[s.placeAt[n.level]], x = n.arcs[0].value, n.arcs[0].child
	}
	return m
}

// Count returns the number of markings of x.
func (s *Store) Count(x Set) *big.Int {
	return s.count(x, map[Set]*big.Int{0: new(big.Int), 1: big.NewInt(1)})
}

func (s *Store) count(x Set, known map[Set]*big.Int) *big.Int {
	n, ok := known[x]
	if !ok {
		s.tick()
		n = new(big.Int)
		for _, a := range s.nodes[x].arcs {
			n.Add(n, s.count(a.child, known))
		}
		known[x] = n
	}
	return n
}

// CountFirings returns, summed over all transitions, the number of markings of x in which the transition is enabled.
// Above the highest level of a transition, it only adds what it counted below.
func (s *Store) CountFirings(x Set) *big.Int {
	q := s.query(nil, false, false)
	counts, known := map[Set]*big.Int{0: new(big.Int), 1: big.NewInt(1)}, map[key]*big.Int{}
	var firings func(x Set, limit int32) *big.Int // of transitions whose highest level is at most limit
	firings = func(x Set, limit int32) *big.Int {
		level := q.next(s.nodes[x].level, limit)
		k := key{level, x, 0, 0}
		n, ok := known[k]
		if !ok {
			n = new(big.Int)
			for _, a := range s.at(x, level) {
				n.Add(n, firings(a.child, level-1))
			}
			for _, t := range q.tops[level] {
				n.Add(n, s.count(q.find(t, x, everything, 0), counts))
			}
			known[k] = n
		}
		return n
	}
	n := new(big.Int).Set(firings(x, int32(len(s.placeAt)-1)))
	for _, k := range s.tops {
		if k == 0 {
			n.Add(n, s.count(x, counts)) // a transition without arcs
		}
	}
	return n
}
