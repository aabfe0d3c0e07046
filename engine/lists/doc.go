// Package lists explores nets with many tokens by list diagrams (package ldd), in which the memory and the time for n
// tokens in a group of places grow by one power of n less than in those of engine/symbolic. It counts; it decides no
// formulas.
//
// It takes nets without inhibitor arcs. Each place has its own level. The order of the levels is given, or that of
// engine/symbolic/race for a sibling with few tokens: orders that are good for the one are good for the other, and
// diagrams with lists want the same orders as those with arrays. ExploreIfBetter compares the two kinds on siblings.
package lists
