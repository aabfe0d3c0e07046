// Package mdd represents huge sets of integer tuples, and relations between them, as multi-valued decision diagrams
// (MDDs), and computes the set that a next-state relation reaches from a start set, by saturation [CLS01]. It knows
// nothing of Petri nets: a system is a number of variables, a set of start tuples, and events that say what they do to
// each variable.
//
// # Terms
//
// A Forest has one variable for each level: level K on top is decided first, level 1 last, and level 0 has the
// terminals. A tuple has a local value ≥ 0 on each level; slices of values hold the value of level k at index k−1.
// Domains need not be declared: values may grow as events demand. A Set is a finite set of tuples. A Relation is a list
// of events, and an event is a list of steps, each an effect on the variable of one level; it leaves the other
// variables alone. The top of an event is the highest of its levels, the bottom the lowest.
//
// # Diagrams
//
// A node of level k stands for a set of tuples over the levels 1 … k. It has an arc for each local value v, to the node
// of the tuples that may follow after v. Equal sets are the same node, so a diagram can be exponentially smaller than
// its set, and comparing two sets costs nothing. This is {(0,0), (1,0), (0,2), (1,2), (1,5)}, level 2 written last:
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
// the same sets under both rules, and is tested under both.
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
// are chains of relation nodes [BM19] instead of decision diagrams, where their effects on the variables are
// independent. Layers, BFS and Chaining are the plain ways to the same node.
//
// # Relations as diagrams
//
// A Matrix is a relation of any kind, and an operand as a Set is. It is made from pairs (MatrixOf), from a set over two
// levels for each variable (MatrixOfSet), from the steps of an event on a box or a set (Steps, Relation.Matrix), from
// two sets (Cross), or from one set as a guard (Diagonal); and from other matrices: Union, Intersect, Minus, Compose,
// Inverse, Closure, From and To a set. Image, PreImage, Domain, Range, Count and All query it.
//
// A matrix leaves alone each variable that it does not mention, and each mentioned variable where its value is not
// mentioned: the matrix of Identity mentions nothing. So a union of events needs no domains either.
//
// Relation.AddMatrix makes a matrix an event among others, for one saturation. A matrix over a few variables that
// depend on each other costs no more than events for all their values. Whether one matrix for the whole system is
// better has to be measured: the 8-puzzle, where each variable depends on all others, takes 0.9 million lookups that
// way, and 13 million with a matrix for each two cells; tokens in a ring of 30 stations take 770 thousand, and 36
// thousand with a matrix for each two stations (BenchmarkMatrixEvents). A graph without structure is searched faster by
// BFS than by Saturate.
//
// # Costs
//
// The comment of each operation has its cost, in nodes and arcs of its operands or in lookups in the computed table,
// which remembers results: the union of two nodes is computed once, however often it is needed. Where a cost is that of
// the worst case, as for Union, most diagrams are far from it. No cost depends on the number of tuples, except those of
// loops over them.
//
//	Equal, IsEmpty                              O(1)
//	Tuple, Contains, Pick, a tuple of All       O(levels)
//	a tuple of Each                             O(nodes on which it differs from the one before)
//	Count, Size, Extents, Values, MaxSum, Save  O(arcs)
//	Heaviest, Probability, Fold, Index          O(arcs)
//	Nth, Rank, Sample of an Index               O(levels·log arcs of a node); its Marginals O(arcs)
//	Split, Assemble                             O(arcs of a node)
//	Weigh                                       O(arcs), and O(arcs) on the levels of each other way to weigh
//	Where, Dead, Enabled                        O(arcs) on the levels concerned, times the events for Dead
//	Leads, StuckWithin                          pairs of nodes of two sets; Leads ends with the first pair of tuples
//	Union, Intersect, Minus, Xor, ComplementIn  pairs of nodes of one level, |a|·|b| at worst
//	SubsetOf, Disjoint                          the same, up to the first difference; they make no node
//	Ite                                         triples of nodes of one level
//	UnionOf                                     unions of neighbours, in log(number of sets) rounds
//	Restrict, Cofactor, Exists, ForAll          O(arcs) above the lowest level, and unions or intersections below
//	Join, JoinExists, AndExists                 pairs of nodes of one level that agree above; unions as for Exists
//	Move                                        O(arcs) in the same order; else O(levels·arcs) as a rule, see there
//	Reorder                                     O(levels·arcs) for each pass, of the largest diagram on the way
//	Image, PreImage, Layers                     pairs of a node and the rest of an event, and their unions
//	Matrix: Union, Intersect, Minus             as for sets, with a node and a row for each variable
//	Matrix: Compose                             pairs of nodes of one variable, and the unions of their rows
//	Matrix: Inverse, Domain, Bounded, Count     O(arcs), with unions of rows for Domain
//	Matrix: Closure                             not bounded by the operand, as for Saturate
//	AddMatrix, Pairs                            O(1), and the rows of values that turn up
//	Path, PathWithin                            as Layers, all of which are kept, and Before for each step
//	Before                                      O(levels), and nodes between top and bottom of each event
//	Saturate, SaturateWithin                    not bounded by the operands: run them under Guard
//
// A lookup takes 5 ns where the table lies in the processor's cache and 50 ns where it does not; a miss causes work of
// some ten times that. A Union that the table knows takes less than 50 ns and allocates nothing, if a set of the same
// tuples exists (BenchmarkRemembered). A set that lives takes some 100 bytes of Go's memory besides its nodes, and 0.1
// µs of each collection that includes a run of Go's collector (BenchmarkCollectLive). Many tuples are made into one set
// by Tuples and FromSeq, not by a Union for each.
//
// Values may be far apart. A node has 16 bytes and 4 more for each value from its first to its last, or, where fewer
// than one in eight of these has a tuple, 8 more for each that has: {0, 10^7} on one level takes 32 bytes
// (BenchmarkFarValue). There a value is found by binary search, and saturation of levels with many values does without
// some of its short cuts, so it still pays to number sparse values in the order in which they are discovered, with a
// Map for each effect. How many nodes a set has depends on which variables share a level and on the order of the
// levels, often exponentially; petri/order has heuristics for variables of all kinds, which need no set yet, and
// Forest.Reorder improves the order of sets that are there.
//
// # Limits
//
// Levels are at most MaxLevels, and recursions go as deep. Values are at most MaxValue, those of Maps and Pairs less by
// two. Counts are exact, of any size. A forest has 16 GiB of nodes at most (Options.MaxArena), 2^24 entries of the
// computed table with 16 bytes each (Options.MaxCache) and 4095 operations (Forest.NewRelation); an operation that
// exceeds the capacity of a forest ends with a LimitError. A forest takes 16 GiB of address space once it has 16 MiB of
// nodes, so a program with thousands of large forests sets MaxArena. Rows, chains and lists, which are no nodes, lie on
// Go's heap. They are small except for CountEnabled, Weigh, Index, Fold, relations with very many values, Pairs, and
// the chains of a Matrix that saturation has reached, of some 40 bytes a node.
//
// Forest.Guard runs a function under Limits and a context. Every operation inside checks them some thousand times a
// second, while it makes nodes, looks up results or fills a node, and ends where it is: the function is abandoned, as
// by a panic, and Guard returns a *LimitError with the kind of the limit. Nothing is broken then. Sets made before and
// inside stay, the computed table keeps what was found, and Partial returns what a Saturate has found so far. Nodes are
// counted after a collection; Memory is that of the store, without Go's heap; Work is a clock that runs alike on every
// machine. Guards do not nest; Try does, with a part of the work. Functions of the program that are called inside
// should not run long, since the limits are not checked meanwhile.
//
// # Memory and goroutines
//
// The forest collects garbage inside of operations, when the number of nodes has doubled. All nodes that a Set reaches
// survive. Go's collector finds the sets that are no longer referenced. The forest uses the findings of its last run,
// and asks for another run, of the whole program, where a limit would end an operation; otherwise only if a collection
// freed little and the nodes have grown since the last run by as much as was in use then, on Go's heap or in the
// forest. Collect asks at once. A Set that is released needs no run: Release ends that result for the forest, while
// other results of the same tuples stay. Close gives all memory back. Functions that are passed to operations, and
// loops over iterators, may make other sets of the forest meanwhile; they must not close it or release the operands of
// the operation, and those of a Map must not change the relation.
//
// Forest.Stats counts nodes, bytes, work and collections, Forest.Operations the lookups of each operation in the
// computed table; Options.OnCollect is called before and after each collection.
//
// A Forest with its sets, relations and builders belongs to one goroutine at a time, which may change. Different
// forests may be used concurrently, and so may values that never change: a Map, if its functions may be called there,
// and Pairs. Queries of sets that make no set may run concurrently as long as nothing else is done with the forest:
// Contains, ==, Equal, IsEmpty, Count, Size, Nodes, Arcs, Widths, Extent, Extents, Values, AllValues, MaxSum,
// MaxBigSum, Heaviest, Weigh, Probability, Index, Fold, All, Each, Pick, EachNode, Save, WriteDOT, Levels, Rule,
// Stats, Operations and Reorder of the forest, and Move to another forest. This does not hold for Where, Between,
// SubsetOf, Disjoint, Split and queries of a relation, which make nodes or fill tables, nor for Release. Any goroutine
// may drop a Set, and an Index needs no forest.
//
// REFERENCES.md resolves the keys in brackets.
package mdd
