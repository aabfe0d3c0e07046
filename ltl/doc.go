// Package ltl prepares formulas of linear temporal logic for model checking: negation normal form, simplification, the
// path formula that a counterexample or a witness satisfies, and translation to CTL where that is possible. The
// formulas are those of package ctl/syntax, where LTL and CTL share one notation.
//
// # Meaning
//
// A question A φ asks whether all maximal runs from the initial state satisfy the path formula φ, E φ whether some run
// does. With syntax.Maximal a run that ends in a dead marking m goes on as m m m …, as in the Model Checking Contest,
// so X f is f there; with syntax.Infinite it is no run at all. Steps that do not change the marking count as steps.
// There is no fairness.
package ltl
