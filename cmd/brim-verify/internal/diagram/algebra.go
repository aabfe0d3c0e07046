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
	x, y, arcs := s.at(a, level), s.at(b, level), []Arc(nil)
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].Value < y[0].Value:
			if op != intersection {
				arcs = append(arcs, x[0])
			}
			x = x[1:]
		case len(x) == 0 || y[0].Value < x[0].Value:
			if op == union {
				arcs = append(arcs, y[0])
			}
			y = y[1:]
		default:
			arcs = append(arcs, Arc{x[0].Value, 0, s.combine(op, x[0].Child, y[0].Child)})
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
		m[s.placeAt[n.level]], x = n.arcs[0].Value, n.arcs[0].Child
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
			n.Add(n, s.count(a.Child, known))
		}
		known[x] = n
	}
	return n
}
