package mdd

import "brim/dd"

// Union, intersection and difference, each by one recursion over pairs of nodes [Min93] of the same shape: terminal
// cases, lookup in the computed table, recursion value by value, make, remember. Every operation keeps its operands on
// the work stack while it recurs, so that a collection cannot free them.

// arcAt returns the arc for value v among arcs that start at value first.
func arcAt(first int, arcs []node, v int) node {
	if d := uint(v - first); d < uint(len(arcs)) {
		return arcs[d]
	}
	return empty
}

// union returns the tuples in a or in b. Its loop over dense nodes is written out, as most of the time of a saturation
// is spent there.
func (f *Forest) union(a, b node) node {
	switch {
	case a == b || b == empty:
		return a
	case a == empty:
		return b
	}
	if b < a { // commutative: both orders share one entry
		a, b = b, a
	}
	s := f.s
	if r, ok := s.Lookup(f.opUnion, a, b); ok {
		return r
	}
	mark := s.Mark()
	pa, pb := s.Push(a), s.Push(b)
	k := max(s.Level(a), s.Level(b))
	wa, wb := f.view(a, k, pa), f.view(b, k, pb)
	xa, xb := wa.arcs, wb.arcs
	fa, denseA := wa.values.Dense()
	fb, denseB := wb.values.Dense()
	lo := min(fa, fb)
	hi := max(fa+len(xa), fb+len(xb))
	if !denseA || !denseB || dd.Sparse(len(xa)+len(xb), hi-lo) {
		r := f.unionFar(k, wa, wb)
		s.Remember(f.opUnion, a, b, r)
		s.Release(mark)
		return r
	}
	p := s.Grow(hi - lo)
	isA, isB := true, true
	var lastA, lastB, u node // runs of equal pairs are common
	for v := lo; v < hi; v++ {
		if ca, cb := arcAt(fa, xa, v), arcAt(fb, xb, v); ca != lastA || cb != lastB {
			lastA, lastB, u = ca, cb, f.union(ca, cb)
			isA, isB = isA && u == ca, isB && u == cb
		}
		s.Put(p+v-lo, u)
	}
	var r node
	switch {
	case isA && s.Level(a) == k:
		r = a
	case isB && s.Level(b) == k:
		r = b
	default:
		r = f.make(k, lo, p)
	}
	s.Remember(f.opUnion, a, b, r)
	s.Release(mark)
	return r
}

// unionFar is union for two nodes of level k, on the work stack, with values that are far apart.
func (f *Forest) unionFar(k int, a, b view) node {
	arcs := f.newArcs()
	for i, j := 0, 0; i < len(a.arcs) || j < len(b.arcs); {
		va, vb := a.valueAt(i), b.valueAt(j)
		ca, cb := empty, empty
		if va <= vb {
			ca = a.arcs[i]
			i++
		}
		if vb <= va {
			cb = b.arcs[j]
			j++
		}
		arcs.add(min(va, vb), f.union(ca, cb))
	}
	return arcs.make(k)
}

// intersect returns the tuples in a and in b.
func (f *Forest) intersect(a, b node) node {
	switch {
	case a == b:
		return a
	case a == empty || b == empty:
		return empty
	}
	if b < a {
		a, b = b, a
	}
	s := f.s
	if r, ok := s.Lookup(f.opIntersect, a, b); ok {
		return r
	}
	mark := s.Mark()
	pa, pb := s.Push(a), s.Push(b)
	k := max(s.Level(a), s.Level(b))
	few, many := f.view(a, k, pa), f.view(b, k, pb)
	if len(few.arcs) > len(many.arcs) {
		few, many = many, few
	}
	p := s.Grow(len(few.arcs))
	var lastA, lastB, both node
	for i, ca := range few.arcs {
		if cb := many.at(few.values.At(i)); ca != lastA || cb != lastB {
			lastA, lastB, both = ca, cb, f.intersect(ca, cb)
		}
		s.Put(p+i, both)
	}
	r := f.makeAt(k, few.values, p)
	s.Remember(f.opIntersect, a, b, r)
	s.Release(mark)
	return r
}

// minus returns the tuples in a that are not in b.
func (f *Forest) minus(a, b node) node {
	switch {
	case a == b || a == empty:
		return empty
	case b == empty:
		return a
	}
	s := f.s
	if r, ok := s.Lookup(f.opDifference, a, b); ok {
		return r
	}
	mark := s.Mark()
	pa, pb := s.Push(a), s.Push(b)
	k := max(s.Level(a), s.Level(b))
	wa, wb := f.view(a, k, pa), f.view(b, k, pb)
	p := s.Grow(len(wa.arcs))
	same := s.Level(a) == k
	var lastA, lastB, d node
	for i, ca := range wa.arcs {
		if cb := wb.at(wa.values.At(i)); ca != lastA || cb != lastB {
			lastA, lastB, d = ca, cb, f.minus(ca, cb)
			same = same && d == ca
		}
		s.Put(p+i, d)
	}
	r := a
	if !same {
		r = f.makeAt(k, wa.values, p)
	}
	s.Remember(f.opDifference, a, b, r)
	s.Release(mark)
	return r
}
