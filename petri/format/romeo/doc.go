// Package romeo reads and writes time Petri nets in the XML of the tool Romeo [GLMR05], in which the intervals of
// transitions are closed, or have no end: places, transitions, and arcs of the types PlaceTransition, TransitionPlace,
// read, logicalInhibitor and flush, which is a reset arc. The semantics is strong and intermediate.
//
// Nodes are called by their labels. Parameters, stopwatch arcs (timedInhibitor), intervals of places, scheduling,
// priorities, guards and updates of variables are refused by name. Costs, colours and preferences are skipped.
package romeo
