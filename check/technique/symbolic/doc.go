// Package symbolic decides questions about nets and systems by decision diagrams: on the set of all reachable markings,
// in rounds of more and more steps and, where neither is found, on parts of it and on covers. See package
// engine/symbolic.
package symbolic
