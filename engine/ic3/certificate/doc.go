// Package certificate checks invariants: sets of clauses that hold in all reachable states of a circuit or a net and
// exclude the bad ones. It shares no code with those who find them, and asks another SAT solver.
//
// Three implications make clauses Inv an invariant that excludes the bad states:
//
//	initial  →  Inv
//	Inv and a step  →  Inv after it
//	Inv  →  not bad
//
// Inputs are free in each step of a circuit, and where it has constraints they hold before a step and in a bad state.
// The places of a net have the bounds of the invariant: for each there is a sum of places, with weights, that no firing
// makes larger and that is small enough, or else Inv excludes all firings that break it.
package certificate
