// Package engine has what every engine answers with: verdicts, and witnesses that anybody can check. A Goal says what
// an engine has to look for to have a verdict.
//
// A Witness shows that an existential formula holds: a firing sequence for EX, EF and EU, a lasso or a path to a dead
// marking for EG, and a tree of these where such formulas are nested. What fails on all paths is shown by a witness of
// its negation. A witness is believed only after Check has replayed it by the net's firing rule and has looked at every
// marking on the way.
package engine
