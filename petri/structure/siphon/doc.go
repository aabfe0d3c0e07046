// Package siphon finds siphons and traps of Petri nets, and decides by them
// whether tokens can get lost where they are needed.
//
// A siphon is a set of places such that each transition that gives to it also
// takes from it: once it has no token, it stays so. A trap is a set of places
// such that each transition that takes from it also gives to it: once it has a
// token, it keeps one. Both are sets without regard to weights. Inhibitor arcs
// only remove firings, so both facts hold with them as well. The union of
// siphons is a siphon, so each set of places contains a largest one; the same is
// so for traps. A minimal siphon, or trap, contains no other one but the empty
// set.
//
// In a dead marking of an ordinary net the places without tokens are a siphon.
// So a net cannot die as long as each siphon contains a trap that has a token in
// the beginning; this is Commoner's condition [Hac72, DE95]. Questions of this
// kind are put to a SAT solver, whose variables say which places are in the set
// [OWW10], and which learns one trap after the other, each as a clause.
package siphon
