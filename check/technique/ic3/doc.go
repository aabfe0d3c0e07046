// Package ic3 decides reachability and questions of LTL about nets with bounds and circuits by property-directed
// reachability: clauses that hold after more and more steps, until they are an inductive invariant. See package
// engine/ic3.
package ic3
