// Package concurrency decides conditions on markings by the concurrency relation of a net: levels of places that no
// reachable marking has together; see structure.FindConcurrency.
//
//	j := concurrency.New(net, structure.FindConcurrency(ctx, net, nil))
//	j.Never(f)   // no reachable marking satisfies f, since of each choice of its operands two exclude each other
//	j.Reasons()  // these exclusions
package concurrency
