package structure

import (
	"math"
	"slices"

	"brim/petri"
)

// Bounds by inhibitor arcs, which is what capacities of places become.

// inhibitorBounds returns, for each place, a bound of its tokens in all reachable markings that inhibitor arcs show, or
// NoBound. There is one if no transition adds tokens to the place while it holds more than some number: firing t leaves
// at most Below−1+Delta tokens there (see petri.Effect), so the place never gets more than the largest of these numbers
// and of its initial tokens. The bound is inductive: it holds after each firing in each marking where it holds before.
// A net without inhibitor arcs is not looked at. Cost: the arcs.
func inhibitorBounds(net *petri.Net) []int64 {
	list := make([]int64, len(net.Places))
	for p := range list {
		list[p] = NoBound
	}
	inhibits := func(t petri.Transition) bool { return len(t.Inhibit) > 0 }
	if !slices.ContainsFunc(net.Transitions, inhibits) {
		return list
	}
	for p := range list {
		list[p] = net.Places[p].Initial
	}
	unbounded := make([]bool, len(net.Places))
	for t := range net.Transitions {
		for e := range net.Transitions[t].Effects() {
			least, most := e.Range()
			switch {
			case e.Delta <= 0:
			case e.Below == 0 || most > math.MaxInt64-e.Delta:
				unbounded[e.Place] = true
			case least <= most: // else t never fires
				list[e.Place] = max(list[e.Place], most+e.Delta)
			}
		}
	}
	for p := range list {
		if unbounded[p] {
			list[p] = NoBound
		}
	}
	return list
}
