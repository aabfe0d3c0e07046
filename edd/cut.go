package edd

import (
	"math"
	"runtime"

	"brim/mdd"
)

// From functions to the tuples within a distance: cutting a function at a bound, its least and largest distances, and
// its sets of tuples by distance.

// TruncateExact returns g cut at bound: g(s) where g(s) ≤ bound, ∞ elsewhere. A sub-diagram that lies within the bound
// as a whole is taken as it is.
//
// What remains of a node depends on what is left of the bound there, so the cost grows
// with the number of remainders. It panics if bound < 0. [YCL09]
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

// cut returns e cut at b: ∞ where it is more than b.
func (f *Forest) cut(e edge, b uint32) edge {
	if e.n == empty || e.v > b {
		return nowhere
	}
	return edge{e.v, f.cutNode(e.n, b-e.v)}
}

// cutNode returns n cut at b. The least value stays 0.
func (f *Forest) cutNode(n node, b uint32) node { return f.truncate(n, b, true) }

// truncate returns n cut at b or, if exact is false, n without the edges whose own value is above b. The least value
// stays 0.
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
	r := f.make(s.Level(n), s.Values(n), p).n
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

// from returns the least distance of g that is d or more, Infinity if there is none.
func (g Func) from(d int) int {
	e := g.edge("from")
	if e.n == empty {
		return Infinity
	}
	least := g.f.leastFrom(e, uint32(d), map[nodeAt]uint32{})
	runtime.KeepAlive(g)
	return int(least)
}

// leastFrom returns the least distance of e, which leads somewhere, that is d or more, Infinity if there is none. The
// memo has earlier results, by node and remainder.
func (f *Forest) leastFrom(e edge, d uint32, memo map[nodeAt]uint32) uint32 {
	if e.v >= d {
		return e.v
	}
	d -= e.v
	if f.largest(e.n) < d {
		return Infinity
	}
	key := nodeAt{e.n, d}
	least, known := memo[key]
	if !known {
		least = Infinity
		for _, c := range f.edges(e.n, f.s.Level(e.n)) {
			if least = min(least, f.leastFrom(c, d, memo)); least == d {
				break // as where distances have no gaps
			}
		}
		f.s.Spend(1)
		memo[key] = least
	}
	return f.sum(e.v, least)
}

// Nearest returns a tuple with the least distance, the first one in the order of All, and that distance; ok is false
// for ∞. Cost: O(levels + edges on the way).
func (g Func) Nearest() (values []int, d int, ok bool) {
	f, e := g.use("Nearest"), g.edge("Nearest")
	if e.n == empty {
		return nil, 0, false
	}
	values, d = make([]int, f.levels), int(e.v)
	for n := e.n; n != unit; {
		k := f.s.Level(n)
		for v, c := range f.edges(n, k) {
			if c.v == 0 { // by E1 there is one, and below it another
				values[k-1], n = v, c.n
				break
			}
		}
	}
	runtime.KeepAlive(g)
	return values, d, true
}

// Support returns the tuples with a finite distance.
func (g Func) Support() mdd.Set { return g.between("Support", 0, noLimit) }

// Border returns the tuples whose distance is d.
func (g Func) Border(d int) mdd.Set {
	at := distance("Border", "distance", d)
	return g.between("Border", at, at)
}

// Between returns the tuples whose distance is from lo to hi, both included. It panics if one of them is no distance.
// Cost: O(edges) times the number of remainders that are left of lo and hi; nodes whose distances all lie between are
// taken as a whole.
func (g Func) Between(lo, hi int) mdd.Set {
	return g.between("Between", distance("Between", "distance", lo), distance("Between", "distance", hi))
}

// noLimit stands for the largest distance, whatever that is.
const noLimit = math.MaxUint32

func (g Func) between(who string, lo, hi uint32) mdd.Set {
	e := g.edge(who)
	x := extraction{g.f, g.f.sets.NewBuilder(), map[part]uint32{}}
	defer x.b.End()
	set := x.b.Set(x.between(e, lo, hi))
	runtime.KeepAlive(g)
	return set
}

// An extraction makes the set of the tuples between two distances. The builder b has a name for each part of a node
// that belongs to it.
type extraction struct {
	f    *Forest
	b    *mdd.Builder
	memo map[part]uint32
}

// A part of a node is the tuples with distances from lo to hi.
type part struct {
	n      node
	lo, hi uint32
}

// A nodeAt is a node with a distance that is looked for below it.
type nodeAt struct {
	n node
	d uint32
}

// between returns the name of the tuples to which e gives lo to hi.
func (x *extraction) between(e edge, lo, hi uint32) uint32 {
	if e.n == empty || e.v > hi || lo > hi {
		return 0
	}
	lo -= min(lo, e.v)
	if hi != noLimit {
		hi -= e.v
		switch most := x.f.largest(e.n); {
		case lo > most:
			return 0
		case lo == 0 && hi >= most:
			hi = noLimit
		}
	}
	if e.n == unit {
		return 1
	}
	key := part{e.n, lo, hi}
	if name, ok := x.memo[key]; ok {
		return name
	}
	s := x.f.s
	var values []int
	var kids []uint32
	for v, e := range x.f.edges(e.n, s.Level(e.n)) {
		values, kids = append(values, v), append(kids, x.between(e, lo, hi))
	}
	name := x.b.Node(s.Level(e.n), values, kids)
	x.memo[key] = name
	return name
}
