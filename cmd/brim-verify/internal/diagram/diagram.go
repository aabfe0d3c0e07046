// Package diagram has sets of markings as decision diagrams over the places, and ranks of markings as diagrams with
// costs on the arcs. It decides what a certificate claims about them: inclusions, which markings satisfy a condition,
// and whether successors are in a set or have smaller ranks.
package diagram

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"brim/cmd/brim-verify/internal/net"
)

// A Set is a set of markings: 0 is the empty one, 1 has the marking without tokens only. Sets of one store are equal if
// and only if their numbers are.
type Set int32

// A Rank gives a number ≥ 0, its rank, to each marking of a set. The zero Rank has no markings.
type Rank struct {
	Node int32 // a diagram; the smallest sum of costs on its paths is 0
	Cost int64 // is added to the sum of costs on a path
}

// An Arc is an arc of a node as it is written in a certificate. The cost is 0 in sets.
type Arc struct {
	Value int64 // the tokens of the place on the level of the node
	Child int   // the number of a node, 1 for the empty tuple
	Cost  int64
}

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
	table    []Set   // heads of the chains of nodes with equal hash values
	largest  []int64 // by level: the largest value in a node
	scratch  []arc   // a stack of arcs of nodes that are not complete
	chunk    []arc   // room for arcs
	supports map[Set]Set
	algebra  memo

	sets, ranks []numbered // by numbers in the certificate

	tick func() // is called for each unit of work; it may end that by a panic
}

type node struct {
	level int32
	next  Set // in the chain of the table
	hash  uint32
	most  int64 // the largest sum of costs on a path
	arcs  []arc // by value
}

type arc struct {
	value, cost int64
	child       Set
}

type numbered struct {
	rank  Rank
	level int32 // in the certificate
}

// New returns a store for markings of n. The levels are the ids of all places, each once, from the lowest level on. Its
// methods call tick often, and panic with a Limit.
func New(n *net.Net, levels []string, tick func()) (*Store, error) {
	s := &Store{
		net:      n,
		tick:     tick,
		placeAt:  make([]int, len(levels)+1),
		levelOf:  make([]int32, len(n.Places)),
		nodes:    make([]node, 2),
		table:    make([]Set, 1<<10),
		largest:  make([]int64, len(levels)+1),
		supports: map[Set]Set{},
		sets:     make([]numbered, 2),
		ranks:    make([]numbered, 2),
	}
	s.sets[1].rank.Node, s.ranks[1].rank.Node = 1, 1
	places := make(map[string]int, len(n.Places))
	for p, id := range n.Places {
		places[id] = p
	}
	for i, id := range levels {
		p, ok := places[id]
		if !ok {
			return nil, fmt.Errorf("level %d: the net has no place %q", i+1, id)
		}
		if s.levelOf[p] != 0 {
			return nil, fmt.Errorf("level %d: place %q has level %d", i+1, id, s.levelOf[p])
		}
		s.placeAt[i+1], s.levelOf[p] = p, int32(i+1)
	}
	if len(levels) != len(n.Places) {
		return nil, fmt.Errorf("%d levels for %d places", len(levels), len(n.Places))
	}
	s.arrange()
	return s, nil
}

// AddNode defines a set by a node of the certificate. Numbers are 2, 3, … in the sequence of the calls; children are
// defined before and on lower levels; there is an arc, and values ascend.
func (s *Store) AddNode(number, level int, arcs []Arc) error {
	for _, a := range arcs {
		if a.Cost != 0 {
			return fmt.Errorf("node %d of a set has a cost", number)
		}
	}
	return s.add(&s.sets, number, level, arcs)
}

// AddRankNode is AddNode for ranks, whose numbers are separate. It is an error if a rank exceeds 2^63−1.
func (s *Store) AddRankNode(number, level int, arcs []Arc) error {
	return s.add(&s.ranks, number, level, arcs)
}

func (s *Store) add(list *[]numbered, number, level int, arcs []Arc) error {
	switch {
	case number != len(*list) || number > math.MaxInt32:
		return fmt.Errorf("node %d comes after node %d", number, len(*list)-1)
	case level < 1 || level >= len(s.placeAt):
		return fmt.Errorf("node %d has level %d", number, level)
	case len(arcs) == 0:
		return fmt.Errorf("node %d has no arcs", number)
	}
	mark := len(s.scratch)
	defer func() { s.scratch = s.scratch[:mark] }()
	least := int64(math.MaxInt64)
	for i, a := range arcs {
		switch {
		case a.Value < 0 || i > 0 && a.Value <= arcs[i-1].Value:
			return fmt.Errorf("node %d: value %d is not greater than the one before", number, a.Value)
		case a.Child < 1 || a.Child >= number || int((*list)[a.Child].level) >= level:
			return fmt.Errorf("node %d: child %d is not a node below", number, a.Child)
		}
		child := (*list)[a.Child].rank
		if a.Cost < 0 || a.Cost > math.MaxInt64-child.Cost-s.most(Set(child.Node)) {
			return fmt.Errorf("node %d: cost %d is negative or gives a rank above 2^63-1", number, a.Cost)
		}
		least = min(least, a.Cost+child.Cost)
		s.scratch = append(s.scratch, arc{a.Value, a.Cost + child.Cost, Set(child.Node)})
	}
	for i := range s.scratch[mark:] {
		s.scratch[mark+i].cost -= least
	}
	n := s.complete(int32(level), mark)
	*list = append(*list, numbered{Rank{int32(n), least}, int32(level)})
	return nil
}

// SetNumbered returns the set of node k of the certificate, or the empty one for 0.
func (s *Store) SetNumbered(k int) (Set, error) {
	if k < 0 || k >= len(s.sets) {
		return 0, fmt.Errorf("set %d is not defined", k)
	}
	return Set(s.sets[k].rank.Node), nil
}

// RankOf returns the ranks of a node of the certificate, plus cost. Node 0 has no markings.
func (s *Store) RankOf(node int, cost int64) (Rank, error) {
	if node < 0 || node >= len(s.ranks) {
		return Rank{}, fmt.Errorf("rank %d is not defined", node)
	}
	r := s.ranks[node].rank
	if cost < 0 || cost > math.MaxInt64-r.Cost-s.most(Set(r.Node)) {
		return Rank{}, fmt.Errorf("rank %d+%d: the cost is negative or gives a rank above 2^63-1", node, cost)
	}
	r.Cost += cost
	return r, nil
}

// level returns the level of x, or 0 for the empty set, the empty tuple, and everything.
func (s *Store) level(x Set) int32 {
	if x < 2 {
		return 0
	}
	return s.nodes[x].level
}

// most returns the largest sum of costs in x.
func (s *Store) most(x Set) int64 {
	if x < 2 {
		return 0
	}
	return s.nodes[x].most
}

// at returns the arcs of x on a level that is not below it. If it is above, the only value is 0; one is room for this.
func (s *Store) at(x Set, level int32, one *[1]arc) []arc {
	if x <= 0 {
		return nil
	}
	if s.nodes[x].level == level {
		return s.nodes[x].arcs
	}
	one[0] = arc{child: x}
	return one[:]
}

// push adds an arc to the node that is being made, unless it leads nowhere.
func (s *Store) push(value int64, child Set) {
	if child != 0 {
		s.scratch = append(s.scratch, arc{value: value, child: child})
	}
}

// complete returns the node with the arcs that are on the scratch stack from mark on, and takes them from there. The
// least cost among them is 0.
func (s *Store) complete(level int32, mark int) Set {
	arcs := s.scratch[mark:]
	s.scratch = s.scratch[:mark]
	if len(arcs) == 0 {
		return 0
	}
	if len(arcs) == 1 && arcs[0].value == 0 {
		return arcs[0].child
	}
	h := uint64(level)
	for _, a := range arcs {
		h = (h^uint64(a.value))*0x9e3779b97f4a7c15 ^ uint64(a.child)
		h = (h^h>>29)*0xbf58476d1ce4e5b9 + uint64(a.cost)
	}
	hash := uint32(h >> 32)
	head := &s.table[int(hash)&(len(s.table)-1)]
	for x := *head; x != 0; x = s.nodes[x].next {
		if n := &s.nodes[x]; n.hash == hash && n.level == level && slices.Equal(n.arcs, arcs) {
			return x
		}
	}
	if len(s.nodes) >= math.MaxInt32 {
		panic(Limit("2^31 nodes of diagrams"))
	}
	if len(s.chunk)+len(arcs) > cap(s.chunk) {
		s.chunk = make([]arc, 0, max(1<<12, len(arcs)))
	}
	start := len(s.chunk)
	s.chunk = append(s.chunk, arcs...)
	n := node{level: level, next: *head, hash: hash, arcs: s.chunk[start:len(s.chunk):len(s.chunk)]}
	for _, a := range arcs {
		n.most = max(n.most, a.cost+s.most(a.child))
	}
	s.largest[level] = max(s.largest[level], arcs[len(arcs)-1].value)
	x := Set(len(s.nodes))
	*head = x
	s.nodes = append(s.nodes, n)
	if len(s.nodes) > len(s.table) {
		s.rehash()
	}
	return x
}

func (s *Store) rehash() {
	s.table = make([]Set, 2*len(s.table))
	for x := 2; x < len(s.nodes); x++ {
		head := &s.table[int(s.nodes[x].hash)&(len(s.table)-1)]
		s.nodes[x].next, *head = *head, Set(x)
	}
}

// Support returns the set of the markings that have a rank.
func (s *Store) Support(r Rank) Set {
	return s.support(Set(r.Node))
}

func (s *Store) support(x Set) Set {
	if s.most(x) == 0 {
		return x
	}
	if y, ok := s.supports[x]; ok {
		return y
	}
	mark := len(s.scratch)
	for _, a := range s.nodes[x].arcs {
		s.push(a.value, s.support(a.child))
	}
	y := s.complete(s.nodes[x].level, mark)
	s.supports[x] = y
	return y
}

// Has reports whether m is in x.
func (s *Store) Has(x Set, m net.Marking) bool {
	_, ok := s.Value(Rank{Node: int32(x)}, m)
	return ok
}

// Value returns the rank of m, if it has one.
func (s *Store) Value(r Rank, m net.Marking) (int64, bool) {
	x, sum := Set(r.Node), r.Cost
	for l := int32(len(s.placeAt) - 1); l > 0; l-- {
		var one [1]arc
		arcs, v := s.at(x, l, &one), m[s.placeAt[l]]
		i := sort.Search(len(arcs), func(i int) bool { return arcs[i].value >= v })
		if i == len(arcs) || arcs[i].value != v {
			return 0, false
		}
		x, sum = arcs[i].child, sum+arcs[i].cost
	}
	return sum, x == 1
}
