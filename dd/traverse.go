package dd

import "slices"

// A Traversal is a diagram as a list of its nodes, children first. Counting, drawing and saving work on it.
//
// Nodes have codes: 0 and 1 are the terminals, Empty and Unit, and 2, 3, … the nodes, low levels first, so that every
// node comes after its children. Equal diagrams have equal codes, also in another store.
//
// It shows the diagram as it was when it was listed, whatever nodes are made meanwhile; a Root must hold the diagram.
type Traversal struct {
	Nodes []Node   // by code − 2
	Kids  []uint32 // codes of the children of all nodes, those to Empty included
	Root  uint32

	s     *Store
	start []int // by code − 2: where the node's arcs start in Kids
}

// Traverse lists the nodes that can be reached from root. Cost: O(arcs).
func (s *Store) Traverse(root Node) *Traversal {
	d := &Traversal{s: s}
	// First in the order of discovery, breadth first; arcs hold the number of their child, plus 2, in that order.
	found := NewNumbering()
	number := func(n Node) uint32 {
		if n <= Unit {
			return n
		}
		i, isNew := found.Number(uint64(n))
		if isNew {
			d.Nodes = append(d.Nodes, n)
		}
		return i + 2
	}
	d.Root = number(root)
	for i := 0; i < len(d.Nodes); i++ {
		d.start = append(d.start, len(d.Kids))
		arcs := s.Arcs(d.Nodes[i])
		d.Kids = doubled(d.Kids, len(arcs)/s.stride)
		last, lastNumber := Empty, uint32(0)
		for j := 0; j < len(arcs); j += s.stride {
			if c := arcs[j]; c != last {
				last, lastNumber = c, number(c)
			}
			d.Kids = append(d.Kids, lastNumber)
		}
	}
	d.sort()
	return d
}

// doubled returns list with room for n more words. It at least doubles where append grows by a quarter: lists of
// arcs have millions of words, and most of the time of a traversal was their copies.
func doubled(list []uint32, n int) []uint32 {
	if cap(list)-len(list) >= n {
		return list
	}
	return append(make([]uint32, 0, max(2*cap(list), len(list)+n)), list...)
}

// Size returns the number of nodes that can be reached from root, without terminals, and of their arcs, without
// those to Empty. Cost: O(arcs), and memory for the nodes alone.
func (s *Store) Size(root Node) (nodes, arcs int) {
	s.eachNode(root, func(_ Node, n int) { nodes, arcs = nodes+1, arcs+n })
	return nodes, arcs
}

// eachNode calls visit with each node that can be reached from root, terminals left out, and the number of its arcs,
// those to Empty left out.
func (s *Store) eachNode(root Node, visit func(n Node, arcs int)) {
	if root <= Unit {
		return
	}
	found := newNodeSet(s)
	found.add(root)
	list := []Node{root}
	for i := 0; i < len(list); i++ {
		arcs := 0
		words := s.Arcs(list[i])
		last := Empty
		for j := 0; j < len(words); j += s.stride {
			c := words[j]
			if c != Empty {
				arcs++
			}
			if c != last {
				if last = c; c > Unit && found.add(c) {
					list = append(list, c)
				}
			}
		}
		visit(list[i], arcs)
	}
}

// sort brings the nodes from the order of discovery into that of codes.
func (d *Traversal) sort() {
	var next []uint32 // by level: the next free place
	for _, n := range d.Nodes {
		k := d.s.Level(n)
		for len(next) <= k {
			next = append(next, 0)
		}
		next[k]++
	}
	sum := uint32(0)
	for k := range next {
		next[k], sum = sum, sum+next[k]
	}
	code := []uint32{0, 1}
	nodes, start := make([]Node, len(d.Nodes)), make([]int, len(d.Nodes))
	for i, n := range d.Nodes {
		k := d.s.Level(n)
		at := next[k]
		next[k]++
		nodes[at], start[at] = n, d.start[i]
		code = append(code, at+2)
	}
	for i, c := range d.Kids {
		d.Kids[i] = code[c]
	}
	d.Nodes, d.start, d.Root = nodes, start, code[d.Root]
}

// Level returns the level of the node or terminal with this code.
func (d *Traversal) Level(code uint32) int {
	if code < 2 {
		return 0
	}
	return d.s.Level(d.Nodes[code-2])
}

// Arcs returns the codes of the children of the node with this code ≥ 2, and the local values of these arcs.
func (d *Traversal) Arcs(code uint32) (values Values, kids []uint32) {
	n, at := d.Nodes[code-2], d.start[code-2]
	end := at + d.s.Len(n)
	return d.s.Values(n), d.Kids[at:end:end]
}

// Sparse reports whether one of the nodes is sparse.
func (d *Traversal) Sparse() bool {
	return slices.ContainsFunc(d.Nodes, func(n Node) bool { return d.s.listed(n) != nil })
}

// Codes returns the end of the codes: they are 2 … Codes()−1, besides those of the terminals.
func (d *Traversal) Codes() uint32 { return uint32(len(d.Nodes)) + 2 }
