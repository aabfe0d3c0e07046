// Package simplex solves systems of linear equations with bounds on their variables, in exact numbers: it finds a
// solution or shows that there is none. It is the general simplex method [DM06], made for systems to which bounds are
// added and taken back: floating-point values guide the search, the rows are exact, and a Conflict is a proof by
// Farkas' lemma.
//
// Least asks for the minimum of a sum, by the same means.
package simplex
