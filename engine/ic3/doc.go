// Package ic3 decides whether a circuit or a net reaches a state, by sets of clauses that hold after more and more
// steps: IC3 [Bra11], as property-directed reachability [EMB11] with counterexamples to generalisation [HBS13].
//
// # Terms
//
// A bit is a latch of a circuit or, of a net, whether a place has at least so many tokens. A cube is a conjunction of
// bits and negated bits, so a set of states; a lemma is the negation of a cube. The frame F_i is the lemmas of the
// levels i, i + 1, … and holds in all states within i steps of an initial one; F_0 is the initial states. An obligation
// is a cube from which a bad state can be reached, all of its states by the same choices, and a level at which it has
// to be shown unreachable.
//
//	F_0 ⊆ F_1 ⊆ … ⊆ F_k      F_i and a step give F_{i+1}      no F_i with i < k meets the bad states
//
// # How it goes on
//
// A bad state in F_k is an obligation. Either a state in F_{i−1} has a step into its cube: then that state, with all
// that is not needed of it left out (lift.go), is an obligation at level i − 1; if it is initial there is a path. Or
// there is none: then a part of the cube, for which this is so as well, becomes a lemma of level i. If no bad state is
// left in F_k, lemmas move to the next level where they hold there, too. A level without lemmas means that the frame
// above it is an invariant.
//
// Predecessors of circuits are found by one question about the gates of a step. Those of nets need no steps: what a
// transition makes of a cube is a cube again, seen backwards (net.go), so a question is asked for each transition that
// makes some literal of it true, with nothing but lemmas as clauses.
//
// # LTL
//
// A run that satisfies a path formula has rounds without end in the monitor of the formula (bmc.Monitor). Whether some
// run has so many rounds is a question about a circuit, with a counter, for nets, too: k-liveness [CS12], see Runs.
//
// # What is certain
//
// A path is replayed by the rules of the model, and the word of a lasso evaluated. An invariant is checked by package
// certificate, which shares no code with this one, and by another solver, before it is given to anybody.
package ic3
