package mdd

// Symmetric difference, complement in a box, and if-then-else.

// Xor returns the tuples in a or in b, but not in both: the symmetric difference. Cost: as for Union.
func (a Set) Xor(b Set) Set {
	a.same("Xor", b)
	defer a.f.s.Release(a.f.s.Mark())
	return a.f.set(a.f.xor(a.node(), b.node()))
}

// Ite returns the tuples of b that are in a, and those of c that are not: if a then b else c. It is
// a.Intersect(b).Union(c.Minus(a)) in one recursion, which ends where b and c are the same.
//
// Cost: triples of nodes of one level that the same values lead to. That is next to nothing where b and c differ in a
// few tuples; where the three sets have nothing in common, the three operations take half as long (BenchmarkIte).
func (a Set) Ite(b, c Set) Set {
	a.same("Ite", b)
	a.same("Ite", c)
	defer a.f.s.Release(a.f.s.Mark())
	return a.f.set(a.f.choose(a.f.operands(), a.node(), b.node(), c.node()))
}

// ComplementIn returns the tuples of a box that are not in a, where the box has the tuples whose value on each level k
// is in box[k-1], as for Box. Cost: O(arcs), times the values of the box at worst.
func (a Set) ComplementIn(box [][]int) Set {
	f := a.use("ComplementIn")
	defer f.s.Release(f.s.Mark())
	return f.set(f.minus(f.box("ComplementIn", box), a.node()))
}

// xor returns the tuples in one of a and b.
func (f *Forest) xor(a, b node) node {
	switch {
	case a == b:
		return empty
	case a == empty:
		return b
	case b == empty:
		return a
	case b < a: // commutative: both orders share one entry
		a, b = b, a
	}
	s := f.s
	if r, ok := s.Lookup(f.opXor, a, b); ok {
		return r
	}
	mark := s.Mark()
	s.Push(a)
	s.Push(b)
	k := max(s.Level(a), s.Level(b))
	x, y := f.cursor(a, k), f.cursor(b, k)
	arcs := f.newArcs()
	for v := min(x.v, y.v); v != noValue; v = min(x.v, y.v) {
		arcs.add(v, f.xor(x.take(v), y.take(v)))
	}
	r := arcs.make(k)
	s.Remember(f.opXor, a, b, r)
	s.Release(mark)
	return r
}

// choose returns the tuples of b that are in a, and those of c that are not.
//
// The computed table has room for two operands and a number. So each pair of b and c has a number, which the table has
// as a result, too: if it loses that, the pair gets another number, and results with the old one are lost. No two pairs
// ever have the same number.
func (f *Forest) choose(o *operands, a, b, c node) node {
	s := f.s
	a = f.below(a, max(s.Level(b), s.Level(c)))
	switch {
	case b == c || a == empty:
		return c
	case b == empty:
		return f.minus(c, a)
	case c == empty || a == c:
		return f.intersect(a, b)
	case a == b:
		return f.union(a, c)
	}
	pair, ok := s.Lookup(o.pair, b, c)
	if ok {
		if r, ok := s.Lookup(o.choose, a, pair); ok {
			return r
		}
	} else {
		pair = o.newPair(s)
		s.Remember(o.pair, b, c, pair)
	}
	mark := s.Mark()
	s.Push(a)
	s.Push(b)
	s.Push(c)
	k := max(s.Level(b), s.Level(c))
	x, y, z := f.cursor(a, k), f.cursor(b, k), f.cursor(c, k)
	arcs := f.newArcs()
	for v := min(y.v, z.v); v != noValue; v = min(y.v, z.v) {
		x.seek(v)
		arcs.add(v, f.choose(o, x.take(v), y.take(v), z.take(v)))
	}
	r := arcs.make(k)
	s.Remember(o.choose, a, pair, r)
	s.Release(mark)
	return r
}
