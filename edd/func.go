package edd

import (
	"fmt"
	"iter"
	"math/big"
	"runtime"

	"brim/dd"
	"brim/mdd"
)

// Functions as values: equality, the constant ones, the distance of a tuple, and measures of the diagram.

// A Func gives tuples their distances. Functions of one forest are equal exactly if they are the same diagram, so Equal
// costs nothing. The zero Func is not usable. Equal functions of a forest are ==, as sets are, so they can be keys of a
// map.
type Func struct {
	f    *Forest
	root *dd.Root
}

func (f *Forest) function(e edge) Func { return Func{f: f, root: f.s.Protect(f.packed(e))} }

// use returns the forest of g. It panics if g is the zero Func, the forest is closed or g was released; who names the
// operation.
func (g Func) use(who string) *Forest {
	if g.f == nil {
		panic("edd: " + who + ": the zero Func")
	}
	g.f.use(who)
	if g.root.Released() {
		panic("edd: " + who + ": the function was released")
	}
	return g.f
}

// Release gives one result back, as mdd.Set.Release does.
func (g Func) Release() {
	g.use("Release")
	g.f.s.Unprotect(g.root)
}

// edge returns the edge into g's diagram, for the operation who.
func (g Func) edge(who string) edge { return g.use(who).unpacked(g.root.Node()) }

// same panics unless g and h belong to one forest.
func (g Func) same(who string, h Func) {
	if g.use(who) != h.use(who) {
		panic("edd: " + who + ": operands of different forests")
	}
}

// Forest returns the forest that g belongs to, nil for the zero Func.
func (g Func) Forest() *Forest { return g.f }

// Infinity returns the function that is ∞ everywhere.
func (f *Forest) Infinity() Func {
	f.use("Infinity")
	return f.function(nowhere)
}

// Zero returns the function that is 0 on the tuples of set, and ∞ elsewhere. Cost: O(arcs).
func (f *Forest) Zero(set mdd.Set) Func {
	f.use("Zero")
	defer f.s.Release(f.s.Mark())
	f.own("Zero", set)
	s := f.s
	mark := s.Mark()
	at := []int{s.Push(empty), s.Push(unit)} // by name: the position of the handle
	root := 0
	if !set.IsEmpty() {
		root = 1
	}
	for n := range set.EachNode() {
		edges := f.newEdges()
		for i, c := range n.Children {
			edges.add(n.Values[i], edge{0, s.At(at[c])})
		}
		e := edges.make(n.Level)
		at = append(at, s.Push(e.n))
		root = len(at) - 1
	}
	g := f.function(edge{0, s.At(at[root])})
	s.Release(mark)
	return g
}

// Equal reports whether g and h are the same function. Cost: O(1).
func (g Func) Equal(h Func) bool {
	g.same("Equal", h)
	return g.root.Node() == h.root.Node()
}

// IsInfinity reports whether no tuple has a finite distance.
func (g Func) IsInfinity() bool {
	g.use("IsInfinity")
	return g.root.Node() == empty
}

// At returns the distance of the tuple whose value on level k is values[k-1], or Infinity. It panics if there is not
// one value from 0 to mdd.MaxValue for each level. Cost: O(levels).
func (g Func) At(values ...int) int {
	f := g.use("At")
	if len(values) != f.levels {
		panic(fmt.Sprintf("edd: At: %d values for %d levels", len(values), f.levels))
	}
	for k, v := range values {
		if v < 0 || v > mdd.MaxValue {
			panic(fmt.Sprintf("edd: At: value %d on level %d, expected 0 to %d", v, k+1, mdd.MaxValue))
		}
	}
	e := g.edge("At")
	sum := int(e.v)
	for k := f.levels; k >= 1 && e.n != empty; k-- {
		switch {
		case f.s.Level(e.n) == k:
			e = f.viewOf(e.n).at(values[k-1])
			sum += int(e.v)
		case values[k-1] != 0:
			e = nowhere
		}
	}
	runtime.KeepAlive(g) // its forest's memory is not Go's
	if e.n == empty {
		return Infinity
	}
	return sum
}

// Plus returns the function with all distances larger by d. It panics if d < 0, or if a distance would reach Infinity.
// Cost: that of Largest.
func (g Func) Plus(d int) Func {
	e := g.edge("Plus")
	more := distance("Plus", "distance", d)
	defer g.f.s.Release(g.f.s.Mark())
	if e.n == empty {
		return g.f.function(e)
	}
	distance("Plus", "distance", g.Largest()+d)
	return g.f.function(edge{e.v + more, e.n})
}

// distance checks a distance or, as what says, a bound.
func distance(who, what string, d int) uint32 {
	if d < 0 || d >= Infinity {
		panic(fmt.Sprintf("edd: %s: %s %d, expected 0 to %d", who, what, d, Infinity-1))
	}
	return uint32(d)
}

// Nodes returns the number of nodes of g, the terminal not counted. Cost: O(edges).
func (g Func) Nodes() int {
	n := len(g.use("Nodes").s.Traverse(g.edge("Nodes").n).Nodes)
	runtime.KeepAlive(g)
	return n
}

// Counts returns how many tuples have the distances 0, 1, …, Largest; nil for ∞.
func (g Func) Counts() []*big.Int {
	g.use("Counts")
	var list []*big.Int
	for _, layer := range g.Layers() {
		list = append(list, layer.Count())
	}
	return list
}

// Layers yields the distances 0, 1, …, Largest with the tuples at each.
func (g Func) Layers() iter.Seq2[int, mdd.Set] {
	g.use("Layers")
	return func(yield func(int, mdd.Set) bool) {
		if g.IsInfinity() {
			return
		}
		for d := range g.Largest() + 1 {
			if !yield(d, g.Border(d)) {
				return
			}
			g.use("Layers")
		}
	}
}
