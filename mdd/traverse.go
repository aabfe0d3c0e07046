package mdd

import (
	"fmt"
	"slices"
)

// A traversal is a diagram in list form: what counting, drawing and saving work on.
//
// Nodes have codes: 0 and 1 are the terminals, Empty and Unit, and 2, 3, … the nodes, low levels first, so that every
// node comes after its children. Equal sets have equal codes, also in another forest with the same rule.
//
// It shows the diagram as it was, whatever is made meanwhile; a Set must hold it.
type traversal struct {
	f     *Forest
	nodes []node   // by code − 2
	start []int    // by code − 2: where the node's arcs start in kids
	kids  []uint32 // codes of the children of all nodes, those to Empty included
	root  uint32
}

// traverse lists the nodes that can be reached from root. Cost: O(arcs).
func (f *Forest) traverse(root node) *traversal {
	d := &traversal{f: f}
	// First in the order of discovery, breadth first; arcs hold the number of their child, plus 2, in that order.
	found := newNumbering()
	number := func(n node) uint32 {
		if n <= unit {
			return n
		}
		i, isNew := found.get(uint64(n))
		if isNew {
			d.nodes = append(d.nodes, n)
		}
		return i + 2
	}
	d.root = number(root)
	for i := 0; i < len(d.nodes); i++ {
		d.start = append(d.start, len(d.kids))
		arcs := f.s.Arcs(d.nodes[i])
		d.kids = slices.Grow(d.kids, len(arcs))
		last, lastNumber := empty, uint32(0)
		for _, c := range arcs {
			if c != last {
				last, lastNumber = c, number(c)
			}
			d.kids = append(d.kids, lastNumber)
		}
	}
	d.sort()
	return d
}

// sort brings the nodes from the order of discovery into that of codes.
func (d *traversal) sort() {
	next := make([]uint32, d.f.levels+1) // by level: the next free place
	for _, n := range d.nodes {
		next[d.f.s.Level(n)]++
	}
	sum := uint32(0)
	for k := range next {
		next[k], sum = sum, sum+next[k]
	}
	code := []uint32{0, 1}
	nodes, start := make([]node, len(d.nodes)), make([]int, len(d.nodes))
	for i, n := range d.nodes {
		k := d.f.s.Level(n)
		at := next[k]
		next[k]++
		nodes[at], start[at] = n, d.start[i]
		code = append(code, at+2)
	}
	for i, c := range d.kids {
		d.kids[i] = code[c]
	}
	d.nodes, d.start, d.root = nodes, start, code[d.root]
}

// level returns the level of the node or terminal with this code.
func (d *traversal) level(code uint32) int {
	if code < 2 {
		return 0
	}
	return d.f.s.Level(d.nodes[code-2])
}

// arcs returns the codes of the children of the node with this code ≥ 2, from its first value on.
func (d *traversal) arcs(code uint32) (first int, kids []uint32) {
	n, at := d.nodes[code-2], d.start[code-2]
	end := at + d.f.s.Len(n)
	return d.f.s.First(n), d.kids[at:end:end]
}

// codes returns the end of the codes: they are 2 … codes()−1, besides those of the terminals.
func (d *traversal) codes() uint32 { return uint32(len(d.nodes)) + 2 }

// skipped tells for each level, level k at index k−1, whether an edge of the diagram skips it.
func (d *traversal) skipped() []bool {
	starts := make([]int, d.f.levels+2) // edges that skip levels from here on, minus those that did up to the level below
	edge := func(from int, to uint32) {
		starts[d.level(to)+1]++
		starts[from]--
	}
	edge(d.f.levels+1, d.root)
	for code := range d.codes() {
		if code < 2 {
			continue
		}
		k := d.level(code)
		_, kids := d.arcs(code)
		for _, c := range kids {
			if c != 0 {
				edge(k, c)
			}
		}
	}
	list := make([]bool, d.f.levels)
	open := 0
	for i := range list {
		open += starts[i+1]
		list[i] = open > 0
	}
	return list
}

func (f *Forest) checkLevel(who string, level int) {
	if level < 1 || level > f.levels {
		panic(fmt.Sprintf("mdd: %s: level %d of %d", who, level, f.levels))
	}
}
