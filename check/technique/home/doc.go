// Package home proves what a net can always reach, its initial marking or a formula, and simplifies formulas of CTL by
// that.
//
// If the initial marking can be reached from every reachable marking, then EF f holds in all of these or in none, for
// any formula f: so each EF and AG in a formula, at whatever depth, is a question of its own about the initial marking,
// most of them plain reachability, and a constant once that is answered. A net is live then if each transition can
// fire. The proof is a descent, see package petri/home, and one statement about reachability: each other marking
// enables a step of it. Of
// live free choice nets the structure tells it; see package petri/structure/class.
//
// A descent to a formula shows EF f in all reachable markings, for this f alone. It needs less, and is there in many
// nets that cannot return.
package home
