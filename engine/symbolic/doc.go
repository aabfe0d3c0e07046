// Package symbolic explores Petri nets with decision diagrams: it chooses components and a variable order,
// encodes the net, builds the reachable set by saturation, and answers questions about the set.
//
//	space, err := symbolic.Explore(ctx, net, symbolic.Options{})
//	fmt.Println(space.States())
//
// The way of a net through the project: petri.Net → order.Decomposition → encode.Model → mdd.Saturate → Space.
//
// Not every net has a state space that can be built: it may be infinite, or a limit may come first. Then two things
// still answer questions, and what they say is certain. Parts explores ever larger parts of the reachable markings and
// knows the frontier of each. Package cover encloses all reachable markings in over-approximations. What neither
// decides is engine.Unknown. Package race chooses the order, internal/runs decides LTL.
package symbolic
