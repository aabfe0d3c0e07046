// Package order decides which places sit on which level of a decision diagram.
//
// A component is a set of places that share one level; the local states of a
// component are the token counts its places can hold together. A Decomposition
// lists the components from the lowest level up. Both choices matter more than
// any tuning of the diagram code: components where places exclude each other
// remove levels that carry no information, and an order that keeps the levels
// touched by one transition close together keeps nodes few and steps local.
//
// The way from a net to a decomposition:
//
//	flows, _ := structure.Semiflows(net, structure.Limit{})
//	list := order.Candidates(net, flows, order.Options{})   // structure only, milliseconds
//	sibling, smaller := order.Sibling(net, flows, 30)        // the same net with fewer tokens
//	best, stats := order.Tune(ctx, list, probe, order.TuneOptions{Graph: order.GraphOf(sibling)})
//
// Candidates are ranked by a cheap metric. No metric is safe: running the first
// few for a moment and keeping the one that is ahead beats all of them, and
// climbing from there with Tune beats that. What has to be measured is measured
// by the caller's Probe; this package knows nothing of diagrams.
//
// A program without a net describes its variables as a Hypergraph: which of them events or constraints look at
// together. Its method Candidates has the orders that need no more, on the same code, and Tune goes on from there with
// a Probe:
//
//	graph := order.NewHypergraph(variables)
//	graph.Add(1, 0, 7, 12) // for each event or constraint, the variables that it looks at
//	list := graph.Candidates(order.Options{})
//	best, stats := order.Tune(ctx, list, probe, order.TuneOptions{Graph: graph})
//
// Everything is deterministic: equal nets and equal seeds give equal results.
package order
