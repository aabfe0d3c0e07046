// Package tina reads and writes the two formats that the Tina toolbox has for nets and time Petri nets: .net, a text of
// declarations, and .ndr, which the editor nd writes and which has positions [BRV04].
//
// Weights and markings may end in K or M, test arcs ?w ask for w tokens, inhibitor arcs ?-w disable while there are w
// or more, and pr declares priorities, of which the transitive closure counts. Declarations add up: arcs of a kind
// between the same two nodes may stand in several. The time intervals of transitions, such as [1,4], ]0,3[ or [2,w[,
// have the strong and intermediate semantics of petri/timed. Stopwatch arcs are refused by name. Notes and the curves
// of arcs are skipped.
package tina
