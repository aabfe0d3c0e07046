package structure

import "brim/petri"

// NoBound is what Bounds gives for a place that no flow covers.
const NoBound int64 = -1

// Bounds returns for each place an upper bound of its tokens in all reachable
// markings, the least ⌊Constant / weight⌋ over the flows that contain it, or
// NoBound. Semiflows and subflows may be mixed. Cost: the length of flows.
func Bounds(net *petri.Net, flows []Semiflow) []int64 { return bounds(len(net.Places), flows) }

// bounds is Bounds for a number of places.
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
