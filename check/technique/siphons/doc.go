// Package siphons is the technique that decides deadlocks and liveness by siphons, traps and invariants, without
// looking at markings: what package petri/structure/class proves. A net of extended free choice that is live needs no
// search.
package siphons
