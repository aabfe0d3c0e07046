// Package invariants decides questions about nets by place invariants: sums of tokens that no transition changes. See
// package petri/structure.
package invariants
