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
// # Costs
//
// What an operation costs is said with it, in nodes and arcs of its operands or in lookups in the computed table, which
// remembers results: a union of two nodes is made once, however often it is asked for. Where a cost is that of a worst
// case, as for Union, most diagrams are far from it. Nothing depends on the number of tuples but loops over them.
//
//	Equal, IsEmpty                              O(1)
//	Tuple, Contains, Pick, a tuple of All       O(levels)
//	Count, Size, Extents, Values, MaxSum, Save  O(arcs)
//	Weigh                                       O(arcs), and O(arcs) on the levels of each other way to weigh
//	Where, Dead, Enabled                        O(arcs) on the levels concerned, times the events for Dead
//	Union, Intersect, Minus                     pairs of nodes of one level, |a|·|b| at worst
//	Image, PreImage, Layers                     pairs of a node and the rest of an event, and their unions
//	Saturate, SaturateWithin                    not bounded by the operands: run them under Guard
//
// A lookup takes 5 ns where the table lies in the processor's cache and 50 ns where it does not; one that has no answer
// leads to some ten times that. A Set of its own costs more than that, about half a microsecond and 130 bytes while it
// lives (BenchmarkRemembered): Tuples and FromSeq are the way from many tuples to one set, not a Union for each.
//
// Values are dense. A node has 16 bytes and 4 more for each value from its first to its last, those without a tuple
// included, and twice as many while it is made: {0, 10^7} on one level takes 80 MB (BenchmarkFarValue). Number what is
// sparse, in the order in which it turns up, with a Map for each effect. How many nodes a set has depends on which
// variables share a level and on the order of the levels, often exponentially; petri/order has heuristics for variables
// of all kinds.
//
// # Limits
//
// Levels are at most MaxLevels, and recursions go as deep. Values are at most MaxValue, those of Maps and Pairs less by
// two. Counts are exact, of any size. A forest has 16 GiB of nodes at most (Options.MaxArena), 2^24 entries of the
// computed table with 16 bytes each (Options.MaxCache) and 4095 operations (Forest.NewRelation); an operation that
// passes what a forest can hold ends with a LimitError. A forest takes 16 GiB of address space once it has 16 MiB of
// nodes, so a program with thousands of large forests sets MaxArena. Rows, chains and lists that are made beside the
// nodes lie on Go's heap: they are few but for CountEnabled, Weigh, relations with very large values, and Pairs.
//
// Forest.Guard runs a function under Limits and a context. Every operation inside looks at them some thousand times a
// second, while it makes nodes, asks for results or fills a node, and ends where it is: the function is abandoned, as
// by a panic, and Guard returns a *LimitError with the kind of the limit. Nothing is broken then. Sets made before and
// inside stay, the computed table keeps what was found, and Partial returns what a Saturate has found so far. Nodes are
// counted after a collection; Memory is that of the store, without Go's heap; Work is a clock that runs alike on every
// machine. Guards do not nest; Try does, with a part of the work. Functions of the program that are called inside
// should not run long, since nobody looks at the limits meanwhile.
//
// # Memory and goroutines
//
// The forest collects garbage inside of operations, when the nodes have doubled. All that a Set reaches survives. Sets
// that nobody holds any more are found by Go's collector, which the forest calls if a collection brings little; that is
// a run for the whole program. Collect does so at once, and Close gives all memory back. Functions that are given to
// operations, and loops over iterators, may make other sets of the forest meanwhile; they must not close it, and those
// of a Map must not change the relation.
//
// A Forest with its sets, relations and builders belongs to one goroutine at a time; it may be handed on. Different
// forests may be used side by side, and so may what never changes: a Map, if its functions may be called there, and
// Pairs. Questions about sets that make none may be asked side by side as long as nothing else is done with the forest:
// Contains, Equal, IsEmpty, Count, Size, Nodes, Arcs, Extent, Extents, Values, AllValues, MaxSum, MaxBigSum, Weigh,
// All, Pick, EachNode, Save, WriteDOT, and Levels, Rule and Stats of the forest. Not so Where, Between, nor what a
// relation is asked: they make nodes or fill tables. Any goroutine may drop a Set.
//
// REFERENCES.md resolves the keys in brackets.
package mdd
