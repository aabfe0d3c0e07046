package edd

import (
	"runtime"

	"brim/mdd"
)

// TruncateExact returns g cut at bound: g(s) where g(s) ≤ bound, ∞ elsewhere. Where all of a sub-diagram fits, it is
// not looked at.
//
// What is left of a node depends on what is left of the bound there, so the cost grows with the number of remainders.
// It panics if bound < 0. [YCL09]
func (g Func) TruncateExact(bound int) Func {
	e := g.edge("TruncateExact")
	defer g.f.s.Release(g.f.s.Mark())
	return g.f.function(g.f.cut(e, distance("TruncateExact", "bound", bound)))
}

// TruncateApprox returns g without the edges whose own value is larger than bound: cheaper than TruncateExact, as
// nothing depends on the path. It may keep tuples beyond bound, but since values are ≥ 0 it never loses one within it.
// It panics if bound < 0. [YCL09]
func (g Func) TruncateApprox(bound int) Func {
	e := g.edge("TruncateApprox")
	defer g.f.s.Release(g.f.s.Mark())
	b := distance("TruncateApprox", "bound", bound)
	if e.n == empty || e.v > b {
		return g.f.Infinity()
	}
	return g.f.function(edge{e.v, g.f.truncate(e.n, b, false)})
}

// cut returns what of e is at most b.
func (f *Forest) cut(e edge, b uint32) edge {
	if e.n == empty || e.v > b {
		return nowhere
	}
	return edge{e.v, f.cutNode(e.n, b-e.v)}
}

// cutNode returns what of n is at most b. The least value stays 0.
func (f *Forest) cutNode(n node, b uint32) node { return f.truncate(n, b, true) }

// truncate returns what of n is at most b or, if exact is false, n without the edges whose own value is above b. The
// least value stays 0.
func (f *Forest) truncate(n node, b uint32, exact bool) node {
	if f.largest(n) <= b {
		return n
	}
	s := f.s
	op := f.opCutEdges
	if exact {
		op = f.opCut
	}
	if r, ok := s.Lookup(op, n, b); ok {
		return r
	}
	mark := s.Mark()
	s.Push(n)
	w := s.Arcs(n)
	p := s.Grow(len(w))
	for i := 0; i < len(w); i += 2 {
		if w[i] == empty || w[i+1] > b {
			continue
		}
		left := b
		if exact {
			left -= w[i+1]
		}
		s.Put(p+i, f.truncate(w[i], left, exact))
		s.Put(p+i+1, w[i+1])
	}
	r := f.make(s.Level(n), s.First(n), p).n
	s.Remember(op, n, b, r)
	s.Release(mark)
	return r
}

// Largest returns the largest finite distance, or −1 if there is none.
func (g Func) Largest() int {
	e := g.edge("Largest")
	if e.n == empty {
		return -1
	}
	d := int(e.v) + int(g.f.largest(e.n))
	runtime.KeepAlive(g)
	return d
}

// largest returns the largest finite distance of n, which is not empty.
func (f *Forest) largest(n node) uint32 {
	if n == unit {
		return 0
	}
	s := f.s
	if d, ok := s.Lookup(f.opLargest, n, 0); ok {
		return d
	}
	d := uint32(0)
	w := s.Arcs(n)
	for i := 0; i < len(w); i += 2 {
		if w[i] != empty {
			d = max(d, f.sum(w[i+1], f.largest(w[i])))
		}
	}
	s.Remember(f.opLargest, n, 0, d)
	return d
}

// Support returns the tuples with a finite distance.
func (g Func) Support() mdd.Set {
	e := g.edge("Support")
	x := newExtraction(g.f)
	defer x.b.End()
	set := x.b.Set(x.support(e.n))
	runtime.KeepAlive(g)
	return set
}

// Border returns the tuples whose distance is d.
func (g Func) Border(d int) mdd.Set {
	e, at := g.edge("Border"), distance("Border", "distance", d)
	x := newExtraction(g.f)
	defer x.b.End()
	set := x.b.Set(x.border(e, at))
	runtime.KeepAlive(g)
	return set
}

// An extraction makes a set of a function, with a name in b for each part of it.
type extraction struct {
	f    *Forest
	b    *mdd.Builder
	memo map[nodeAt]uint32
}

// A nodeAt is a node with a distance that is asked for below it.
type nodeAt struct {
	n node
	d uint32
}

func newExtraction(f *Forest) *extraction {
	return &extraction{f, f.sets.NewBuilder(), map[nodeAt]uint32{}}
}

// support returns the name of the support of n.
func (x *extraction) support(n node) uint32 {
	return x.part(n, 0, func(e edge) uint32 { return x.support(e.n) })
}

// border returns the name of the tuples to which e gives exactly d.
func (x *extraction) border(e edge, d uint32) uint32 {
	if e.n == empty || e.v > d || e.v+x.f.largest(e.n) < d {
		return 0
	}
	d -= e.v
	return x.part(e.n, d, func(e edge) uint32 { return x.border(e, d) })
}

// part returns the name for node n and key d, made of its children's names.
func (x *extraction) part(n node, d uint32, child func(edge) uint32) uint32 {
	if n <= unit {
		return uint32(n)
	}
	key := nodeAt{n, d}
	if name, ok := x.memo[key]; ok {
		return name
	}
	s := x.f.s
	w := view{s.First(n), s.Arcs(n)}
	kids := make([]uint32, w.len())
	for i := range kids {
		if e := w.edge(i); e.n != empty {
			kids[i] = child(e)
		}
	}
	name := x.b.Node(s.Level(n), w.first, kids)
	x.memo[key] = name
	return name
}
