// Package bmc decides questions about nets with bounds and circuits by bounded model checking: whether there is a path
// of so many steps is a question to a SAT solver, and induction shows that there is none of any length. See package
// engine/bmc.
package bmc
