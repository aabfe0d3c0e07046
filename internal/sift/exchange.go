package sift

import (
	"cmp"
	"slices"
)

// The exchange of two neighbouring levels.

// A cell is an arc below an arc: a node of the upper variable leads at value v to one of the lower variable, and that
// at value w to child.
type cell struct{ w, v, child uint32 }

// before compares cells as slices.SortFunc wants.
func (c cell) before(d cell) int {
	if c.w != d.w {
		return cmp.Compare(c.w, d.w)
	}
	return cmp.Compare(c.v, d.v)
}

// exchange exchanges the variables x at position p+1 and y at position p.
//
// A node of x that leads to no node of y stays as it is; it stood above the level of y and now stands below. Any other
// node of x becomes one of y with the same name, so that what leads to it need not change: its arcs are turned, and
// lead to nodes of x, old or new. A node of y stays as it is if something other than a node of x leads to it; otherwise
// it has lost its last reference. No two nodes become equal: a node that was turned leads to a node of x, as some of
// its tuples have a value of x other than 0, or no level is skipped; a node of y that stays leads to none.
//
// Cost: O(arcs of x), and O(cells) with a logarithm for nodes of many arcs.
func (d *Diagram) exchange(p int) {
	x, y := d.variable[p+1], d.variable[p]
	d.variable[p], d.variable[p+1] = x, y
	d.position[x], d.position[y] = p, p+1
	t := &d.tables[x]
	if t.n == 0 || d.tables[y].n == 0 {
		return
	}
	d.upper = d.upper[:0]
	for i, n := range t.slots {
		for ; n != Empty; n = d.nodes[n].next {
			d.upper = append(d.upper, n)
		}
		t.slots[i] = Empty
	}
	t.n, t.arcs = 0, 0
	turned := d.upper[:0]
	for _, n := range d.upper {
		if d.leadsTo(n, y) {
			turned = append(turned, n)
		} else {
			d.insert(n)
		}
	}
	for _, n := range turned {
		d.turn(n, x, y)
	}
}

// leadsTo reports whether n has a child of variable y.
func (d *Diagram) leadsTo(n uint32, y int) bool {
	for _, a := range d.arcsOf(n) {
		if int(d.nodes[a.Child].variable) == y {
			return true
		}
	}
	return false
}

// turn makes n, a node of x that is in no table, one of y.
func (d *Diagram) turn(n uint32, x, y int) {
	cells := d.cells[:0]
	for _, a := range d.arcsOf(n) {
		if int(d.nodes[a.Child].variable) != y {
			cells = append(cells, cell{0, a.Value, a.Child})
			continue
		}
		for _, b := range d.arcsOf(a.Child) {
			cells = append(cells, cell{b.Value, a.Value, b.Child})
		}
	}
	sortCells(cells)
	made := d.made[:0] // the arcs of n, and behind them those of a node of x
	for i := 0; i < len(cells); {
		w, start := cells[i].w, len(made)
		for ; i < len(cells) && cells[i].w == w; i++ {
			made = append(made, Arc{cells[i].v, cells[i].child})
		}
		child := made[start].Child
		if !d.zeroSuppressed || made[start].Value > 0 || len(made) > start+1 {
			child = d.find(x, made[start:])
		}
		d.nodes[child].refs++
		made = append(made[:start], Arc{w, child})
	}
	for _, a := range d.arcsOf(n) {
		d.drop(a.Child)
	}
	d.takeArcs(n)
	d.nodes[n].variable = int32(y)
	d.setArcs(n, made)
	d.insert(n)
	d.cells, d.made = cells, made
}

// sortCells sorts cells that are ordered by v, and by w for equal v, by w, and by v for equal w.
func sortCells(cells []cell) {
	if len(cells) > 24 {
		slices.SortFunc(cells, cell.before)
		return
	}
	for i := 1; i < len(cells); i++ {
		c, j := cells[i], i
		for ; j > 0 && cells[j-1].w > c.w; j-- {
			cells[j] = cells[j-1]
		}
		cells[j] = c
	}
}

// cellsOf returns how many cells the exchange of positions p+1 and p turns at most; exactly, if fewer than enough are
// not certain at once.
func (d *Diagram) cellsOf(p, enough int) (cells int) {
	x, y := d.variable[p+1], d.variable[p]
	if most := d.tables[x].arcs * d.widest; most < enough {
		return most
	}
	for _, n := range d.tables[x].slots {
		for ; n != Empty; n = d.nodes[n].next {
			for _, a := range d.arcsOf(n) {
				if c := &d.nodes[a.Child]; int(c.variable) == y {
					cells += int(c.n)
				} else {
					cells++
				}
			}
		}
	}
	return cells
}
