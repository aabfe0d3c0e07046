// Package runs decides by decision diagrams whether a state space has a run that a Büchi automaton accepts, and finds a
// lasso that shows it.
//
// The product with the automaton is a vector of sets, one for each state of the automaton, instead of a set with one
// more level. A fixed point over such vectors tells in which markings an accepted cycle may begin [DKPT11]; a Tracer
// then goes from set to set, layer by layer, and closes the cycle. A Ball looks at single markings near a starting
// point first, where most runs are found. The package knows nets only as far as the ball fires their transitions: what
// moves is a Ground, which is a net or a system of named variables.
package runs
