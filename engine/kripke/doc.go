// Package kripke has what explicit engines explore: transition systems with packed states, labelled transitions and
// atomic propositions.
//
// A Structure is such a system: a Petri net (NewNet), a sequential circuit (NewCircuit), a system of variables and
// events (NewSystem), or a graph that is listed in an Aldebaran file (ReadAUT).
//
// # States
//
// A state is a few words, and two states are the same exactly if their words are. Its transitions have an order, that
// of the net's file, of the listing or of the numbers that inputs are, and are numbered by it from 0 on; depth-first
// engines keep paths as such numbers. Nothing is allocated while states are expanded: the caller's Successors take what
// there is, and are used again.
package kripke
