// Package gmc looks for paths by Greedy Model Checking [WR00]: it takes a random sequence of states in which all steps but one exist, a quasi path, and
// repairs it at its gap until all steps exist.
//
//	s0 → s1 → … → sj     s(j+1) → … → sn      s0 initial, sn in the goal
//
// A flip replaces one of the two states at the gap by the nearest one, in Hamming distance, that closes it. Then the path is complete or the gap has
// moved by one. A path found is replayed step by step before it is returned. If none is found, nothing is known: there may be one all the
// same.
//
// States are vectors of bits: of a safe net one for each place, of the motor control some for each machine. The relation is a conjunction of
// binary decision diagrams, over bits of the event, on top, and then each bit of a state beside the same bit of the next one. Diagrams are
// made once, by rudd, and read into arrays; a flip is a walk through all of them at once, with a bound on the distance.
//
// Differences from the paper:
//
//   - Line 19 of its Algorithm 2 asks for a step that exists by construction. Here a flip of s(j+1) ends if there is a step from its new value to s(j+2) or
//     none is needed.
//   - An early stop is looked for at both ends: a state before the gap in the goal, and one behind it that is initial.
//   - New states are the nearest ones, unless the walk takes too many steps; the paper takes the first one that it finds.
//   - Where neither state can be replaced, or a flip would undo the last one, a state can be put between them, up to a given length; the paper leaves
//     that for later, and lassos, too.
//
// Fixpoint is the usual breadth-first search with sets over the same diagrams, which tells whether there is a path.
package gmc
