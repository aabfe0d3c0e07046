// Package petrify reads and writes signal transition graphs and other Petri nets in the format .g (also called astg) of
// Petrify, Punf, Workcraft and others [CKKLY97].
//
// A word of the graph is a transition if .inputs, .outputs, .internal or .dummy declare the signal or event in front of
// its sign (+, - or ~) and of the number of its instance (as in a+/2), and a place otherwise. An arc between two
// transitions has an implicit place, which is called <a+,b-/1>. Arcs may have a weight in round brackets. What .dummy
// declares is silent; which signals are inputs is not kept. The instance 0 is the one without a number. The directives
// .mode and ".initial state" of SIS say what circuits are made from a graph, and are skipped.
package petrify
