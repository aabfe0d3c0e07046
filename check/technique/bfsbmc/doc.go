// Package bfsbmc looks for a witness among the first states of a breadth-first search. See package engine/bbmc.
package bfsbmc
