// Package symbolic explores Petri nets with decision diagrams: it chooses components and a variable order,
// encodes the net, builds the reachable set by saturation, and answers questions about the set.
//
//	space, err := symbolic.Explore(ctx, net, symbolic.Options{})
//	fmt.Println(space.States())
//
// The way of a net through the project: petri.Net → order.Decomposition → encode.Model → mdd.Saturate → Space.
package symbolic
