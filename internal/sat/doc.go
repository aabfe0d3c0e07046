// Package sat is a SAT solver for provers that ask very many small questions: conflict-driven clause learning [ES04]
// with two watched literals, activities, phases that are kept and restarts, all in plain slices.
//
// # Terms
//
// A question is whether the clauses have a model that meets its assumptions. Beside them it may have one clause of its
// own, which is forgotten afterwards with all that was learned from it, and a domain: the variables that are decided.
// The rest gets values by propagation only. So a question costs what its domain costs, however large the formula is.
// Whoever gives a domain knows that each assignment of it that propagation does not refute can be completed, as is the
// case for the inputs of a set of gates that is closed under what its gates look at.
//
// After a question without a model, Failed has assumptions that cannot hold together.
package sat
