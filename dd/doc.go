// Package dd stores the nodes of decision diagrams: a unique table, which makes equal nodes one node, a
// computed table, which remembers the results of operations, a garbage collector that may run in the middle of an
// operation, and limits that end operations. It is the kernel below packages mdd and edd, which decide what a node
// stands for; here a node is a level and a list of arcs.
//
// # Terms
//
// A Node is a handle: the offset of its record in one large array of 32-bit words, the arena.
// The arena holds no pointers, so Go's collector never looks into it.
//
//	word   0      1      2      3      4 …
//	     ┌──────┬──────┬──────┬──────┬──────┬──────┬─
//	     │ next │level │first │count │ arc  │ arc  │ …      count arcs
//	     └──────┴──────┴──────┴──────┴──────┴──────┴─
//
// next chains the nodes of one bucket of the unique table. Arcs belong to the local
// values first, first+1, …, first+count−1; every other value leads to Empty. An arc is one
// word, the child, or for edge-valued diagrams two, the child and a value.
//
// That is a dense record. Where few of the values from the first to the last have an arc, a record is sparse: the word
// of the first value has its highest bit set, no arc leads to Empty, and behind the arcs stand their values. So {0} and
// {0, 10^7} take about the same memory, and code that reads arcs alone, as most loops do, need not tell the two apart
// (Arcs, Values).
//
// The package needs a 64-bit platform: the arena of a large store takes as much address space as handles can name.
//
// Level 0 is the level of the two terminals, Empty and Unit; nodes have levels ≥ 1.
//
// # Invariants
//
// Store.Check tests all of them. Builds with the tag "invariants" call it after each collection, so every test of this
// package, mdd and edd that is run with the tag tests them.
//
//	I1  Arcs are trimmed at both ends: the first and the last child of a node are not Empty, and count ≥ 1.
//	I2  Every child is a terminal or a live node of a lower level or, with Options.Lists, of the same level.
//	I3  No two live nodes have equal level, first and arcs.
//	I4  Every live node is found in the unique table under its own handle, and nothing else is in it.
//	I5  The records of live nodes and free blocks tile the arena from its start to its top.
//	I6  The computed table names live nodes only, and no operation whose number is free.
//	I7  A record is sparse exactly if Sparse says so of its arcs; then its values ascend, and none leads to Empty.
//	R1–R3  Each protected node is live and has one root, which is found by it; see rootTable.
//
// # Widths
//
// Packed fields check their range where their numbers are made, not in lookups: operations, levels (the extra operand
// of an Op), values, offsets of the arena. Builds with the tag "narrow" make these fields small, so that tests reach
// each limit.
//
// # Misuse
//
// Functions that are called rarely check their arguments and panic with a message that names the call, what was found
// and what was expected: New, Guard, Try, Make, MakeAt, Numbering.Number, and Push and Grow after Close. Functions that
// are called for each arc or lookup check nothing: Level, Len, Values, Arcs, Child, At, Put, Words, Release, Lookup,
// Remember, With. Handles must be of live nodes of the same store, positions those that Push and Grow returned;
// Store.Check finds the damage afterwards. A store belongs to one goroutine at a time.
//
// # Roots
//
// A collection can happen whenever Make is called. It keeps the nodes that can be reached from a Root (held by a user)
// or from the work stack (held by running recursions), and no others. A recursion therefore keeps every handle it will
// need again on the work stack, not in a local variable only.
//
// A node has one Root, however often it is protected. A Root ends when it is released, or when a run of Go's garbage
// collector has found it unreachable.
package dd
