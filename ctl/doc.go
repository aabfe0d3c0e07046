// Package ctl is a symbolic model checker for CTL: it computes the set of states in which a formula holds, by fixed
// points over decision diagrams [ZC09].
//
// A Checker is made for a next-state relation and a universe, the set of reachable tuples, which the relation does not
// leave. It knows neither nets nor the meaning of atoms: its caller supplies the sets of the atoms.
//
//	EX f       the predecessors of f, inside the universe
//	E(f U g)   constrained saturation on the inverse relation, from g, inside f; or plain loops, for comparison
//	EG f       the largest part of f in which every tuple has a successor by events that can recur, what leads there
//	           inside f, and to dead tuples if paths may end; or the largest part with any successors
//
// All other operators are reduced to these by package ctl/syntax. Equal formulas of a pool are computed once.
package ctl
