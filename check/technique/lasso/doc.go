// Package lasso finds runs for questions of LTL in two parts, each of which is a question of plain reachability: a path
// to a marking that an accepting part of the automaton asks for, and a path from there back to the same marking. All
// other techniques work on these questions, so that what equations, clauses, diagrams and smaller nets know of
// reachability serves LTL. Walks look for loops that begin where the first part ends, too.
//
// Whether the loop makes the run an accepted one is found by the word of the run alone, so a run may be missed: the way
// back need not keep what the automaton asks for.
package lasso
