// Package explicit decides questions about nets and listed systems on the graph of all states, found one by one. See
// package engine/explicit.
package explicit
