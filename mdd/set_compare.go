package mdd

import "runtime"

// Inclusion and disjointness of two sets. These recursions make no node, so no limit on nodes ends them; their results
// are remembered.

// SubsetOf reports whether all tuples of a are in b. It makes no node. Cost: pairs of nodes of one level that the same
// values lead to, |a|·|b| at worst, often few where the answer is no, since it ends with the first difference.
func (a Set) SubsetOf(b Set) bool {
	a.same("SubsetOf", b)
	r := a.f.isSubset(a.node(), b.node())
	runtime.KeepAlive(a)
	return r
}

// Disjoint reports whether no tuple is both in a and in b. It makes no node. Cost: as for SubsetOf; it ends with the
// first tuple that both have.
func (a Set) Disjoint(b Set) bool {
	a.same("Disjoint", b)
	r := !a.f.meet(a.node(), b.node())
	runtime.KeepAlive(a)
	return r
}

// isSubset reports whether a is a subset of b.
func (f *Forest) isSubset(a, b node) bool {
	s := f.s
	if a == empty {
		return true
	}
	k := s.Level(a)
	if b = f.below(b, k); a == b {
		return true
	}
	if b == empty || s.Level(b) < k { // a has a node on its level: a value there that is not 0
		return false
	}
	if r, ok := s.Lookup(f.opSubset, a, b); ok {
		return r == yes
	}
	r := uint32(yes)
	y := f.cursor(b, k)
	for x := f.cursor(a, k); x.child != empty && r == yes; x.next() {
		y.seek(x.v)
		if y.v != x.v || !f.isSubset(x.child, y.child) {
			r = no
		}
	}
	s.Remember(f.opSubset, a, b, r)
	return r == yes
}

// Remembered answers.
const (
	no  = 0
	yes = 1
)

// meet reports whether a and b have a tuple in common.
func (f *Forest) meet(a, b node) bool {
	s := f.s
	for a != empty && b != empty && s.Level(a) != s.Level(b) {
		if s.Level(a) < s.Level(b) {
			a, b = b, a
		}
		a = f.below(a, s.Level(b))
	}
	switch {
	case a == empty || b == empty:
		return false
	case a == b:
		return true
	case b < a:
		a, b = b, a
	}
	if r, ok := s.Lookup(f.opMeet, a, b); ok {
		return r == yes
	}
	k := s.Level(a)
	r := uint32(no)
	x, y := f.cursor(a, k), f.cursor(b, k)
	for x.child != empty && y.child != empty && r == no {
		switch {
		case x.v < y.v:
			x.seek(y.v)
		case y.v < x.v:
			y.seek(x.v)
		case f.meet(x.child, y.child):
			r = yes
		default:
			x.next()
			y.next()
		}
	}
	s.Remember(f.opMeet, a, b, r)
	return r == yes
}
