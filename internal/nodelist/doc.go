// Package nodelist writes decision diagrams, given as lists of nodes, for packages mdd and edd: into files, which it
// also reads, and as drawings. It does not know what a node stands for.
//
// Nodes have names: 0 and 1 are the terminals, and 2, 3, … the nodes, in an order in which each comes after its
// children.
package nodelist

// A Node is a node of a diagram.
type Node struct {
	Level, First int
	Children     []uint32 // names, from local value First on
	Values       []uint32 // of the arcs, if they have any
}
