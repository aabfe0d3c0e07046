package ldd

import (
	"math/big"
	"math/bits"

	"brim/dd"
)

// Numbers of tuples, and of pairs of a tuple and an event that is enabled in it.

// Count returns the number of tuples in a. Cost: an addition for each node, of numbers as long as the result.
func (a Set) Count() *big.Int {
	r := &Relation{f: a.f, links: make([]link, 1)}
	return r.tally([]rel{same}, a.root.Node())
}

// CountEnabled returns the number of pairs of a tuple of a and an event that is enabled in it. Cost: that of Count, and
// for each event that of the nodes between its top and its bottom; equal ends of events count once.
func (r *Relation) CountEnabled(a Set) *big.Int { return r.tally(r.events, a.root.Node()) }

// tally returns the sum over the events of the tuples of n in which they are enabled. It tries numbers of more and more
// limbs until all fit.
func (r *Relation) tally(events []rel, n node) *big.Int {
	for limbs := 2; ; limbs *= 2 {
		t := &tally{r: r, keys: dd.NewNumbering(), limbs: limbs, fits: true}
		sum := new(big.Int)
		for _, e := range events {
			if i := t.of(e, n); t.fits {
				sum.Add(sum, t.big(i))
			}
		}
		if t.fits {
			return sum
		}
	}
}

// A tally is a table of numbers, by the rest of an event and a cell: how many tuples of the list that begins with the
// cell enable the rest, whose steps are all below the level of the cell.
type tally struct {
	r       *Relation
	keys    dd.Numbering
	limbs   int      // 64 bits each, of a number
	numbers []uint64 // by index: the limbs, the least significant first
	fits    bool     // no number has needed more
	cells   []numbered
}

// numbered is a cell of a list that is being counted, and the index of its number.
type numbered struct {
	cell  node
	index int
}

// The indices of the numbers 0 and 1, which are not in the table.
const (
	zero = -1
	one  = -2
)

// of returns the index of the number of tuples of n in which e is enabled.
func (t *tally) of(e rel, n node) int {
	f := t.r.f
	switch n {
	case empty:
		return zero
	case unit:
		return one
	}
	if l := t.r.links[e]; e != same && l.level == f.s.Level(n) {
		_, cell := f.from(n, l.least)
		return t.list(l.next, cell)
	}
	_, cell := f.split(n)
	return t.list(e, cell)
}

// list returns the index for e and the list that begins with the cell.
func (t *tally) list(e rel, cell node) int {
	f := t.r.f
	start, rest := len(t.cells), zero
	for cell != empty {
		i, isNew := t.keys.Number(uint64(e)<<32 | uint64(cell))
		if !isNew {
			rest = int(i)
			break
		}
		t.cells = append(t.cells, numbered{cell, int(i)})
		_, cell = f.rest(cell)
	}
	for len(t.numbers) < t.keys.Len()*t.limbs {
		t.numbers = append(t.numbers, 0)
	}
	for len(t.cells) > start {
		c := t.cells[len(t.cells)-1]
		t.cells = t.cells[:len(t.cells)-1]
		if t.fits {
			t.sum(c.index, t.of(e, f.follows(c.cell)), rest)
		}
		rest = c.index
	}
	return rest
}

// sum sets number i to the sum of numbers a and b.
func (t *tally) sum(i, a, b int) {
	carry := uint64(0)
	for j := range t.limbs {
		t.numbers[i*t.limbs+j], carry = bits.Add64(t.limb(a, j), t.limb(b, j), carry)
	}
	t.fits = t.fits && carry == 0
}

// limb returns limb j of number i.
func (t *tally) limb(i, j int) uint64 {
	switch {
	case i >= 0:
		return t.numbers[i*t.limbs+j]
	case i == one && j == 0:
		return 1
	}
	return 0
}

// big returns number i.
func (t *tally) big(i int) *big.Int {
	n := new(big.Int)
	for j := t.limbs - 1; j >= 0; j-- {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(t.limb(i, j)))
	}
	return n
}
