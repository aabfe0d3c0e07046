package edd

import "brim/dd"

// Add returns the pointwise sum of g and h: ∞ where one of them is. So g.Add(f.Zero(set)) is g on the tuples of set
// alone. It panics if a sum would reach Infinity. Cost: O(|g|·|h|) nodes in the worst case, often far less.
func (g Func) Add(h Func) Func {
	g.same("Add", h)
	f := g.f
	defer f.s.Release(f.s.Mark())
	sum := f.function(f.pointwise(sumOf, g.edge("Add"), h.edge("Add")))
	if d := sum.Largest(); d >= Infinity {
		distance("Add", "distance", d)
	}
	return sum
}

// Max returns the pointwise maximum of g and h: ∞ where one of them is. Cost: as for Min.
func (g Func) Max(h Func) Func {
	g.same("Max", h)
	defer g.f.s.Release(g.f.s.Mark())
	return g.f.function(g.f.pointwise(maxOf, g.edge("Max"), h.edge("Max")))
}

// A pointwiseKind says how pointwise combines two distances. Both are symmetric, and ∞ if one of them is.
type pointwiseKind bool

const (
	sumOf pointwiseKind = false
	maxOf pointwiseKind = true
)

// pointwise returns the sum or the maximum of a and b.
func (f *Forest) pointwise(kind pointwiseKind, a, b edge) edge {
	if a.n == empty || b.n == empty {
		return nowhere
	}
	if b.n < a.n {
		a, b = b, a
	}
	v, d := f.sum(a.v, b.v), uint32(0)
	if kind == maxOf {
		if b.v < a.v {
			a, b = b, a
		}
		v, d = a.v, b.v-a.v
	}
	e := f.pointwiseNode(kind, a.n, b.n, d)
	if e.n != empty {
		e.v = f.sum(e.v, v)
	}
	return e
}

// pointwiseNode returns the sum or the maximum of ⟨0, a⟩ and ⟨d, b⟩, value by value of their edges. It depends on the
// difference d alone, which is part of its key.
func (f *Forest) pointwiseNode(kind pointwiseKind, a, b node, d uint32) edge {
	if a == unit && b == unit || a == b && kind == maxOf {
		return edge{d, b}
	}
	s := f.s
	mark := s.Mark()
	s.Push(a)
	s.Push(b)
	op, x := f.opAdd, a
	if kind == maxOf {
		op, x = f.apart(f.opMax, f.opFarMax, a, d)
	}
	if r, ok := s.Lookup(op, x, b); ok {
		s.Release(mark)
		return f.unpacked(r)
	}
	k := max(s.Level(a), s.Level(b))
	edges := f.newEdges()
	for v, ea := range f.edges(a, k) {
		eb := f.edgeAt(b, k, v)
		if eb.n != empty {
			eb.v = f.sum(eb.v, d)
			edges.add(v, f.pointwise(kind, ea, eb))
		}
	}
	e := edges.make(k)
	s.Remember(op, x, b, f.packed(e))
	s.Release(mark)
	return e
}

// apart returns the operation and the operand under which the computed table has results for a and the number d: near
// with d as its extra operand where that has room, or far with a handle for both, which it leaves on the work stack.
func (f *Forest) apart(near, far dd.Op, a node, d uint32) (dd.Op, node) {
	if d <= dd.MaxOperand {
		return near.With(int(d)), a
	}
	x := f.packed(edge{d, a})
	f.s.Push(x)
	return far, x
}
