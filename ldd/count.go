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
// for each event an addition for each node between its top and its bottom.
func (r *Relation) CountEnabled(a Set) *big.Int { return r.tally(r.events, a.root.Node()) }

// tally returns the sum over the events of the tuples of n in which they are enabled. It tries numbers of more and more
// limbs until all fit.
func (r *Relation) tally(events []rel, n node) *big.Int {
	for limbs := 2; ; limbs *= 2 {
		t := &tally{r: r, limbs: limbs, fits: true}
		t.whole.keys = dd.NewNumbering()
		sum := new(big.Int)
		for _, e := range events {
			t.part = table{keys: dd.NewNumbering(), limbs: t.part.limbs[:0]}
			if i := t.of(e, n); t.fits {
				sum.Add(sum, t.big(i))
			}
		}
		if t.fits {
			return sum
		}
	}
}

// A tally has the numbers of the tuples of lists in which the rest of an event is enabled, whose steps are all below
// the level of the list.
type tally struct {
	r           *Relation
	whole, part table // by cell, of all tuples; by rest of the present event and cell
	limbs       int   // 64 bits each, of a number
	fits        bool  // no number has needed more
	cells       []numbered
}

// A table has numbers by index, the least significant limb first.
type table struct {
	keys  dd.Numbering
	limbs []uint64
}

// numbered is a cell of a list that is being looked at, and the index of its number.
type numbered struct {
	cell  node
	index int
}

// A number is twice its index in a table, plus 1 if the table is that of the part; or zero or one, which no table has.
type number = int

const (
	zero number = -1
	one  number = -2
)

// of returns the number of tuples of n in which e is enabled.
func (t *tally) of(e rel, n node) number {
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

// list returns the number for e and the list that begins with the cell.
func (t *tally) list(e rel, cell node) number {
	f, in, which := t.r.f, &t.whole, 0
	if e != same {
		in, which = &t.part, 1
	}
	start, rest := len(t.cells), zero
	for cell != empty {
		i, isNew := in.keys.Number(uint64(e)<<32 | uint64(cell))
		if !isNew {
			rest = 2*int(i) + which
			break
		}
		t.cells = append(t.cells, numbered{cell, int(i)})
		_, cell = f.rest(cell)
	}
	for len(in.limbs) < in.keys.Len()*t.limbs {
		in.limbs = append(in.limbs, 0)
	}
	for len(t.cells) > start {
		c := t.cells[len(t.cells)-1]
		t.cells = t.cells[:len(t.cells)-1]
		if t.fits {
			t.sum(2*c.index+which, t.of(e, f.follows(c.cell)), rest)
		}
		rest = 2*c.index + which
	}
	return rest
}

// sum sets n to the sum of a and b.
func (t *tally) sum(n, a, b number) {
	carry := uint64(0)
	for j := range t.limbs {
		sum := uint64(0)
		sum, carry = bits.Add64(t.limb(a, j), t.limb(b, j), carry)
		*t.at(n, j) = sum
	}
	t.fits = t.fits && carry == 0
}

// at returns where limb j of n is, which is in a table.
func (t *tally) at(n number, j int) *uint64 {
	if n&1 == 0 {
		return &t.whole.limbs[n/2*t.limbs+j]
	}
	return &t.part.limbs[n/2*t.limbs+j]
}

// limb returns limb j of n.
func (t *tally) limb(n number, j int) uint64 {
	switch {
	case n >= 0:
		return *t.at(n, j)
	case n == one && j == 0:
		return 1
	}
	return 0
}

// big returns n.
func (t *tally) big(n number) *big.Int {
	sum := new(big.Int)
	for j := t.limbs - 1; j >= 0; j-- {
		sum.Lsh(sum, 64)
		sum.Or(sum, new(big.Int).SetUint64(t.limb(n, j)))
	}
	return sum
}
