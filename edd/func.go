package edd

import (
	"fmt"
	"iter"
	"math/big"
	"runtime"

	"brim/dd"
	"brim/mdd"
)

// A Func gives tuples their distances. Functions of one forest are equal exactly if they are the same diagram, so Equal costs nothing. The
// zero Func is not usable.
type Func struct {
	f    *Forest
	root *dd.Root
}

func (f *Forest) function(e edge) Func { return Func{f, f.s.Protect(f.packed(e))} }

func (g Func) edge() edge { return g.f.unpacked(g.root.Node()) }

func (g Func) same(who string, h Func) {
	if g.f != h.f {
		panic("edd: " + who + ": operands of different forests")
	}
}

// Forest returns the forest that g belongs to.
func (g Func) Forest() *Forest { return g.f }

// Infinity returns the function that is ∞ everywhere.
func (f *Forest) Infinity() Func { return f.function(nowhere) }

// Zero returns the function that is 0 on the tuples of set, and ∞ elsewhere. Cost: O(arcs).
func (f *Forest) Zero(set mdd.Set) Func {
	if set.Forest() != f.sets {
		panic("edd: Zero: a set of another forest")
	}
	s := f.s
	mark := s.Mark()
	at := []int{s.Push(empty), s.Push(unit)} // by name: the position of the handle
	root := 0
	if !set.IsEmpty() {
		root = 1
	}
	for n := range set.EachNode() {
		p := s.Grow(2 * len(n.Children))
		for i, c := range n.Children {
			s.Put(p+2*i, s.At(at[c]))
		}
		e := f.make(n.Level, n.First, p)
		at = append(at, s.Push(e.n))
		root = len(at) - 1
	}
	g := f.function(edge{0, s.At(at[root])})
	s.Release(mark)
	return g
}

// Equal tells whether g and h are the same function. Cost: O(1).
func (g Func) Equal(h Func) bool {
	g.same("Equal", h)
	return g.root.Node() == h.root.Node()
}

// IsInfinity tells whether no tuple has a finite distance.
func (g Func) IsInfinity() bool { return g.root.Node() == empty }

// At returns the distance of the tuple whose value on level k is values[k-1], or Infinity. Cost: O(levels).
func (g Func) At(values ...int) int {
	f := g.f
	if len(values) != f.levels {
		panic(fmt.Sprintf("edd: At: %d values for %d levels", len(values), f.levels))
	}
	e := g.edge()
	sum := int(e.v)
	for k := f.levels; k >= 1 && e.n != empty; k-- {
		switch {
		case f.s.Level(e.n) == k:
			e = view{f.s.First(e.n), f.s.Arcs(e.n)}.at(values[k-1])
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

// Plus returns the function with all distances larger by d ≥ 0.
func (g Func) Plus(d int) Func {
	e := g.edge()
	if e.n == empty {
		return g
	}
	e.v = distance("Plus", int(e.v)+d)
	return g.f.function(e)
}

// distance checks a distance or a bound.
func distance(who string, d int) uint32 {
	if d < 0 || d >= Infinity {
		panic(fmt.Sprintf("edd: %s: distance %d", who, d))
	}
	return uint32(d)
}

// Nodes returns the number of nodes of g, the terminal not counted. Cost: O(edges).
func (g Func) Nodes() int {
	n := len(g.f.s.Traverse(g.edge().n).Nodes)
	runtime.KeepAlive(g)
	return n
}

// Counts returns how many tuples have the distances 0, 1, …, Largest; nil for ∞.
func (g Func) Counts() []*big.Int {
	var list []*big.Int
	for _, layer := range g.Layers() {
		list = append(list, layer.Count())
	}
	return list
}

// Layers yields the distances 0, 1, …, Largest with the tuples at each.
func (g Func) Layers() iter.Seq2[int, mdd.Set] {
	return func(yield func(int, mdd.Set) bool) {
		if g.IsInfinity() {
			return
		}
		for d := range g.Largest() + 1 {
			if !yield(d, g.Border(d)) {
				return
			}
		}
	}
}
