// Package romeo reads and writes time Petri nets in the XML of the tool Romeo [GLMR05], in which the intervals of
// transitions are closed, or have no end: places, transitions, and arcs of the types PlaceTransition, TransitionPlace,
// read, logicalInhibitor and flush, which is a reset arc. The semantics is strong and intermediate.
//
// Nodes are called by their labels. Parameters, stopwatch arcs (timedInhibitor), intervals of places, scheduling,
// priorities, guards and updates of variables, and colours of tokens are refused by name, and so are attributes of
// nodes and arcs that this package does not know. Costs, colours of drawings and preferences are skipped. The textual
// files .cts of version 3 are not read.
package romeo
