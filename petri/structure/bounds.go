package structure

import "brim/petri"

// NoBound is what Bounds gives for a place of which it knows no bound.
const NoBound int64 = -1

// Bounds returns for each place an upper bound of its tokens in all reachable markings, or NoBound: the least
// ⌊Constant / weight⌋ over the flows that contain it, and what its inhibitor arcs allow, if they hold back all
// transitions that fill it. Semiflows and subflows may be mixed. Cost: the length of flows, and with inhibitor arcs the
// arcs.
func Bounds(net *petri.Net, flows []Semiflow) []int64 {
	list := inhibitorBounds(net)
	for p, b := range bounds(len(net.Places), flows) {
		if list[p] == NoBound || b != NoBound && b < list[p] {
			list[p] = b
		}
	}
	return list
}

// bounds is Bounds for a number of places and by flows alone.
func bounds(places int, flows []Semiflow) []int64 {
	bounds := make([]int64, places)
	for p := range bounds {
		bounds[p] = NoBound
	}
	for _, f := range flows {
		for i, p := range f.Places {
			if b := f.Constant / f.Weights[i]; bounds[p] == NoBound || b < bounds[p] {
				bounds[p] = b
			}
		}
	}
	return bounds
}
