package mdd

import "runtime"

// Union, intersection and difference of matrices.

// A setOp is a set operation on two sets of pairs.
type setOp uint8

const (
	inEither setOp = iota
	inBoth
	inFirst // and not in the second
)

// Union returns the pairs in m or in o. Cost: O(|m|·|o|) nodes in the worst case, often far less.
func (m Matrix) Union(o Matrix) Matrix { return m.combined("Union", inEither, o) }

// Intersect returns the pairs in m and in o. Cost: as for Union.
func (m Matrix) Intersect(o Matrix) Matrix { return m.combined("Intersect", inBoth, o) }

// Minus returns the pairs in m that are not in o. Cost: as for Union.
func (m Matrix) Minus(o Matrix) Matrix { return m.combined("Minus", inFirst, o) }

func (m Matrix) combined(who string, op setOp, o Matrix) Matrix {
	f := m.same(who, o)
	defer f.s.Release(f.s.Mark())
	r := f.matrix(f.combine(op, m.node(), o.node()))
	runtime.KeepAlive(m)
	runtime.KeepAlive(o)
	return r
}

// combineTrivial returns the result for operands, both matrices or both rows, where it does not depend on their arcs.
func combineTrivial(op setOp, a, b node) (r node, ok bool) {
	switch {
	case op == inFirst && (a == b || a == empty):
		return empty, true
	case op == inFirst && b == empty:
		return a, true
	case op == inFirst:
		return empty, false
	case a == b:
		return a, true
	case op == inBoth && (a == empty || b == empty):
		return empty, true
	case a == empty || b == empty:
		return max(a, b), true // the other one
	}
	return empty, false
}

// combine returns the result of a set operation on a and b, both matrices or both rows.
func (f *Forest) combine(op setOp, a, b node) node {
	if r, ok := combineTrivial(op, a, b); ok {
		return r
	}
	if op != inFirst && b < a { // commutative: both orders share one entry
		a, b = b, a
	}
	s := f.s
	if r, ok := s.Lookup(f.mx.sets[op], a, b); ok {
		return r
	}
	mark := s.Mark()
	s.Push(a)
	s.Push(b)
	var r node
	if f.isRow(a) {
		k := s.Level(a)
		arcsA, arcsB := f.cursor(a, k), f.cursor(b, k)
		l := f.newArcs()
		for arcsA.v != noValue || arcsB.v != noValue {
			at := min(arcsA.v, arcsB.v)
			l.add(at, f.combine(op, arcsA.take(at), arcsB.take(at)))
		}
		r = l.make(k)
	} else {
		r = f.combineRows(op, a, b, max(f.variable(a), f.variable(b)))
	}
	s.Remember(f.mx.sets[op], a, b, r)
	s.Release(mark)
	return r
}

// combineRows is combine for matrices, seen as nodes of variable k. It goes along the rows of both; where one has no
// row, the row of its rest takes that place.
func (f *Forest) combineRows(op setOp, a, b node, k int) node {
	restA, rowsA := f.rows(a, k)
	restB, rowsB := f.rows(b, k)
	l := f.newRows(k, f.combine(op, restA, restB))
	for rowsA.v != noValue || rowsB.v != noValue {
		at := min(rowsA.v, rowsB.v)
		x := f.full(k, at-1, rowsA.take(at), restA)
		p := f.s.Push(x)
		row := f.combine(op, x, f.full(k, at-1, rowsB.take(at), restB))
		f.s.Release(p)
		l.add(at-1, row)
	}
	return l.make()
}

// joinRows returns the union of the rows of variable k that lie on the work stack from position p on, and takes them
// off it.
func (f *Forest) joinRows(p int) node {
	s := f.s
	for n := s.Mark() - p; n > 1; n = (n + 1) / 2 { // halves, as long rows would be made anew for each short one
		for i := 0; i < n/2; i++ {
			s.Put(p+i, f.combine(inEither, s.At(p+2*i), s.At(p+2*i+1)))
		}
		if n%2 == 1 {
			s.Put(p+n/2, s.At(p+n-1))
		}
		s.Release(p + (n+1)/2)
	}
	if s.Mark() == p {
		return empty
	}
	r := s.At(p)
	s.Release(p)
	return r
}
