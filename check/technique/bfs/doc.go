// Package bfs decides reachability by a breadth-first search through single states. See package engine/kripke.
package bfs
