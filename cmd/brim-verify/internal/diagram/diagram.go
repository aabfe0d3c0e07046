// Package diagram has sets of markings as decision diagrams over the places, and ranks of markings as diagrams with
// costs on the arcs. It decides what a certificate claims about them: inclusions, which markings satisfy a condition,
// and whether successors are in a set or have smaller ranks.
package diagram

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"brim/cmd/brim-verify/internal/net"
)

// A Set is a set of markings: 0 is the empty one, 1 has the marking without tokens only. Sets of one store are equal if
// and only if their numbers are. A set may also give a rank, a number, to each of its markings. Ranks are there to be
// compared with others of the same set: the smallest one is 0.
type Set int32

// A Store has the nodes of all sets and ranks. A node is on a level, and stands for tuples of values of the levels up
// to there; the values of levels that an arc skips are 0. A set is a diagram in which all costs are 0. No node is equal
// to another one, none has 0 as its only value, and the smallest sum of costs in each is 0.
type Store struct {
	net     *net.Net
	placeAt []int   // by level, from 1
	levelOf []int32 // by place

	touches []touch // what the transitions do, see steps.go
	tops    []int32 // by transition: its touch on the highest level, or −1

	nodes    []node
	numbers  map[string]Set // of nodes, by their levels and arcs
	largest  []int64        // by level: the largest value in a node
	supports map[Set]Set
	algebra  memo

	tick func() // is called for each unit of work; it may end that by a panic
}

type node struct {
	level int32
	most  int64 // the largest sum of costs on a path
	arcs  []Arc // by value
}

// An Arc leads from a node to a child, with a value for the level of the node.
type Arc struct {
	Value, Cost int64
	Child       Set
}

// A memo remembers results of a recursion.
type memo map[key]Set

// A key is a code for the function, two sets, and a number.
type key struct {
	code   int32
	a, b   Set
	number int64
}

// New returns a store for markings of n. The levels are all places, each once, from the lowest level on. Its methods
// call tick often.
func New(n *net.Net, levels []int, tick func()) *Store {
	s := &Store{
		net:      n,
		tick:     tick,
		placeAt:  make([]int, len(levels)+1),
		levelOf:  make([]int32, len(n.Places)),
		nodes:    make([]node, 2),
		numbers:  map[string]Set{},
		largest:  make([]int64, len(levels)+1),
		supports: map[Set]Set{},
		algebra:  memo{},
	}
	for i, p := range levels {
		if s.levelOf[p] != 0 {
			net.Fail(net.Malformed, "place %q has two levels", n.Places[p])
		}
		s.placeAt[i+1], s.levelOf[p] = p, int32(i+1)
	}
	if len(levels) != len(n.Places) {
		net.Fail(net.Malformed, "%d levels for %d places", len(levels), len(n.Places))
	}
	s.arrange()
	return s
}

// Add adds a node of the certificate, which should be a new one with the given number. Its children are nodes.
func (s *Store) Add(number, level int, arcs []Arc) {
	if level < 1 || level >= len(s.placeAt) {
		net.Fail(net.Malformed, "node %d has level %d", number, level)
	}
	least := int64(math.MaxInt64)
	for i, a := range arcs {
		switch {
		case a.Value < 0 || i > 0 && a.Value <= arcs[i-1].Value:
			net.Fail(net.Malformed, "node %d: value %d is not greater than the one before", number, a.Value)
		case a.Child < 1 || int(s.nodes[a.Child].level) >= level:
			net.Fail(net.Malformed, "node %d: child %d is not a node below", number, a.Child)
		case a.Cost < 0 || a.Cost > math.MaxInt64-s.nodes[a.Child].most:
			net.Fail(net.Malformed, "node %d: cost %d is negative, or gives a rank above 2^63-1", number, a.Cost)
		}
		least = min(least, a.Cost)
	}
	if known := len(s.nodes); number != known || least != 0 || int(s.node(int32(level), arcs)) != known {
		net.Fail(net.Malformed, "node %d after node %d: there is such a node, or it has no arc with cost 0", number,
			known-1)
	}
}

// Numbered returns the set or the ranks of node k of the certificate, or the empty one for 0.
func (s *Store) Numbered(k int64) Set {
	if k < 0 || k >= int64(len(s.nodes)) {
		net.Fail(net.Malformed, "node %d is not defined", k)
	}
	return Set(k)
}

// node returns the node with these arcs. The least cost among them is 0.
func (s *Store) node(level int32, arcs []Arc) Set {
	arcs = slices.DeleteFunc(arcs, func(a Arc) bool { return a.Child == 0 })
	switch {
	case len(arcs) == 0:
		return 0
	case len(arcs) == 1 && arcs[0].Value == 0:
		return arcs[0].Child
	}
	n := node{level: level, arcs: arcs}
	name := binary.AppendUvarint(nil, uint64(level))
	for _, a := range arcs {
		name = binary.AppendUvarint(name, uint64(a.Value))
		name = binary.AppendUvarint(name, uint64(a.Cost))
		name = binary.AppendUvarint(name, uint64(a.Child))
		n.most = max(n.most, a.Cost+s.nodes[a.Child].most)
		s.largest[level] = max(s.largest[level], a.Value)
	}
	x, ok := s.numbers[string(name)]
	if !ok {
		if len(s.nodes) >= math.MaxInt32 {
			net.Fail(net.Limit, "2^31 nodes of diagrams")
		}
		x = Set(len(s.nodes))
		s.nodes, s.numbers[string(name)] = append(s.nodes, n), x
	}
	return x
}

// Support returns the set of the markings that have a rank.
func (s *Store) Support(x Set) Set {
	if s.nodes[x].most == 0 {
		return x
	}
	y, ok := s.supports[x]
	if !ok {
		var arcs []Arc
		for _, a := range s.nodes[x].arcs {
			arcs = append(arcs, Arc{a.Value, 0, s.Support(a.Child)})
		}
		y = s.node(s.nodes[x].level, arcs)
		s.supports[x] = y
	}
	return y
}

// at returns the arcs of x on a level that is not below it. If it is above, the only value is 0.
func (s *Store) at(x Set, level int32) []Arc {
	if s.nodes[x].level == level || x == 0 {
		return s.nodes[x].arcs
	}
	return []Arc{{Child: x}}
}

// to returns the arc of x with that value on a level that is not below it, or one to the empty set.
func (s *Store) to(x Set, level int32, value int64) Arc {
	if s.nodes[x].level != level && value == 0 {
		return Arc{Child: x}
	}
	if s.nodes[x].level == level {
		arcs := s.nodes[x].arcs
		i := sort.Search(len(arcs), func(i int) bool { return arcs[i].Value >= value })
		if i < len(arcs) && arcs[i].Value == value {
			return arcs[i]
		}
	}
	return Arc{}
}

// Has reports whether m is in x.
func (s *Store) Has(x Set, m net.Marking) bool {
	for l := len(s.placeAt) - 1; l > 0; l-- {
		x = s.to(x, int32(l), m[s.placeAt[l]]).Child
	}
	return x == 1
}
