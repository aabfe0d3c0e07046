package mdd

// The union of many sets, by rounds of unions of neighbours.

// UnionOf returns the union of the sets, the empty set if there is none. It unites neighbours first, then the results,
// so that sets of about equal size meet: n sets of one tuple each take log n rounds over all tuples, and n rounds by
// one Union after the other. Tuples and FromSeq are better still where the tuples are at hand.
func (f *Forest) UnionOf(sets ...Set) Set {
	f.use("UnionOf")
	defer f.s.Release(f.s.Mark())
	p := f.s.Mark()
	for _, a := range sets {
		if f != a.use("UnionOf") {
			panic("mdd: UnionOf: operands of different forests")
		}
		f.gather(p, a.node())
	}
	return f.set(f.unite(p))
}

// gather puts n on the work stack for unite(p), unless it is empty or lies there already.
func (f *Forest) gather(p int, n node) {
	if top := f.s.Mark() - 1; n != empty && (top < p || f.s.At(top) != n) {
		f.s.Push(n)
	}
}

// unite returns the union of the sets on the work stack from position p on, and takes them off.
func (f *Forest) unite(p int) node {
	s := f.s
	n := s.Mark() - p
	if n == 0 {
		return empty
	}
	for n > 1 {
		for i := 0; i < n/2; i++ {
			s.Put(p+i, f.union(s.At(p+2*i), s.At(p+2*i+1)))
		}
		if n%2 == 1 {
			s.Put(p+n/2, s.At(p+n-1))
		}
		n = (n + 1) / 2
		s.Release(p + n)
	}
	r := s.At(p)
	s.Release(p)
	return r
}
