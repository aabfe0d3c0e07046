package mdd

import (
	"iter"
	"runtime"
)

// A ListedNode is a node of a set as EachNode yields it: the local values that have an arc, ascending, and the children
// at these. The slices are valid until the next node.
type ListedNode struct {
	Name     uint32
	Level    int
	Values   []int
	Children []uint32 // names, by index of the value
}

// EachNode yields the nodes of a, children first, under the names 2, 3, …; name 0 is the empty set and 1 the set of the
// tuple of no variables. Edges that skip levels say that the variables there are 0. The last node yielded is the root
// of a set with a node at all; see Builder for the way back. The forest may be used meanwhile, as the iteration keeps a
// alive; it must not be closed, nor a released. It panics if the forest is quasi-reduced.
func (a Set) EachNode() iter.Seq[ListedNode] {
	if a.use("EachNode").rule != ZeroSuppressed {
		panic("mdd: EachNode: the forest is not zero-suppressed")
	}
	return func(yield func(ListedNode) bool) {
		d := a.traverse("EachNode")
		var n ListedNode
		for code := uint32(2); code < d.Codes(); code++ {
			n = ListedNode{code, d.Level(code), n.Values[:0], n.Children[:0]}
			values, kids := d.Arcs(code)
			for i, c := range kids {
				if c != 0 {
					n.Values, n.Children = append(n.Values, values.At(i)), append(n.Children, c)
				}
			}
			if !yield(n) {
				return
			}
			a.use("EachNode")
		}
		runtime.KeepAlive(a)
	}
}
