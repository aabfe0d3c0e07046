// Package counting finds the numbers of a net's state space by the markings of a smaller net that package reduce made
// of it, exactly: the markings, the firings, the most tokens in a place and in a marking.
//
//	r := reduce.Net(ctx, net, reduce.Options{Class: reduce.Count})
//	f, err := counting.New(ctx, net, &r.Equations)
//	sum, err := f.States()
//	states, err := sum.Of(markings)  // of r.Net
//
// # How
//
// The equations hang each place that is gone under one other: they are a forest whose roots are the places of the
// smaller net, and places that are constant. A marking of the smaller net stands for as many markings of the original
// as the product over the roots of the ways to spread a root's tokens over its tree. With ways(q, v, i) for the tree of
// q after its first i equations:
//
//	ways(q, v, 0)   = 1 if v lies within what is asked of q, else 0
//	ways(q, v, i)   = Σ over a + b = v of ways(q, a, i−1) · ways(p, b)       equation i fuses p into q
//	                = ways(q, v, i−1) · ways(p, (num·v + c)/den)             p is a function of q
//	                = ways(q, num·v + c, i−1)                                q was scaled
//
// Nothing is asked for the number of markings. For that of firings each transition of the original, those that the
// smaller net lacks too, asks for its inputs and what its inhibitor arcs allow; the sums of all are added up. A place
// that is a function may be a fusion itself, so it has its own factor: to leave that out is wrong. [BLD20] counts with
// systems of equations like these.
//
// The most tokens in a marking is the maximum of a linear function of the markings of the smaller net, since all ways
// to spread tokens occur; the most in a place follows from the range of the root.
//
// # Cost
//
// Trees of plain fusions have closed forms, C(v+n−1, n−1) for n places. Others have tables with one number for each
// number of tokens up to the largest asked for: a fusion is a product of polynomials, done as one product of long
// integers; one with a plain place is a running sum. What transitions have in common is found once.
package counting
