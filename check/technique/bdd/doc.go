// Package bdd decides reachability in nets and circuits by a breadth-first search through sets of states, which are
// binary decision diagrams of a library. See package engine/gmc.
package bdd
