// Package sat is a SAT solver for provers that ask a great many small questions. It does conflict-driven clause
// learning [ES04] with two watched literals, variable activities, phase saving and restarts, and keeps its data in
// plain slices. Bounded model checking and IC3 use it.
//
// # Terms
//
// A question asks whether the clauses have a model under assumptions, which are literals. It may also have one
// temporary clause, which is forgotten afterwards together with everything learned from it, and a domain: the variables
// on which the solver may decide. All other variables get their values by propagation only, so the cost of a question
// depends on its domain and not on the size of the formula. The caller guarantees that each assignment of the domain
// that propagation does not refute can be extended to a model; this is so, for example, for a set of gates that
// contains the gates of all its inputs.
//
// After a question without a model, Failed returns assumptions that cannot hold together.
package sat
