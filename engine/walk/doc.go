// Package walk finds markings of Petri nets by firing transitions, one after the other, without keeping any marking but
// the last: millions of firings a second, on nets of any size.
//
//	w, err := walk.New(net, 1)
//	goal, err := w.Reach(formula)
//	err = w.Random(ctx, walk.Limits{Firings: 1_000_000})
//	path, ok := goal.Found()
//
// # Terms
//
// A run is a firing sequence from the initial marking. A Walker makes runs, and looks in all of them for all of its
// targets: a Goal is a formula without path operators of which a marking is sought, a Maximum a sum of which a large
// value is. Besides it notes which transitions it saw enabled, a marking that enables none, a place with two tokens,
// and if asked to, a transition that can never fire again.
//
// # Kinds of runs
//
//	Random     any enabled transition, one that was rarely fired, or often the last one again; runs get longer
//	Toward     best-first: of a few enabled transitions the one after which a distance to the target is least
//	Along      the transitions of a Parikh vector, each at most so often
//	TowardRun  through the product of the net and an automaton of LTL, until the run ends or is in a circle
//
// # Other structures
//
// A Rover walks through the packed states of any structure of package kripke, such as a system of variables, at random
// and nearer to a state that is sought. It asks for all successors of a state, so it is slower than a Walker.
//
// # Runs for ever
//
// TowardRun reads the run with an automaton, as sets of states, and fires no transition that leaves the automaton no
// hope. It walks to where an accepting part of the automaton can be entered, then stays there. A run is complete in a
// dead marking, where a transition is enabled that changes nothing, and where a marking is seen again: a small table of
// hashes notes where the run was. On large nets hardly any marking is. So now and then it tries transition invariants,
// and goes a few steps away and back, nearer with each firing; what fails is taken back, firing by firing. A run of an
// unbounded net is complete, too, where it covers an earlier marking and what the steps between add changes no
// proposition, however often they are repeated. That such a run exists is certain; it is no lasso, so it is not kept.
//
// # What a firing costs
//
// A firing looks at the places that it changes, and at the transitions that it enables or disables: those that ask for
// a number of tokens between the old and the new one. A list of the enabled transitions is kept, so that one is chosen
// in constant time. Formulas are one graph, with sums that are kept up to date and counters of operands, in which only
// what changes is looked at. Nothing is allocated.
//
// # What is certain
//
// A walk proves that something can be reached, never that it cannot. Before it is told, a run is fired again by the
// rule of package petri, and what was seen is looked for in the markings on the way by package engine. Sums are
// unbounded where a marking covers an earlier one of the same run and the sum grew, if there are no inhibitor arcs
// [KM69]. A transition can never fire again where that follows from the places that can still be filled or emptied;
// see Never.
//
// Sums are counted in 64 bits. A run ends before a place gets more than 2^40 tokens, or twice what a place has at first
// if that is more, and formulas whose sums could leave the range then are refused.
package walk
