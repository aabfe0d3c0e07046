// Package limit says what ends a run early: the limits of the user on time, memory, nodes, states and depth, and the
// one error, a Stop, that all engines' errors for such limits become.
package limit
