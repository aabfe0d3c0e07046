// Package gmc looks for paths by Greedy Model Checking [WR00]: it takes a random sequence of states in which all steps
// but one exist, a quasi path, and repairs it at its gap until all steps exist.
//
//	s0 → s1 → … → sj     s(j+1) → … → sn      s0 initial, sn in the goal
//
// A flip replaces one of the two states at the gap by the nearest one, in Hamming distance, that closes it. Then the
// path is complete or the gap has moved by one. A path found is replayed step by step before it is returned. If none is
// found, nothing is known: there may be one all the same.
//
// States are vectors of bits: of a net those of the numbers of tokens, of a circuit its latches. The relation is a
// conjunction of binary decision diagrams over bits of the event, which is a transition's number or the inputs, and of
// each bit of a state beside the same bit of the next one. Bits of the event that much depends on are on top. Diagrams
// are made once, by rudd, and read into arrays; a flip is a walk through all of them at once, with a bound on the
// distance.
//
// Differences from the paper:
//
//   - A quasi path is a random walk from an initial state to a gap at random, and one backward from a state of the goal
//     to there. The paper goes n−1 random steps forward, and its gap is before the last state.
//   - Line 19 of its Algorithm 2 asks for a step that exists by construction. Here a flip of s(j+1) ends if there is a
//     step from its new value to s(j+2) or none is needed.
//   - An early stop is looked for at both ends: a state before the gap in the goal, and one behind it that is initial.
//   - New states are the nearest ones, unless the walk takes too many steps; the paper takes the first one that it
//     finds.
//   - Where neither state can be replaced, or a flip would undo the last one, a state can be put between them, up to a
//     given length; the paper leaves that for later, and lassos, too. If none may be put in, a flip that would undo the
//     last one gives way to one at the other side of the gap, or else to a state that is not the nearest one.
//
// Fixpoint is the usual breadth-first search with sets over the same diagrams, which decides whether there is a path
// and has a shortest one. The images of a net are unions over its transitions, those of a circuit conjunctions over
// clusters of latches with early quantification. A circuit is cut down to what the goal depends on, its variables are
// ordered by FORCE [AMS03] over its gates, and gates with large functions have variables of their own.
package gmc
