// Package ldd represents sets of tuples of large numbers as list decision diagrams [BP08] with relative values, and
// computes what a relation of shifts reaches from a start, by saturation.
//
// # When to use it
//
// Where tokens move among places, as in a net with n pallets, a node of package mdd has some n arcs, and the node for
// one token less has the same arcs but one, each at a value that is less by one: what follows a value depends on what
// is left of the sum. Here these arcs are stored once, and what an operation finds out about them is remembered once.
// So memory and time grow by one power of n less: kanban:n with n instead of n², fms:n with n² instead of n³. Sets
// whose values are few, or name local states, are smaller and faster in package mdd.
//
// # Diagrams
//
// A set over the levels 1 … k is a list of pairs of a value and the set over the levels 1 … k−1 that may follow it. A
// cell of level k is the first pair of a list, and stands for value 0, whatever the value is: it has the set that
// follows and, if the list has more pairs, the cell of the rest and the distance of its value. A shift is a cell whose
// value is not 0, and that value. This is {(0,0), (1,0), (0,1), (2,1), (3,1)}, level 2 written last; (+1) is a
// distance, and the list below value 1 of level 2 has the cell of {0} as its first one, and a rest that others may
// share:
//
//	level 2      ● ───(+1)──→ ●
//	             │            │
//	level 1      ● ─(+1)→ ●   ● ─(+2)→ ● ─(+1)→ ●
//	             │        │   │        │        │
//	level 0     [1]      [1] [1]      [1]      [1]
//
// Every level has a cell: nothing is skipped.
//
// # Invariants
//
// Those of the store (package dd) for diagrams with lists, and
//
//	L1  Two sets of a forest have the same tuples exactly if they have the same node.
//	L2  A cell has one arc, first value 0: what follows; or two, first value the distance of the rest, 1 at least:
//	    what follows, and the rest, a cell of the same level.
//	L3  A shift has one arc, to a cell of the same level, and its value as first value, 1 at least.
//	L4  What follows a cell of level k is a cell or shift of level k−1, Unit for k = 1.
//
// A Forest with its sets and relations belongs to one goroutine at a time. REFERENCES.md resolves the keys in brackets.
package ldd
