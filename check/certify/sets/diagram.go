package sets

import (
	"encoding/binary"
	"hash/maphash"
)

// The nodes of sets and ranks as a certificate has them: each once, under numbers.

// The numbers of the empty set and of the set of the empty tuple.
const (
	empty = 0
	unit  = 1
)

// An arc is an edge below a node: a number of tokens, what it adds to the rank, and the number of the child.
type arc struct {
	value, cost int64
	child       uint32
}

// A diagram is a list of nodes, each once. Nodes have numbers from 2 on, and their children smaller ones. A node is
// more than one arc, or one that is not for 0 tokens; that one is left out.
//
// Invariant: text[start[i]:start[i+1]] is node i+2: its level, and for each arc its value, child and cost, all as
// varints. Of the costs of a node one is 0.
type diagram struct {
	text  []byte
	start []int
	table []uint32 // node numbers at the hash of their text or after; 0: free. At most half full
	seed  maphash.Seed
}

func newDiagram() *diagram {
	return &diagram{start: []int{0}, table: make([]uint32, 1024), seed: maphash.MakeSeed()}
}

// size returns the largest number of a node.
func (d *diagram) size() int { return len(d.start) }

// node returns the number of the node with these arcs, whose values ascend, and the least cost of one, which it takes
// away from all of them. Arcs to the empty set do not count. It keeps no part of arcs.
func (d *diagram) node(level int, arcs []arc) (number uint32, least int64) {
	count, last := 0, 0
	for i, a := range arcs {
		if a.child != empty {
			if count == 0 || a.cost < least {
				least = a.cost
			}
			count, last = count+1, i
		}
	}
	switch {
	case count == 0:
		return empty, 0
	case count == 1 && arcs[last].value == 0:
		return arcs[last].child, least
	}
	from := len(d.text)
	d.text = binary.AppendUvarint(d.text, uint64(level))
	for _, a := range arcs {
		if a.child != empty {
			d.text = binary.AppendUvarint(d.text, uint64(a.value))
			d.text = binary.AppendUvarint(d.text, uint64(a.child))
			d.text = binary.AppendUvarint(d.text, uint64(a.cost-least))
		}
	}
	return d.intern(from), least
}

// intern returns the number of the node whose text was written from a position on, and takes the text back if there was
// such a node before.
func (d *diagram) intern(from int) uint32 {
	at := d.slot(d.text[from:])
	if n := d.table[at]; n != 0 {
		d.text = d.text[:from]
		return n
	}
	d.start = append(d.start, len(d.text))
	n := uint32(len(d.start))
	d.table[at] = n
	if 2*len(d.start) > len(d.table) {
		d.table = make([]uint32, 2*len(d.table))
		for i := uint32(2); i <= n; i++ {
			d.table[d.slot(d.of(i))] = i
		}
	}
	return n
}

// slot returns where in the table the node with this text is, or would be.
func (d *diagram) slot(text []byte) int {
	mask := len(d.table) - 1
	for at := int(maphash.Bytes(d.seed, text)) & mask; ; at = (at + 1) & mask {
		if n := d.table[at]; n == 0 || string(d.of(n)) == string(text) {
			return at
		}
	}
}

// of returns the text of a node.
func (d *diagram) of(n uint32) []byte { return d.text[d.start[n-2]:d.start[n-1]] }

// read returns the level of a node and its arcs, in the room of arcs.
func (d *diagram) read(n uint32, arcs []arc) (level int, _ []arc) {
	text := d.of(n)
	next := func() uint64 {
		x, size := binary.Uvarint(text)
		text = text[size:]
		return x
	}
	level = int(next())
	for arcs = arcs[:0]; len(text) > 0; {
		a := arc{value: int64(next()), child: uint32(next())}
		a.cost = int64(next())
		arcs = append(arcs, a)
	}
	return level, arcs
}

// kept numbers the nodes that roots lead to, in the same sequence: it returns the new numbers by the old ones, 0 for
// all others, and how many nodes there are.
func (d *diagram) kept(roots []uint32) (number []uint32, count int) {
	number = make([]uint32, d.size()+1)
	for _, r := range roots {
		number[r] = 1
	}
	var arcs []arc
	for n := uint32(d.size()); n >= 2; n-- {
		if number[n] != 0 {
			_, arcs = d.read(n, arcs)
			for _, a := range arcs {
				number[a.child] = 1
			}
		}
	}
	number[empty], number[unit] = empty, unit
	for n := 2; n <= d.size(); n++ {
		if number[n] != 0 {
			count++
			number[n] = uint32(count + 1)
		}
	}
	return number, count
}
