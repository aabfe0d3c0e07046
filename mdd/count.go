package mdd

import (
	"math/big"
	"runtime"
)

// Count returns the number of tuples in a, exactly.
//
// Cost: one addition for each arc, of numbers as long as the result at worst. Memory follows the
// widest level times the length of its numbers, plus 4 bytes an arc.
func (a Set) Count() *big.Int {
	if a.IsEmpty() {
		return new(big.Int)
	}
	c := newCounter(a.f)
	root := c.tuples(a.node())
	c.run(func(n node, _ uint32) { c.addChildren(n) })
	runtime.KeepAlive(a)
	return c.value(root)
}

// Size returns the number of nodes of a's diagram, without terminals, and of its arcs, without those to the
// empty terminal. Cost: O(arcs).
func (a Set) Size() (nodes, arcs int) {
	if a.IsEmpty() {
		return 0, 0
	}
	d := a.f.traverse(a.node(), 1)
	for _, n := range d.nodes {
		for _, c := range a.f.s.Arcs(n) {
			if c != empty {
				arcs++
			}
		}
	}
	runtime.KeepAlive(a)
	return len(d.nodes), arcs
}

// Nodes returns the number of nodes of a's diagram, without terminals. Cost: O(arcs).
func (a Set) Nodes() int {
	nodes, _ := a.Size()
	return nodes
}

// Arcs returns the number of arcs of a's diagram, without those to the empty terminal. Cost: O(arcs).
func (a Set) Arcs() int {
	_, arcs := a.Size()
	return arcs
}

// A counter writes down a system of sums about a diagram. A sum is named by a node and by what is counted there,
// where 0 stands for the tuples below the node.
type counter struct {
	sums
	f     *Forest
	names numbering
	todo  []uint64 // the names of the sums but the first, by number − 1
}

func newCounter(f *Forest) *counter {
	c := &counter{f: f, names: newNumbering()}
	c.names.n = 1 // number 0 is the constant
	c.level, c.end = []int32{0}, []int{0}
	return c
}

// want returns the number of the sum for n and what, of the given level.
func (c *counter) want(n node, what uint32, level int) uint32 {
	name := uint64(n)<<32 | uint64(what)
	i, isNew := c.names.get(name)
	if isNew {
		c.level = append(c.level, int32(level))
		c.todo = append(c.todo, name)
	}
	return i
}

// tuples returns the number of the sum that counts the tuples of n, which must not be empty.
func (c *counter) tuples(n node) uint32 {
	if n == unit {
		return 0
	}
	return c.want(n, 0, c.f.s.Level(n))
}

// run calls terms for each sum that is wanted, to add its terms, until every sum has them.
func (c *counter) run(terms func(n node, what uint32)) {
	for i := 0; i < len(c.todo); i++ {
		terms(node(c.todo[i]>>32), uint32(c.todo[i]))
		c.end = append(c.end, len(c.terms))
	}
}

// add adds number i to the terms of the current sum.
func (c *counter) add(i uint32) { c.terms = append(c.terms, i) }

// addChildren adds the tuples of each child of n.
func (c *counter) addChildren(n node) {
	for _, child := range c.f.s.Arcs(n) {
		if child != empty {
			c.add(c.tuples(child))
		}
	}
}
