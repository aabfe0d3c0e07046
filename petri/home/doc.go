// Package home proves that a Petri net can always reach a marking, or one of a set, without looking at all markings.
//
//	s := home.NewSearch(net, home.At(net.Initial()))
//	for i := range 40 { s.Sample(i) }
//	d, err := s.Find(ctx)
//	// no reachable marking outside of the target disables all of d.Steps: the target can be reached from each
//
// # Descents
//
// A set of markings is a home space, and a marking a home marking, if it can be reached from every reachable marking
// [BV84]. A descent to such a target has a weight w(p) ≥ 0 for each place and some steps, which are firing sequences,
// such that each step makes Σ w(p)·m(p) less. If each reachable marking outside of the target enables some step, the
// target is a home space: steps can be taken one after the other, but not for ever, since the sum is a whole number
// that is never negative; so they end in the target.
//
// Whether each marking enables a step is a question of reachability, which other packages decide; a marking that
// enables none is added to the samples, and the search goes on. So it is a search for a ranking function by
// counterexamples.
//
// # The search
//
// A sample is a marking in which some step has to be enabled. Weights that make given steps descend are the solutions
// of linear inequalities. For each sample one of its steps is chosen, such that there are weights for all that are
// chosen; those steps come first that go down most on the shortest ways home as a linear program sees them: by the
// weights under which the samples lie as high as possible above the target while no transition descends by more than 1.
// A sample for which no choice is left comes first in the next attempt, together with sequences of several transitions
// from it: those in which each uses what the one before gives, and the beginning of its way to the target.
package home
