// Package bisim has nothing but tests: that nets and listed systems which stand for the same system are strongly
// bisimilar. Two states are, if for each transition of one the other has a transition with the same label, to a
// bisimilar state.
package bisim
