// Package ltl has the forms of LTL that techniques work with: what one run would show of a question, its negation
// normal form, and what of it CTL can say. Formulas themselves are those of package ctl/syntax, where LTL and CTL share
// one notation.
//
// # Meaning
//
// A question A φ asks whether all maximal runs from the initial state satisfy the path formula φ, E φ whether some
// run does. With syntax.Maximal a run that ends in a dead marking m goes on as m m m …, as in the Model Checking
// Contest, so X f is f there; with syntax.Infinite it is no run at all. Steps that change nothing are steps. There is
// no fairness.
package ltl
