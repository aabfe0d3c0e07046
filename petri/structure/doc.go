// Package structure finds facts about a Petri net without building its state
// space: place invariants, the token bounds they give, boundedness, coverability,
// and the simple shape of the net. A Profile keeps those that many ask for.
//
// Terms. C(p,t) is the effect of firing t on place p: tokens given minus tokens
// taken. A P-semiflow is a weight vector y ≥ 0, y ≠ 0 with yᵀC = 0: the weighted
// sum of its tokens is the same in every reachable marking. A P-subflow has
// yᵀC ≤ 0: the sum never rises. Inhibitor arcs only remove firings, so both hold
// with them as well. A pump is a firing sequence that can be repeated for ever and
// gains tokens in each round.
//
// All arithmetic is exact: 64 bits with overflow checks. Whatever is returned is
// a fact; only completeness ("all of them", "we looked everywhere") is given up
// when a budget ends, and that is always said.
package structure
