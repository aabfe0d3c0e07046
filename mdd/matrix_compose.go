package mdd

import (
	"runtime"
	"slices"
)

// Composition and inverse of matrices.

// Compose returns the composition of m and o, m first: (a, c) for each (a, b) of m and (b, c) of o.
// Cost: one composition for each pair of nodes of one variable that meet, and the unions of their rows.
func (m Matrix) Compose(o Matrix) Matrix {
	f := m.same("Compose", o)
	defer f.s.Release(f.s.Mark())
	r := f.matrix(f.compose(m.node(), o.node()))
	runtime.KeepAlive(m)
	runtime.KeepAlive(o)
	return r
}

// From returns the pairs of m that begin in s.
func (m Matrix) From(s Set) Matrix {
	m.with("From", s)
	return s.Diagonal(s.f.allLevels()...).Compose(m)
}

// To returns the pairs of m that end in s.
func (m Matrix) To(s Set) Matrix {
	m.with("To", s)
	return m.Compose(s.Diagonal(s.f.allLevels()...))
}

// compose returns the composition of a and then b: a matrix if both are matrices, and a row if one of them is a row.
func (f *Forest) compose(a, b node) node {
	switch {
	case a == empty || b == empty:
		return empty
	case a == unit:
		return b
	case b == unit:
		return a
	}
	s := f.s
	if r, ok := s.Lookup(f.mx.compose, a, b); ok {
		return r
	}
	mark := s.Mark()
	s.Push(a)
	s.Push(b)
	var r node
	switch k := max(f.variable(a), f.variable(b)); {
	case f.isRow(a):
		r = f.composeRow(a, b, k)
	case f.isRow(b):
		l := f.newArcs()
		for arc := f.leads(b, k); arc.child != empty; arc.next() { // a is of lower variables
			l.add(arc.v, f.compose(a, arc.child))
		}
		r = l.make(s.Level(b))
	default:
		r = f.composeRows(a, b, k)
	}
	s.Remember(f.mx.compose, a, b, r)
	s.Release(mark)
	return r
}

// composeRows is compose for matrices, seen as nodes of variable k.
func (f *Forest) composeRows(a, b node, k int) node {
	restA, rowsA := f.rows(a, k)
	restB, rowsB := f.rows(b, k)
	l := f.newRows(k, f.compose(restA, restB))
	for rowsA.v != noValue || restA != empty && rowsB.v != noValue {
		at := rowsA.v
		if restA != empty {
			at = min(at, rowsB.v)
		}
		rowB := rowsB.take(at) // used below where a leaves the value alone
		if rowA := rowsA.take(at); rowA == empty {
			l.add(at-1, f.compose(restA, f.full(k, at-1, rowB, restB)))
		} else {
			l.add(at-1, f.compose(f.full(k, at-1, rowA, restA), b))
		}
	}
	return l.make()
}

// composeRow is compose for a row of variable k and a matrix: the union, over the values that the row leads to, of the
// rows of b there.
func (f *Forest) composeRow(row, b node, k int) node {
	rest := f.restOf(b, k)
	p := f.s.Mark()
	for arc := f.leads(row, k); arc.child != empty; arc.next() {
		v, below := arc.v-1, arc.child
		if t := f.compose(below, f.full(k, v, f.rowAt(b, k, v), rest)); t != empty {
			f.s.Push(t)
		}
	}
	return f.joinRows(p)
}

// Inverse returns the inverse of m: (b, a) for each (a, b). Cost: O(arcs of m), and a sort of those of a node.
func (m Matrix) Inverse() Matrix {
	f := m.use("Inverse")
	defer f.s.Release(f.s.Mark())
	f.mx.entries = f.mx.entries[:0] // an operation that a limit ended may have left some
	r := f.matrix(f.inverse(m.node()))
	runtime.KeepAlive(m)
	return r
}

// An entry leads from one value to another; its matrix for the levels below lies on the work stack at position at.
type entry struct{ from, to, at int }

// inverse returns the inverse of m. It lists the entries of all rows, with their inverses below, sorts them by the
// value that they lead to, and makes the rows anew.
func (f *Forest) inverse(m node) node {
	if m <= unit {
		return m
	}
	s := f.s
	if r, ok := s.Lookup(f.mx.inverse, m, 0); ok {
		return r
	}
	mark := s.Mark()
	s.Push(m)
	k := f.variable(m)
	rest, rows := f.rows(m, k)
	p := s.Push(f.inverse(rest))
	list := len(f.mx.entries) // those of the calls around this one come before
	for c := rows; c.v != noValue; c.next() {
		for arc := f.leads(c.child, k); arc.child != empty; arc.next() {
			at, below := arc.v, arc.child
			back := f.inverse(below)
			f.mx.entries = append(f.mx.entries, entry{c.v - 1, at - 1, s.Push(back)})
			if rest != empty && f.rowAt(m, k, at-1) == empty { // the rest applies to that value, too
				f.mx.entries = append(f.mx.entries, entry{at - 1, at - 1, p})
			}
		}
	}
	entries := f.mx.entries[list:]
	slices.SortFunc(entries, func(a, b entry) int {
		if a.to != b.to {
			return a.to - b.to
		}
		return a.from - b.from
	})
	l := f.newRows(k, s.At(p))
	for rows.v != noValue || len(entries) > 0 {
		v := rows.v - 1
		if len(entries) > 0 {
			v = min(v, entries[0].to)
		}
		rows.take(v + 1)
		row := f.newArcs()
		last := -1
		for ; len(entries) > 0 && entries[0].to == v; entries = entries[1:] {
			if e := entries[0]; e.from != last {
				row.add(e.from+1, s.At(e.at))
				last = e.from
			}
		}
		n := row.make(f.rowLevel(k))
		l.add(v, n)
	}
	f.mx.entries = f.mx.entries[:list]
	r := l.make()
	s.Remember(f.mx.inverse, m, 0, r)
	s.Release(mark)
	return r
}
