package mdd

import (
	"iter"
	"runtime"
)

// A ListedNode is a node of a set as EachNode shows it. Children are for the local values First, First+1, …
type ListedNode struct {
	Name     uint32
	Level    int
	First    int
	Children []uint32 // names; valid until the next node
}

// EachNode yields the nodes of a, children first, under the names 2, 3, …; name 0 is the empty set and 1 the set of the
// tuple of no variables. Edges that skip levels say that the variables there are 0. The last node yielded is the root
// of a set with a node at all; see Builder for the way back. The forest may be used meanwhile, as the iteration keeps a
// alive, but not be closed. It panics if the forest is quasi-reduced.
func (a Set) EachNode() iter.Seq[ListedNode] {
	if a.use("EachNode").rule != ZeroSuppressed {
		panic("mdd: EachNode: the forest is not zero-suppressed")
	}
	return func(yield func(ListedNode) bool) {
		d := a.traverse("EachNode")
		for code := uint32(2); code < d.Codes(); code++ {
			first, kids := d.Arcs(code)
			if !yield(ListedNode{code, d.Level(code), first, kids}) {
				return
			}
			a.f.use("EachNode")
		}
		runtime.KeepAlive(a)
	}
}
