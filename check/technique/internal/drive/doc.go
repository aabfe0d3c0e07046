// Package drive has the loops in which techniques work on their questions: one after the other with equal shares of the
// time, again and again in slices of time, or one long computation that pauses between slices; and what they have in
// common when they say which questions they take, and hand over what they found.
package drive
