// Package dfs searches depth first within growing bounds of the number of steps [UDR11].
//
// Run covers the states within a bound by rounds: each goes on from the frontier of the last one, the states at exactly
// its bound, and goes so many steps further. Within a round the search is depth first, so a state can be met on a long
// way first and on a short one later. The three algorithms of the paper differ in what they do then:
//
//	Unsound    nothing; so states behind it may never be reached (Figure 3, kept to show Figure 4)
//	Naive      expands it again whenever the way is shorter than all before (Figure 5)
//	Threshold  expands it again only if that can lead to something new (Figure 6)
//
// # Why thresholds are sound
//
// The proofs in the paper are sketches, so here is one. Let bound be that of the round, T(s) the threshold of an
// expanded state, and T(s) = bound for a state that was only met at the bound. T(s) never grows: it is set to the depth
// at which s is expanded, which is less than before, then to max T(t)−1 over its successors t, each of which was
// entered at that depth plus one and so has T(t) at most that. When all is done, T(s) ≥ T(t)−1 for each expanded s and
// each t after it, since T(t) can only have become smaller after s looked at it, and the last to set T(s) had looked at
// all t. Now take a shortest way s0 … sk with k ≤ bound, where s0 was entered at depth 0, so that T(s0) ≤ 0 and T(si) ≤
// i. If si is expanded, then s(i+1) was entered, so it is expanded, or was met at the bound only; in that case T(si) ≥
// bound−1, so bound−1 ≤ i, and s(i+1) is the end of a way of bound steps. So every state less than bound steps away is
// expanded, and the frontier is what was met at the bound and never expanded. From one round to the next nothing
// changes but the bound: T(s) ≤ the distance of s remains. Several workers may run at once, too, as long as T(s) only
// falls.
//
// # What is kept
//
// One state is kept in full, the one on top of the stack; a step is kept as the words that it changes, and the same
// words lead back. The frontier is kept as states, as numbers of transitions from the initial state, or as a tree of
// such numbers (Figures 8 and 9). Visited states are kept in full, or as fingerprints of 64 or 128 bits, or as cells in
// a table without keys; with these a state can be taken for another one, and a verdict that no state shows says so.
//
// Lasso looks for what a path does for ever, by nested depth-first search [CVWY92] among the states that Run has
// covered.
package dfs
