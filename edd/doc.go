// Package edd computes least distances, by edge-valued decision diagrams (EV⁺MDDs) [CS02]: functions from tuples of
// integers to 0, 1, 2, … or ∞, and bounded saturation [YCL09], which finds for each tuple the number of events, or
// their least cost, that lead to it from a start set. It knows no Petri nets: sets and relations are those of package
// mdd.
//
// # Terms
//
// A Func is such a function; the tuples with a finite distance are its support. It is a diagram whose edges carry
// numbers: the distance of a tuple is the sum along its path. An edge ⟨v, n⟩ stands for v plus what node n stands
// for, and a missing edge for ∞.
//
//	⟨2,·⟩ ──→ (k) ──0:⟨0,·⟩──→ …     the tuple with 0 on level k: 2 + 0 + …
//	              ──1:⟨3,·⟩──→ …     the tuple with 1 on level k: 2 + 3 + …
//
// # Invariants
//
//	E1  The least value among the edges of a node is 0; what is above it moves to the edge into the node. So the least
//	    distance below a node is 0.
//	E2  Two functions of a forest are equal exactly if they have the same edge into the same node.
//	E3  A node whose only edge is at local value 0 is left out, as in zero-suppressed sets: an edge that skips levels
//	    says that the variables there are 0. The value of that only edge is 0 by E1, so nothing is lost.
//
// An edge with a value of 0 is written as its node. One with a larger value is kept, where one handle has to stand
// for it, as a node on the level above all others with that single edge; equal edges are one, and a collection treats
// them like nodes.
//
// # Bounded saturation
//
// The relation of package mdd says which tuples follow which; each event costs 1, or as much as the function given to
// NewWeighted says. A Saturator gives every tuple that can be reached within a bound its distance. [YCL09] It is the
// heart of saturation-based bounded model checking: its diagrams stay small where the state space is huge or infinite.
// Saturator.Path gives a shortest path with its events, whatever found the distances.
//
// There are three versions of it, and breadth-first search, Dijkstra's where events have costs, as a fourth. Budgeted,
// the default, is the one for systems made of parts, as nets are: 1.6 to 2.8 times less work than breadth-first search.
// Layered, breadth-first search, is the one for puzzles, where every move depends on the whole position: 12 times less
// work than Budgeted on the 8-puzzle within 20 steps, and more with each further step. Auto finds out which of the two
// is faster. See Version for the figures.
//
// # Functions
//
// Min, Max, Add and Plus combine functions, MinOver takes the least distance over levels, Move brings a function to
// other levels or another forest, and Nearest has the tuple of the least distance. Support, Border and Between are sets
// of tuples by their distance. Zero makes functions of sets: minima of Zero(set).Plus(d) give any function with
// finitely many finite distances, and g.Add(f.Zero(set)) is g on the tuples of a set alone.
//
// # Costs and limits
//
//	At, Nearest                                   O(levels), and edges on the way for Nearest
//	Equal, IsInfinity                             O(1)
//	Plus, Largest, Nodes, Save, Support, Zero     O(edges)
//	Border, Between, TruncateExact                O(edges) times the remainders of the bounds
//	TruncateApprox                                O(edges)
//	Min, Max, Add                                 pairs of nodes, for each difference of their edges' values
//	MinOver, Move                                 O(edges), and minima; see there
//	Bounded, Excluding                            not bounded by the operands: run them under Guard
//	Path                                          a Border for each step and cost, and the events of the relation
//
// A node takes 16 bytes, and 8 for each local value from its first to its last or, where fewer than one in eight of
// these has an edge, 12 for each that has. Operations remember their results, so one whose result an earlier one has
// found costs nothing. The cost of a function of distances is that of its nodes, and these depend on the order of the
// levels as those of sets do. What is said of costs, limits, collections, Guard and goroutines in package mdd holds
// here: a Forest and its forest of sets belong to one goroutine at a time.
//
// Finite distances are smaller than Infinity, 2^31−1. What Exact and Approx keep beyond the bound may pass 32 bits, and
// ends the operation with a dd.LimitError of kind "distances".
package edd
