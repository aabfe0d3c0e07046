// Package sift reorders the variables of decision diagrams by sifting [Rud93]. It works on a copy whose nodes can
// change: two neighbouring levels are exchanged in place, and counts of references tell the exact size after each
// exchange. Package mdd fills the copy and makes its own nodes of the result; the copy has neither handles nor a
// computed table.
package sift

import (
	"math/bits"
	"slices"
)

// The copy: nodes with counts of references, a unique table for each variable, and room for arcs.

// The terminals, by name. No arc leads to Empty.
const (
	Empty = 0
	Unit  = 1
)

// An Arc leads to a node at a local value.
type Arc struct{ Value, Child uint32 }

// A Diagram is a set of nodes that roots reach, in an order of variables that Sift changes. Variables are 0, 1, …; at
// first variable i has position i, counted from below.
//
// Invariants, which the tests check after each exchange:
//
//	S1  Nodes of a variable have different arcs, ascending by value, at least one; children have lower positions.
//	S2  If the diagram is zero-suppressed, no node has an arc at 0 and no other. If not, children of a node at
//	    position p > 0 have position p−1.
//	S3  A node has as many references as there are arcs and roots that lead to it, at least one after the last Root.
type Diagram struct {
	zeroSuppressed bool

	nodes []node       // by name; the first two are the terminals
	free  []uint32     // names of no node
	slab  []Arc        // of wide nodes
	gaps  [33][]uint32 // by logarithm of their length: where in slab there is room

	tables   []table // by variable
	variable []int   // by position
	position []int   // by variable

	roots       []uint32
	count, arcs int // nodes and arcs in use
	widest      int // the most arcs that a node ever had

	cells []cell   // for exchange
	made  []Arc    // for exchange
	upper []uint32 // for exchange
}

// A node has n arcs: a narrow one has them within, so that nodes of bits take half a line of the processor's cache; the
// first arc of a wide one says where in slab they are. Nodes of one slot of a table are chained by next.
type node struct {
	variable      int32
	refs, next, n uint32
	within        [narrow]Arc
}

const (
	narrow    = 2
	nodeBytes = 32 + 4 // with a slot of a table
	arcBytes  = 8 * 2  // room comes in powers of two
)

// A table finds the nodes of a variable by their arcs.
type table struct {
	slots   []uint32 // names, Empty ends a chain; a power of two
	n, arcs int      // nodes of the variable, and their arcs
}

// New returns a diagram of the given number of variables without nodes.
func New(variables int, zeroSuppressed bool) *Diagram {
	d := &Diagram{zeroSuppressed: zeroSuppressed, nodes: make([]node, 2), tables: make([]table, variables)}
	d.nodes[Empty].variable, d.nodes[Unit].variable = -1, -1
	for i := range variables {
		d.tables[i].slots = make([]uint32, 4)
		d.variable, d.position = append(d.variable, i), append(d.position, i)
	}
	return d
}

// Node returns the node of a variable with these arcs, as S1 and S2 want them. The slice is not kept. All nodes are
// made, and all roots named, before Sift.
func (d *Diagram) Node(variable int, arcs []Arc) uint32 { return d.find(variable, arcs) }

// Root says that n is to stay.
func (d *Diagram) Root(n uint32) {
	d.nodes[n].refs++
	d.roots = append(d.roots, n)
}

// Size returns the number of nodes, terminals apart, and of arcs.
func (d *Diagram) Size() (nodes, arcs int) { return d.count, d.arcs }

// Bytes returns about the memory that the diagram takes.
func (d *Diagram) Bytes() int64 { return int64(len(d.nodes))*nodeBytes + int64(len(d.slab))*arcBytes/2 }

// Position returns where a variable stands in the order, counted from below.
func (d *Diagram) Position(variable int) int { return d.position[variable] }

// Each calls fn for each node, children first: its name, its variable, and its arcs, which fn must not keep.
func (d *Diagram) Each(fn func(n uint32, variable int, arcs []Arc)) {
	for _, v := range d.variable {
		for _, n := range d.tables[v].slots {
			for ; n != Empty; n = d.nodes[n].next {
				fn(n, v, d.arcsOf(n))
			}
		}
	}
}

// arcsOf returns the arcs of n.
func (d *Diagram) arcsOf(n uint32) []Arc {
	x := &d.nodes[n]
	if x.n <= narrow {
		return x.within[:x.n]
	}
	at := x.within[0].Child
	return d.slab[at : at+x.n]
}

// find returns the node of a variable with these arcs, which may be new. A new one has no references, and its children
// have one more each.
func (d *Diagram) find(variable int, arcs []Arc) uint32 {
	for n := *d.tables[variable].slot(arcs); n != Empty; n = d.nodes[n].next {
		if slices.Equal(d.arcsOf(n), arcs) {
			return n
		}
	}
	for _, a := range arcs {
		d.nodes[a.Child].refs++
	}
	n := uint32(len(d.nodes))
	if last := len(d.free) - 1; last >= 0 {
		n, d.free = d.free[last], d.free[:last]
	} else {
		d.nodes = append(d.nodes, node{})
	}
	d.count++
	d.nodes[n] = node{variable: int32(variable)}
	d.setArcs(n, arcs)
	d.insert(n)
	return n
}

// setArcs gives n, which has no arcs, a copy of these.
func (d *Diagram) setArcs(n uint32, arcs []Arc) {
	x := &d.nodes[n]
	if len(arcs) > narrow {
		at, class := uint32(len(d.slab)), bits.Len(uint(len(arcs)-1))
		if last := len(d.gaps[class]) - 1; last >= 0 {
			at, d.gaps[class] = d.gaps[class][last], d.gaps[class][:last]
		} else {
			d.slab = append(d.slab, make([]Arc, 1<<class)...)
		}
		x.within[0].Child = at
	}
	x.n = uint32(len(arcs))
	copy(d.arcsOf(n), arcs)
	d.arcs += len(arcs)
	d.widest = max(d.widest, len(arcs))
}

// takeArcs takes its arcs from n.
func (d *Diagram) takeArcs(n uint32) {
	x := &d.nodes[n]
	if x.n > narrow {
		class := bits.Len(uint(x.n - 1))
		d.gaps[class] = append(d.gaps[class], x.within[0].Child)
	}
	d.arcs -= int(x.n)
	x.n = 0
}

// insert puts n, whose arcs no other node has, into the table of its variable.
func (d *Diagram) insert(n uint32) {
	x := &d.nodes[n]
	t := &d.tables[x.variable]
	if t.n >= len(t.slots) {
		d.grow(t)
	}
	slot := t.slot(d.arcsOf(n))
	x.next, *slot = *slot, n
	t.n++
	t.arcs += int(x.n)
}

// grow doubles the slots of a table.
func (d *Diagram) grow(t *table) {
	old := t.slots
	t.slots = make([]uint32, 2*len(old))
	for _, n := range old {
		for n != Empty {
			x := &d.nodes[n]
			slot, next := t.slot(d.arcsOf(n)), x.next
			x.next, *slot = *slot, n
			n = next
		}
	}
}

// drop takes a reference from n, and with the last one the node.
func (d *Diagram) drop(n uint32) {
	x := &d.nodes[n]
	x.refs--
	if x.refs > 0 || n <= Unit {
		return
	}
	t := &d.tables[x.variable]
	slot := t.slot(d.arcsOf(n))
	for *slot != n {
		slot = &d.nodes[*slot].next
	}
	*slot = x.next
	t.n--
	t.arcs -= int(x.n)
	for _, a := range d.arcsOf(n) {
		d.drop(a.Child)
	}
	d.takeArcs(n)
	d.count--
	d.free = append(d.free, n)
}

// slot returns the slot of a node with these arcs.
func (t *table) slot(arcs []Arc) *uint32 {
	h := uint64(len(arcs))
	for _, a := range arcs {
		h = (h ^ uint64(a.Child)<<32 ^ uint64(a.Value)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return &t.slots[h&uint64(len(t.slots)-1)]
}
