// Package mdd builds and queries huge sets of integer tuples as multi-valued decision diagrams, and finds what a
// next-state relation reaches from such a set, by saturation. It knows nothing of Petri nets: a system
// is a number of variables, a set of start tuples, and events that say what they do to each variable.
//
// # Terms
//
// A Forest has one variable for each level: level K on top is decided first, level 1 last, level 0 has the terminals. A
// tuple has a local value ≥ 0 on each level; slices of values hold the value of level k at index k−1. Nobody has to
// say how large values get. A Set is a finite set of tuples. A Relation is a list of events, and an event is a list of
// steps: what it does to the variables of some levels, while it leaves the others alone. The top of an event is the
// highest of its levels, the bottom the lowest.
//
// # Diagrams
//
// A node of level k stands for a set of tuples over the levels 1 … k. It has an arc for each local value v, to the node
// for what may follow after v. Equal sets are the same node, so a diagram can be exponentially smaller than its set,
// and comparing two sets costs nothing. This is {(0,0), (1,0), (0,2), (1,2), (1,5)}, level 2 written last:
//
//	level 2         ┌───┬───┬───┐
//	                │ 0 │ 2 │ 5 │
//	                └─┬─┴─┬─┴─┬─┘
//	                  └─┬─┘   └────┐
//	level 1         ┌───┼───┐    ┌─┴─┐
//	                │ 0 │ 1 │    │ 1 │
//	                └─┬─┴─┬─┘    └─┬─┘
//	level 0           └───┴──[1]───┘
//
// # What an edge may skip
//
// That depends on the forest's Rule. ZeroSuppressed, the default: any number of levels on which the value is 0, since a
// node whose only arc is at 0 is left out [Min93]. The set of the all-zero tuple is then the terminal itself.
// QuasiReduced: nothing; the child of a node of level k is Empty or has level k−1. No other value is ever skipped, and
// no node is left out because its arcs are equal: with open-ended values there is no "all values". Each operation gives
// the same sets under both rules, and tests hold it to that.
//
// # Invariants
//
// Those of the store (package dd, checked by Forest.Check), and
//
//	M1  Two sets of a forest have the same tuples exactly if they have the same node.
//	M2  In a quasi-reduced forest the children of a node of level k other than Empty have level k−1.
//	M3  In a zero-suppressed forest no node has an arc at 0 and no other.
//	M4  The relation nodes of an event descend: next has a lower level. Equal chains are one chain.
//
// # Reachability
//
// Relation.Saturate follows Ciardo, Lüttgen and Siminiceanu [CLS01] with values discovered on the fly [CMS03]. Events
// are chains of relation nodes [BM19] instead of matrices or decision diagrams, which exist, too, for effects that are
// no function. Layers, BFS and Chain are the plain ways to the same node.
//
// Operations that can take long belong under Forest.Guard, with limits and a context. The garbage collector of the
// store runs inside operations; all that a Set reaches survives it, and Sets that nobody holds any more are found with
// the help of Go's collector. Functions that are given to operations, and loops over iterators, may make other sets of
// the forest meanwhile; they must not close it.
//
// REFERENCES.md resolves the keys in brackets.
package mdd
