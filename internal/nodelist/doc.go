// Package nodelist writes decision diagrams, given as lists of nodes, for packages mdd and edd: into files, which it
// also reads, and as drawings. It does not know what a node stands for.
//
// Nodes have names: 0 and 1 are the terminals, and 2, 3, … the nodes, in an order in which each comes after its
// children.
package nodelist

// A Node is a node of a diagram.
type Node struct {
	Level    int
	First    int      // dense: the first local value, the others follow it
	Locals   []uint32 // sparse: the local values, ascending
	Children []uint32 // names, by index of the local value
	Values   []uint32 // of the arcs, if they have any
}

// Local returns the local value at index i.
func (n *Node) Local(i int) int {
	if n.Locals != nil {
		return int(n.Locals[i])
	}
	return n.First + i
}
