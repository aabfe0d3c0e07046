// Package explicit decides formulas of CTL, and liveness, on all reachable states of a structure, which it keeps one by
// one: a plain table of packed states (package kripke) and the edges between them. Where there are too many states it
// searches for the paths that a formula asks for (Local), or leaves out firings that do not matter (Stubborn).
//
// # The graph
//
// States are numbered in the order in which they are found. While they are found, edges are kept as differences of
// numbers, two or three bytes each; then they are sorted by their ends, four bytes each, since all fixed points go
// backward. Sets of states are bits.
//
// # Fixed points
//
//	EX f         the states before f
//	E(f U g)     from g backward inside f; each edge into a state of the set is looked at once
//	EG f         f without the states that all edges from which leave it, again and again; by a count of these edges
//
// so a formula costs at most all edges for each path operator, wherever its states lie; diagrams cost as many rounds as
// the longest way. Sets of formulas of one pool are shared.
//
// It is limited by memory alone: a state costs its packed words, 5 to 11 bytes in the table, and 4 bytes an edge and
// state, with 2 to 3 more while it is built. It shares no code with the diagrams, so each judges the other.
package explicit
