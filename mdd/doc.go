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
// are chains of relation nodes [BM19] instead of decision diagrams, where they do something of its own to each
// variable. Layers, BFS and Chaining are the plain ways to the same node.
//
// # Relations as diagrams
//
// A Matrix is a relation of any kind, and an operand as a Set is. It is made of pairs (MatrixOf), of a set over two
// levels for each variable (MatrixOfSet), of what is done to each variable of a box (Steps, Relation.Matrix), of two
// sets (Cross), or of one set that guards (Diagonal); and of other matrices: Union, Intersect, Minus, Compose, Inverse,
// Closure, From and To a set. Image, PreImage, Domain, Range, Count and All ask it.
//
// It leaves the variables alone that it does not tell of, whatever their values, and the other variables where it does
// not tell of their value: the matrix of Identity tells of nothing. So a union of events has no need of domains either.
//
// Relation.AddMatrix has a matrix be an event beside others, in one saturation. A matrix for what depends on a few
// variables takes no more than events for all their values. Whether one for all that a system does is better is to be
// measured: the 8-puzzle, where each variable depends on all, takes 0.9 million lookups so, and 13 with a matrix for
// each two cells; tokens in a ring of 30 stations take 770 thousand, and 36 with a matrix for each two stations
// (BenchmarkMatrixEvents). A graph without structure is searched faster by BFS than by Saturate.
//
// # Costs
//
// What an operation costs is said with it, in nodes and arcs of its operands or in lookups in the computed table, which
// remembers results: a union of two nodes is made once, however often it is asked for. Where a cost is that of a worst
// case, as for Union, most diagrams are far from it. Nothing depends on the number of tuples but loops over them.
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
//	Union, Intersect, Minus, Xor, ComplementIn  pairs of nodes of one level, |a|·|b| at worst
//	SubsetOf, Disjoint                          the same, up to the first difference; they make no node
//	Ite                                         triples of nodes of one level
//	UnionOf                                     unions of neighbours, in as many rounds as the logarithm of the sets
//	Restrict, Cofactor, Exists, ForAll          O(arcs) above the lowest level, and unions or intersections below
//	Join, JoinExists, AndExists                 pairs of nodes of one level that agree above; unions as for Exists
//	Move                                        O(arcs) in the same order; else O(levels·arcs) as a rule, see there
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
// A lookup takes 5 ns where the table lies in the processor's cache and 50 ns where it does not; one that has no answer
// leads to some ten times that. A Union that the table knows takes less than 50 ns and allocates nothing, if somebody
// holds a set of the same tuples (BenchmarkRemembered). A set that lives takes some 100 bytes of Go's memory besides
// its nodes, and 0.1 µs of a collection that Go's collector is asked for (BenchmarkCollectLive). Tuples and FromSeq are
// the way from many tuples to one set, not a Union for each.
//
// Values may be far apart. A node has 16 bytes and 4 more for each value from its first to its last, or, where fewer
// than one in eight of these has a tuple, 8 more for each that has: {0, 10^7} on one level takes 32 bytes
// (BenchmarkFarValue). There a value is found by bisection, and saturation of many values on one level does without
// some of its short cuts, so it still pays to number what is sparse, in the order in which it turns up, with a Map for
// each effect. How many nodes a set has depends on which variables share a level and on the order of the levels, often
// exponentially; petri/order has heuristics for variables of all kinds.
//
// # Limits
//
// Levels are at most MaxLevels, and recursions go as deep. Values are at most MaxValue, those of Maps and Pairs less by
// two. Counts are exact, of any size. A forest has 16 GiB of nodes at most (Options.MaxArena), 2^24 entries of the
// computed table with 16 bytes each (Options.MaxCache) and 4095 operations (Forest.NewRelation); an operation that
// passes what a forest can hold ends with a LimitError. A forest takes 16 GiB of address space once it has 16 MiB of
// nodes, so a program with thousands of large forests sets MaxArena. Rows, chains and lists that are made beside the
// nodes lie on Go's heap: they are few but for CountEnabled, Weigh, Index, Fold, relations with very many values,
// Pairs, and the chains of a Matrix that saturation has come to, of some 40 bytes a node.
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
// that nobody holds any more are found by Go's collector. The forest looks what its last run has found, and asks for
// another run, of the whole program, where a limit would end an operation; else only if a collection brought little and
// the nodes have grown since by as much as was in use then, on Go's heap or in the forest. Collect asks at once. A Set
// that is released needs no run: Release ends it for the forest, while others keep what was returned to them. Close
// gives all memory back. Functions that are given to operations, and loops over iterators, may make other sets of the
// forest meanwhile; they must not close it nor release what the operation works on, and those of a Map must not change
// the relation.
//
// Forest.Stats counts nodes, bytes, work and collections, Forest.Operations what the computed table was asked about
// each operation; Options.OnCollect is called before and after each collection.
//
// A Forest with its sets, relations and builders belongs to one goroutine at a time; it may be handed on. Different
// forests may be used side by side, and so may what never changes: a Map, if its functions may be called there, and
// Pairs. Questions about sets that make none may be asked side by side as long as nothing else is done with the
// forest: Contains, ==, Equal, IsEmpty, Count, Size, Nodes, Arcs, Widths, Extent, Extents, Values, AllValues,
// MaxSum, MaxBigSum, Heaviest, Weigh, Probability, Index, Fold, All, Each, Pick, EachNode, Save, WriteDOT, Levels,
// Rule, Stats and Operations of the forest, and Move to another forest. Not so Where, Between, SubsetOf, Disjoint,
// Split, nor what a relation is asked, which make nodes or fill tables, nor Release. Any goroutine may drop a Set,
// and an Index needs no forest.
//
// REFERENCES.md resolves the keys in brackets.
package mdd
