// Package nodelist saves and loads decision diagrams in a compact binary format, and draws them for Graphviz, on behalf
// of packages mdd and edd. Diagrams are given as lists of nodes; the package does not know what a node stands for.
//
// Nodes are named by numbers: 0 and 1 are the terminals, and 2, 3, … the nodes, each after its children.
package nodelist

// A Node is a node of a diagram.
type Node struct {
	Level    int
	First    int      // of a dense node: the first local value; the others follow without gaps
	Locals   []uint32 // of a sparse node: the local values, ascending
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
