package ldd

import (
	"fmt"
	"iter"

	"brim/dd"
)

// Sets, and the union of two.

// A Set is a set of tuples. Two sets of a forest are Equal exactly if they have the same tuples.
type Set struct {
	f    *Forest
	root *dd.Root
}

// set returns n as a set.
func (f *Forest) set(n node) Set { return Set{f, f.s.Protect(n)} }

// Tuple returns the set of one tuple, value k at index k−1.
func (f *Forest) Tuple(values []int) Set {
	if len(values) != f.levels {
		panic(fmt.Sprintf("ldd: Tuple: %d values, expected %d", len(values), f.levels))
	}
	n := unit
	for i, v := range values {
		if v < 0 {
			panic(fmt.Sprintf("ldd: Tuple: value %d", v))
		}
		n = f.raise(f.cons(i+1, n, empty), v)
	}
	return f.set(n)
}

// Equal reports whether a and b, sets of one forest, have the same tuples.
func (a Set) Equal(b Set) bool { return a.root.Node() == b.root.Node() }

// Nodes returns the number of cells and shifts of the diagram. Cost: O(nodes).
func (a Set) Nodes() int {
	nodes, _ := a.f.s.Size(a.root.Node())
	return nodes
}

// All yields the tuples, ascending, level 1 last; the slice is valid until the next one. No sets must be made
// meanwhile.
func (a Set) All() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		f := a.f
		values := make([]int, f.levels)
		var walk func(n node, k int) bool
		walk = func(n node, k int) bool {
			if n == empty {
				return true
			}
			if k == 0 {
				return yield(values)
			}
			v, cell := f.split(n)
			for cell != empty {
				values[k-1] = v
				if !walk(f.follows(cell), k-1) {
					return false
				}
				distance, next := f.rest(cell)
				v, cell = v+distance, next
			}
			return true
		}
		walk(a.root.Node(), f.levels)
	}
}

// Union returns the tuples in a or in b. Cost: at most |a|·|b|, and far less where the lists have rests in common.
func (a Set) Union(b Set) Set {
	f := a.f
	defer f.s.Release(f.s.Mark())
	return f.set(f.union(a.root.Node(), b.root.Node()))
}

// A pair is a step of a union along two lists: a cell of each, where the value of b is above that of a by apart ≥ 0,
// and the distance to the values of the next pair.
type pair struct {
	a, b        node
	apart, next int
}

// union returns the tuples in a or in b, sets over the same levels.
func (f *Forest) union(a, b node) node {
	switch {
	case a == b || b == empty:
		return a
	case a == empty:
		return b
	}
	va, ca := f.split(a)
	vb, cb := f.split(b)
	mark := f.s.Mark()
	f.s.Push(a)
	f.s.Push(b)
	u := f.unite(lower(ca, va, cb, vb))
	u = f.raise(u, min(va, vb))
	f.s.Release(mark)
	return u
}

// lower returns the pair of two cells with these values, of which one may be empty.
func lower(a node, va int, b node, vb int) pair {
	switch {
	case a == empty:
		return pair{a: b}
	case b == empty:
		return pair{a: a}
	case va > vb || va == vb && a > b: // commutative: both orders share one entry
		return pair{a: b, b: a, apart: va - vb}
	}
	return pair{a: a, b: b, apart: vb - va}
}

// unite returns the union of two lists, which the work stack keeps, from the first pair of cells on: a cell that stands
// for the value of the first one. It walks along both until it meets a pair whose union is known, and makes the cells
// on its way back, so the recursion is as deep as there are levels.
func (f *Forest) unite(p pair) node {
	s := f.s
	start := len(f.pairs)
	r := empty
	for p.a != empty {
		if p.b == empty || p.a == p.b && p.apart == 0 {
			r = p.a
			break
		}
		var known bool
		if r, known = s.Lookup(f.opUnion.With(p.apart), p.a, p.b); known {
			break
		}
		va, a := f.rest(p.a)
		vb, b := p.apart, p.b
		if p.apart == 0 {
			vb, b = f.rest(p.b)
		}
		if p.next = va; a == empty || b != empty && vb < va {
			p.next = vb
		}
		f.pairs = append(f.pairs, p)
		p, r = lower(a, va, b, vb), empty
	}
	at := s.Push(r)
	for len(f.pairs) > start {
		p := f.pairs[len(f.pairs)-1]
		f.pairs = f.pairs[:len(f.pairs)-1]
		d := f.follows(p.a)
		if p.apart == 0 {
			d = f.union(d, f.follows(p.b))
		}
		r = f.link(s.Level(p.a), d, s.At(at), p.next)
		s.Put(at, r)
		s.Remember(f.opUnion.With(p.apart), p.a, p.b, r)
	}
	s.Release(at)
	return r
}
