// Package sets proves formulas of CTL, and the numbers of a state space, by sets of reachable markings: it writes the
// sections levels, sets, ranks, claims, product and space of certificates. docs/certificates.md has the format.
//
//	space, err := sets.Explore(ctx, net, sets.Options{})
//	…
//	defer space.Close()
//	evidence := space.Evidence(paths)
//	holds, err := evidence.Prove(ctx, formula)
//	…
//	evidence.WriteTo(w)
//
// The evidence of a formula is the set of markings of each of its subformulas, in negation normal form, and for the
// operators that ask for progress, E(f U g) and A(f U g), a rank that sinks on the way.
//
// Evidence.NoRun shows in section product that all runs satisfy a formula of LTL. A space of Begin serves, too: it has
// only the initial marking, and NoRun finds the markings with which some of the opposite is still to satisfy.
//
// A space of Conserved has all markings that place invariants allow. Prove and NoRun serve there, too, since a formula
// holds initially in each set that is closed under firing as it does in the net.
//
// The diagrams of the exploration may have several places on a level, and numbers of their own for the tokens there.
// Those of a certificate have each place on a level of its own; see unfolding.
package sets
