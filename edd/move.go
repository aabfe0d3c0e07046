package edd

import (
	"fmt"
	"runtime"
	"slices"

	"brim/internal/nodelist"
)

// MinOver returns the function that gives a tuple with 0 on the given levels the least distance of all tuples that
// differ from it on these levels at most; all others have ∞. It panics if there is no such level.
//
// Cost: O(edges of g), and as many minima as there are edges on these levels.
func (g Func) MinOver(levels ...int) Func {
	f := g.use("MinOver")
	to := make([]int, f.levels)
	for k := range to {
		to[k] = k + 1
	}
	for _, k := range levels {
		if k < 1 || k > f.levels {
			panic(fmt.Sprintf("edd: MinOver: level %d, expected 1 to %d", k, f.levels))
		}
		to[k-1] = 0
	}
	return f.moved(g, to)
}

// Move returns g as a function of f, which may be another forest: level k of g is level to[k-1] of f, and 0 drops it,
// as MinOver does. Levels that none of g becomes are 0. It panics if there is not one number for each level of g, from
// 0 to the number of levels of f, or two levels become one.
//
// Cost: O(edges of g) where no level passes another one, and the minima of MinOver. Else as many minima as there are
// edges on the levels that others pass, and the result may be exponentially larger.
func (f *Forest) Move(g Func, to []int) Func {
	f.use("Move")
	if n := g.use("Move").levels; len(to) != n {
		panic(fmt.Sprintf("edd: Move: %d numbers for %d levels", len(to), n))
	}
	taken := make([]bool, f.levels+1)
	for i, k := range to {
		switch {
		case k < 0 || k > f.levels:
			panic(fmt.Sprintf("edd: Move: level %d becomes %d, expected 0 to %d", i+1, k, f.levels))
		case k > 0 && taken[k]:
			panic(fmt.Sprintf("edd: Move: levels %d and %d become %d", slices.Index(to, k)+1, i+1, k))
		}
		taken[k] = true
	}
	return f.moved(g, to)
}

// moved is Move with checked operands. It makes each node anew, from the lowest on. The least distance below each
// stays 0, so what becomes of a node is a node.
func (f *Forest) moved(g Func, to []int) Func {
	s, from, root := f.s, g.f, g.edge("Move")
	defer s.Release(s.Mark())
	d := from.s.Traverse(root.n)
	at := []int{s.Push(empty), s.Push(unit)} // by code: the position of the node
	for code := uint32(2); code < d.Codes(); code++ {
		n := from.listed(d, code)
		mark := s.Mark()
		list := make([]edge, len(n.Children))
		for i, c := range n.Children {
			list[i] = edge{n.Values[i], s.At(at[c])}
		}
		moved := f.placed(to[n.Level-1], &n, list)
		s.Release(mark)
		at = append(at, s.Push(moved))
	}
	runtime.KeepAlive(g)
	return f.function(edge{root.v, s.At(at[d.Root])})
}

// placed returns the node whose edges, at the local values of n on level k, are given: on level 0 their minimum. The
// work stack holds their nodes.
func (f *Forest) placed(k int, n *nodelist.Node, list []edge) node {
	if k > 0 && !slices.ContainsFunc(list, func(e edge) bool { return f.s.Level(e.n) > k }) {
		edges := f.newEdges()
		for i, e := range list {
			edges.add(n.Local(i), e)
		}
		return edges.make(k).n
	}
	least := nowhere
	for i, e := range list {
		if k > 0 && e.n != empty {
			p := f.hold(least.n)
			e.n = f.put(e.n, k, n.Local(i))
			f.s.Release(p)
		}
		least = f.min(least, e)
	}
	return least.n
}

// put returns n, which is 0 on level k, with value v there.
func (f *Forest) put(n node, k, v int) node {
	s := f.s
	switch top := s.Level(n); {
	case v == 0 || n == empty:
		return n
	case top < k:
		edges := f.newEdges()
		edges.add(v, edge{0, n})
		return edges.make(k).n
	default:
		op := f.opPut.With(k)
		if r, ok := s.Lookup(op, n, uint32(v)); ok {
			return r
		}
		mark := s.Mark()
		s.Push(n)
		edges := f.newEdges()
		for at, e := range f.edges(n, top) {
			edges.add(at, edge{e.v, f.put(e.n, k, v)})
		}
		r := edges.make(top).n
		s.Remember(op, n, uint32(v), r)
		s.Release(mark)
		return r
	}
}
