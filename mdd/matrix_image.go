package mdd

import (
	"fmt"
	"runtime"
)

// Images under a matrix, its domain and range, and whether it has finitely many pairs.

// A way is a direction along a matrix.
type way uint8

const (
	forward way = iota
	back
)

// Image returns the tuples that m leads to from a tuple of s. Cost: pairs of a node of s and one of m, and unions.
func (m Matrix) Image(s Set) Set { return m.led("Image", forward, s) }

// PreImage returns the tuples from which m leads to a tuple of s. Cost: as for Image; no inverse is made.
func (m Matrix) PreImage(s Set) Set { return m.led("PreImage", back, s) }

func (m Matrix) led(who string, w way, s Set) Set {
	f := m.with(who, s)
	defer f.s.Release(f.s.Mark())
	r := f.set(f.image(w, m.node(), s.node()))
	runtime.KeepAlive(m)
	runtime.KeepAlive(s)
	return r
}

// Enabled returns the tuples of s that begin a pair of m. Cost: as for Domain and Image.
func (m Matrix) Enabled(s Set) Set {
	f := m.with("Enabled", s)
	defer f.s.Release(f.s.Mark())
	d := f.s.Push(f.domain(m.node()))
	r := f.set(f.image(forward, f.s.At(d), s.node()))
	runtime.KeepAlive(m)
	runtime.KeepAlive(s)
	return r
}

// Domain returns the tuples that begin a pair of m. It panics if there are infinitely many, since m leaves a variable
// alone for all its values: see Enabled, From and Bounded. Cost: O(arcs of m) unions.
func (m Matrix) Domain() Set {
	f := m.bounded("Domain")
	defer f.s.Release(f.s.Mark())
	d := f.s.Push(f.domain(m.node()))
	r := f.set(f.fixed(f.s.At(d)))
	runtime.KeepAlive(m)
	return r
}

// Range returns the tuples that m leads to. It panics where Domain does. Cost: that of Inverse and Domain.
func (m Matrix) Range() Set {
	m.bounded("Range")
	return m.Inverse().Domain()
}

// Bounded reports whether m has finitely many pairs: on each path to a pair every variable has a value.
// Cost: O(nodes).
func (m Matrix) Bounded() bool {
	f := m.use("Bounded")
	defer runtime.KeepAlive(m)
	return f.finite(m.node(), f.levels, map[node]bool{})
}

// bounded returns the forest of m, and panics if m has infinitely many pairs.
func (m Matrix) bounded(who string) *Forest {
	f := m.use(who)
	if !m.Bounded() {
		panic(fmt.Sprintf("mdd: %s: a matrix with infinitely many pairs, as it leaves variables alone; expected one "+
			"with From or To", who))
	}
	return f
}

// finite reports whether m, over levels 1…k, has finitely many pairs.
func (f *Forest) finite(m node, k int, known map[node]bool) bool {
	switch {
	case m == empty || k == 0:
		return true
	case f.variable(m) < k:
		return false
	}
	if known[m] {
		return true
	}
	rest, rows := f.rows(m, k)
	if rest != empty {
		return false
	}
	for ; rows.v != noValue; rows.next() {
		for arc := f.leads(rows.child, k); arc.child != empty; arc.next() {
			if !f.finite(arc.child, k-1, known) {
				return false
			}
		}
	}
	known[m] = true
	return true
}

// image returns the tuples to which m leads from the set n, or, backwards, from which it leads to n. Value by value of
// the highest variable it follows the row, or the rest where there is no row.
func (f *Forest) image(w way, m, n node) node {
	switch {
	case m == empty || n == empty:
		return empty
	case m == unit:
		return n
	}
	s := f.s
	if r, ok := s.Lookup(f.mx.image[w], m, n); ok {
		return r
	}
	mark := s.Mark()
	s.Push(m)
	s.Push(n)
	k := max(s.Level(n), f.variable(m))
	rest, rows := f.rows(m, k)
	fr := newFrame(s, 0, 0)
	if w == forward || rest != empty {
		for from := f.cursor(n, k); from.child != empty; from.next() {
			row := f.rowAt(m, k, from.v)
			if row == empty { // left alone
				if t := f.image(w, rest, from.child); t != empty {
					fr.merge(f, from.v, t)
				}
			} else if w == forward {
				for to := f.leads(row, k); to.child != empty; to.next() {
					if t := f.image(w, to.child, from.child); t != empty {
						fr.merge(f, to.v-1, t)
					}
				}
			}
		}
	}
	if w == back {
		for ; rows.v != noValue; rows.next() {
			for from := f.leads(rows.child, k); from.child != empty; from.next() {
				if t := f.image(w, from.child, f.childAt(n, k, from.v-1)); t != empty {
					fr.merge(f, rows.v-1, t)
				}
			}
		}
	}
	r := fr.finish(f, k)
	s.Remember(f.mx.image[w], m, n, r)
	s.Release(mark)
	return r
}

// childAt returns where the arc of value v of n leads, n seen as a node of level k ≥ level(n).
func (f *Forest) childAt(n node, k, v int) node {
	switch {
	case f.s.Level(n) == k:
		return f.s.Child(n, v)
	case v == 0:
		return n
	}
	return empty
}

// domain returns the identity on the tuples that begin a pair of m. For a row it is the identity on the tuples below it
// that begin a pair, whatever value that leads to.
func (f *Forest) domain(m node) node {
	if m <= unit {
		return m
	}
	s := f.s
	if r, ok := s.Lookup(f.mx.domain, m, 0); ok {
		return r
	}
	mark := s.Mark()
	s.Push(m)
	k := f.variable(m)
	var r node
	if f.isRow(m) {
		p := s.Push(empty)
		for arc := f.leads(m, k); arc.child != empty && s.At(p) != unit; arc.next() {
			d := s.Push(f.domain(arc.child))
			s.Put(p, f.combine(inEither, s.At(p), s.At(d)))
			s.Release(d)
		}
		r = s.At(p)
	} else {
		rest, rows := f.rows(m, k)
		l := f.newRows(k, f.domain(rest))
		for ; rows.v != noValue; rows.next() {
			row := empty
			if rows.child != nowhere {
				row = f.stay(k, rows.v-1, f.domain(rows.child))
			}
			l.add(rows.v-1, row)
		}
		r = l.make()
	}
	s.Remember(f.mx.domain, m, 0, r)
	if r != m {
		s.Remember(f.mx.domain, r, 0, r)
	}
	s.Release(mark)
	return r
}

// fixed returns the tuples of d, a part of the identity with finitely many pairs, as a set.
func (f *Forest) fixed(d node) node {
	if d <= unit {
		return d
	}
	s := f.s
	if r, ok := s.Lookup(f.mx.fixed, d, 0); ok {
		return r
	}
	mark := s.Mark()
	s.Push(d)
	k := f.variable(d)
	l := f.newArcs()
	for arc := f.cursor(d, f.variableLevel(k)); arc.child != empty; arc.next() {
		at, row := arc.v, arc.child
		c := f.cursor(row, f.s.Level(row))
		l.add(at-1, f.fixed(c.child))
	}
	r := l.make(k)
	s.Remember(f.mx.fixed, d, 0, r)
	s.Release(mark)
	return r
}
