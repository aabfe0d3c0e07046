package mdd

import (
	"runtime"
	"slices"
)

// The transitive closure of a matrix.

// Closure returns the transitive closure of m: the compositions of one or more of its pairs. With Union(Identity()) it
// is the reflexive one.
//
// It works as saturation does, bottom-up: the pairs that leave a value as it is are closed first, on the lower
// variables, and then a row is extended along the other rows, always from the least value that has got new pairs, until
// nothing changes. Time is not bounded by the operand's size: run it under Guard. Relation.Saturate finds what is
// reached from one set at a fraction of the cost.
func (m Matrix) Closure() Matrix {
	f := m.use("Closure")
	defer f.s.Release(f.s.Mark())
	f.mx.values = f.mx.values[:0] // an operation that a limit ended may have left some
	r := f.matrix(f.closure(m.node()))
	runtime.KeepAlive(m)
	return r
}

// A closer closes a node of a variable. It works on the values that have a row or that rows lead to; the others are
// left alone. For the i-th of these values the work stack has, from positions loops, found and changed on: the
// reflexive closure of the pairs that lead from the value to itself, the matrix below the value in the row under
// construction, and whether that has changed since it was followed.
type closer struct {
	f                     *Forest
	m                     node
	k                     int
	rest                  node
	list, n               int // of the values, from this index of matrixOps.values on
	loops, found, changed int
	least                 int // the first value that may have changed
}

// closure returns the transitive closure of the matrix m.
func (f *Forest) closure(m node) node {
	if m <= unit {
		return m
	}
	s := f.s
	if r, ok := s.Lookup(f.mx.closure, m, 0); ok {
		return r
	}
	mark := s.Mark()
	s.Push(m)
	k := f.variable(m)
	c := closer{f: f, m: m, k: k, rest: f.restOf(m, k), list: len(f.mx.values)}
	c.findValues()
	c.loops = s.Grow(3 * c.n)
	c.found, c.changed = c.loops+c.n, c.loops+2*c.n
	for i := range c.n {
		v := c.value(i)
		loop := c.rest
		if row := f.rowAt(m, k, v); row == nowhere {
			loop = empty
		} else if row != empty {
			loop = s.Child(row, v+1)
		}
		s.Put(c.loops+i, f.combine(inEither, unit, f.closure(loop)))
	}
	l := f.newRows(k, f.closure(c.rest))
	for i := range c.n {
		row := c.row(i)
		l.add(c.value(i), row)
	}
	r := l.make()
	f.mx.values = f.mx.values[:c.list]
	s.Remember(f.mx.closure, m, 0, r)
	s.Release(mark)
	return r
}

// findValues lists the values that the closer looks at.
func (c *closer) findValues() {
	f := c.f
	_, rows := f.rows(c.m, c.k)
	for ; rows.child != empty; rows.next() {
		f.mx.values = append(f.mx.values, rows.v-1)
		for arc := f.leads(rows.child, c.k); arc.child != empty; arc.next() {
			f.mx.values = append(f.mx.values, arc.v-1)
		}
	}
	slices.Sort(f.mx.values[c.list:])
	c.n = len(slices.Compact(f.mx.values[c.list:]))
	f.mx.values = f.mx.values[:c.list+c.n]
}

func (c *closer) value(i int) int { return c.f.mx.values[c.list+i] }

// row returns the row of the closure for the i-th value.
func (c *closer) row(i int) node {
	s := c.f.s
	clear(s.Words(c.found, 2*c.n))
	c.least = c.n
	c.follow(i, unit, true)
	for j := c.least; j < c.n; j = c.least {
		c.least = j + 1
		if s.At(c.changed+j) != 0 {
			s.Put(c.changed+j, 0)
			c.follow(j, s.At(c.found+j), false)
		}
	}
	arcs := c.f.newArcs()
	for j := range c.n {
		arcs.add(c.value(j)+1, s.At(c.found+j))
	}
	return arcs.make(c.f.rowLevel(c.k))
}

// follow extends the row under construction, in which a leads to the i-th value, along the row of that value; to that
// value itself only if stay is true.
func (c *closer) follow(i int, a node, stay bool) {
	f, v := c.f, c.value(i)
	row := f.rowAt(c.m, c.k, v)
	if row == empty && stay {
		c.lead(i, f.compose(a, c.rest))
	}
	from := 0
	for arc := f.leads(row, c.k); arc.child != empty; arc.next() {
		to := arc.v - 1
		if to == v && !stay {
			continue
		}
		next, _ := slices.BinarySearch(f.mx.values[c.list+from:c.list+c.n], to)
		from += next
		c.lead(from, f.compose(a, arc.child))
	}
}

// lead adds the pairs of a, which lead to the i-th value, to the row under construction.
func (c *closer) lead(i int, a node) {
	f, s := c.f, c.f.s
	old := s.At(c.found + i)
	r := f.combine(inEither, old, f.compose(a, s.At(c.loops+i)))
	if r != old {
		s.Put(c.found+i, r)
		s.Put(c.changed+i, 1)
		c.least = min(c.least, i)
	}
}
