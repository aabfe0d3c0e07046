package mdd

import (
	"runtime"

	"brim/dd"
)

// A Matrix is a relation on tuples as a matrix diagram [CM99]: a set of pairs of a tuple and the one it leads to.
// Matrices form an algebra, as sets do: union, composition, inverse, closure, images. Equal relations are the same
// diagram, and ==, as sets are. A Relation takes matrices as events (AddMatrix) among others.
//
// Variables may be left alone: the pairs are then those of all values there, each with itself. So Identity, which
// leaves all variables alone, has infinitely many pairs, as domains are open. The zero Matrix is not usable.
//
// # Nodes
//
// The matrices of a forest with K levels share its store. They have two levels for each variable k [CM99, CY05]: a node
// of level K+2k decides the value before, and one of level K+2k−1, a row, the value after. What follows is a matrix
// over the levels below k. Terminals: Empty has no pair, Unit is the identity of the levels below.
//
// A node of variable k has an arc at v+1 to the row of value v. Its arc at 0 leads to the rest, which applies to all
// values without a row: there v leads to v, and the rest to the levels below. A row has an arc at w+1 for each value w
// that v leads to. These are the invariants, by which equal relations are the same node:
//
//	X1  A node of a variable has rows. One whose values all stay would be the rest alone.
//	X2  Where the rest is not Empty, no row leads from its value v to v with that rest and nowhere else, and Unit
//	    stands for a row that leads nowhere. Where it is Empty, so are rows that lead nowhere.
//	X3  What rows lead to, and the rest, are matrices of lower variables, or terminals.
type Matrix struct{ handle }

// matrixOps are the operations on matrices in the computed table.
type matrixOps struct {
	sets                                     [3]dd.Op // by setOp
	image                                    [2]dd.Op // by way
	compose, inverse, domain, fixed, closure dd.Op
	diagonal, cross                          dd.Op // by level
	lists                                    map[string]uint32
	entries                                  []entry // of inverse, while it runs
	values                                   []int   // of closure, while it runs
}

// matrices makes sure that f has the operations on matrices.
func (f *Forest) matrices() *matrixOps {
	if f.mx == nil {
		const both, one = dd.NodeA | dd.NodeB | dd.NodeResult, dd.NodeA | dd.NodeResult
		x := &matrixOps{lists: map[string]uint32{}}
		for o := range x.sets {
			x.sets[o] = f.s.NewOp([]string{"matrix: union", "matrix: intersect", "matrix: minus"}[o], both)
		}
		op := func(name string, handles dd.Operands) dd.Op { return f.s.NewOp("matrix: "+name, handles) }
		x.compose, x.cross = op("compose", both), op("cross", both)
		x.image = [...]dd.Op{forward: op("image", both), back: op("pre-image", both)}
		x.inverse, x.closure, x.diagonal = op("inverse", one), op("closure", one), op("diagonal", one)
		x.domain, x.fixed = op("domain", one), op("fixed", one)
		f.mx = x
	}
	return f.mx
}

func (f *Forest) matrix(n node) Matrix { return Matrix{f.handle(n)} }

func (m Matrix) use(who string) *Forest { return m.held(who, "Matrix") }

// Release gives one result back, as Set.Release does.
func (m Matrix) Release() {
	m.use("Release")
	m.f.s.Unprotect(m.root)
}

// same returns the forest of m and o, which must be one.
func (m Matrix) same(who string, o Matrix) *Forest {
	f := m.use(who)
	o.use(who)
	if m.f != o.f {
		panic("mdd: " + who + ": operands of different forests")
	}
	return f
}

// with returns the forest of m and s, which must be one.
func (m Matrix) with(who string, s Set) *Forest {
	f := m.use(who)
	s.use(who)
	if m.f != s.f {
		panic("mdd: " + who + ": set and matrix of different forests")
	}
	return f
}

// Forest returns the forest that m belongs to, nil for the zero Matrix.
func (m Matrix) Forest() *Forest { return m.f }

// Identity returns the relation that leads from each tuple to itself.
func (f *Forest) Identity() Matrix {
	f.use("Identity")
	f.matrices()
	return f.matrix(unit)
}

// NoPairs returns the relation that leads nowhere.
func (f *Forest) NoPairs() Matrix {
	f.use("NoPairs")
	f.matrices()
	return f.matrix(empty)
}

// IsEmpty reports whether m has no pair.
func (m Matrix) IsEmpty() bool {
	m.use("IsEmpty")
	return m.node() == empty
}

// Equal reports whether m and o have the same pairs. Cost: O(1).
func (m Matrix) Equal(o Matrix) bool {
	m.same("Equal", o)
	return m.node() == o.node()
}

// Size returns the number of nodes of m's diagram, without terminals, and of its arcs. Cost: O(arcs).
func (m Matrix) Size() (nodes, arcs int) {
	nodes, arcs = m.use("Size").s.Size(m.node())
	runtime.KeepAlive(m)
	return nodes, arcs
}

// variableLevel and rowLevel are the levels of the store that have the nodes of variable k and their rows.
func (f *Forest) variableLevel(k int) int { return f.levels + 2*k }
func (f *Forest) rowLevel(k int) int      { return f.levels + 2*k - 1 }

// variable returns the variable of m, a matrix or a row; 0 for terminals.
func (f *Forest) variable(m node) int {
	if m <= unit {
		return 0
	}
	return (f.s.Level(m) - f.levels + 1) / 2
}

// isRow reports whether m is a row; terminals are matrices.
func (f *Forest) isRow(m node) bool { return m > unit && (f.s.Level(m)-f.levels)%2 == 1 }

// nowhere is a row that leads nowhere, where the rest is not Empty.
const nowhere = unit

// rows returns the rest of m, seen as a node of variable k, and a cursor along its rows: that of value v is at v+1.
func (f *Forest) rows(m node, k int) (rest node, c arcCursor) {
	if f.variable(m) < k {
		return m, f.cursor(empty, k)
	}
	c = f.cursor(m, f.s.Level(m))
	rest = c.take(0)
	return rest, c
}

// rowAt returns the row of value v of m, as it is stored, seen as a node of variable k; Empty if there is no row.
func (f *Forest) rowAt(m node, k, v int) node {
	if f.variable(m) < k {
		return empty
	}
	return f.s.Child(m, v+1)
}

// leads returns a cursor along the arcs of a row of variable k as it is stored: the matrix below value w is at w+1.
func (f *Forest) leads(row node, k int) arcCursor {
	if row == nowhere {
		row = empty
	}
	return f.cursor(row, f.levels+2*k-1)
}

// restOf returns the rest of m, seen as a node of variable k.
func (f *Forest) restOf(m node, k int) node {
	if f.variable(m) < k {
		return m
	}
	return f.s.Child(m, 0)
}

// stay returns the row of variable k that leads from v to v, with this rest, and to no other value.
func (f *Forest) stay(k, v int, rest node) node {
	if rest == empty {
		return empty
	}
	return f.oneArc(f.rowLevel(k), v+1, rest)
}

// stays reports whether row is that of stay.
func (f *Forest) stays(row node, v int, rest node) bool {
	if row == empty {
		return rest == empty
	}
	c := f.cursor(row, f.s.Level(row))
	return c.take(v+1) == rest && c.v == noValue
}

// full returns the row of value v of variable k in full: what is stored as row, where a missing row and nowhere stand
// for others.
func (f *Forest) full(k, v int, row, rest node) node {
	switch {
	case row == nowhere:
		return empty
	case row == empty:
		return f.stay(k, v, rest)
	}
	return row
}

// A rowList is a node of a variable under construction, see arcList.
type rowList struct {
	arcs arcList
	k    int
	rest node
	any  bool // there is a row
}

// newRows starts a node of variable k with this rest.
func (f *Forest) newRows(k int, rest node) rowList {
	l := rowList{arcs: f.newArcs(), k: k, rest: rest}
	l.arcs.add(0, rest)
	return l
}

// add appends the row of value v, in full, which is above all values so far.
func (l *rowList) add(v int, row node) {
	if l.arcs.f.stays(row, v, l.rest) {
		return
	}
	if row == empty {
		row = nowhere
	}
	l.arcs.add(v+1, row)
	l.any = true
}

// make makes the node and takes it off the work stack.
func (l *rowList) make() node {
	if !l.any {
		l.arcs.f.s.Release(l.arcs.Start())
		return l.rest
	}
	return l.arcs.make(l.arcs.f.variableLevel(l.k))
}
