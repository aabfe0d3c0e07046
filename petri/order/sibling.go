package order

import (
	"slices"

	"brim/petri"
	"brim/petri/structure"
)

// This file makes the siblings of a net: the same net with fewer tokens.

// few is the number of initial tokens that is never scaled.
const few = 5

// Sibling returns the same net with fewer initial tokens: what holds for the
// order of the one mostly holds for the other, and measuring the smaller one is
// cheap. The largest initial number becomes about tokens, others shrink in
// proportion but not below a quarter of tokens, equal numbers stay equal, and
// numbers up to five stay as they are. A number also stays large enough for the
// arcs: as large as each weight at its place, and such that the places of an
// invariant together still hold what each transition needs from one of them.
//
// It returns the net itself and false if that leaves nothing to shrink. Cost:
// the size of net and flows, times the number of different initial numbers.
func Sibling(net *petri.Net, flows []structure.Semiflow, tokens int64) (*petri.Net, bool) {
	need := largestWeights(net)
	still := net.Fixed()

	var large []int64 // the different numbers to be scaled
	class := make([]int, len(net.Places))
	for p := range net.Places {
		class[p] = -1
		if n := net.Places[p].Initial; n > few && !still[p] {
			large = append(large, n)
		}
	}
	if len(large) == 0 {
		return net, false
	}
	slices.Sort(large)
	large = slices.Compact(large)
	scaled := make([]int64, len(large))
	tokens = max(1, tokens)
	greatest := large[len(large)-1]
	for i, n := range large {
		share := int64(float64(n) / float64(greatest) * float64(tokens))
		scaled[i] = min(n, max(share, tokens/4, min(tokens, few+1)))
	}
	for p := range net.Places {
		if n := net.Places[p].Initial; n > few && !still[p] {
			class[p], _ = slices.BinarySearch(large, n)
			scaled[class[p]] = max(scaled[class[p]], min(n, need[p]))
		}
	}
	feed(flows, net, class, large, scaled, need)

	if slices.Equal(large, scaled) {
		return net, false
	}
	m := net.Initial()
	for p, c := range class {
		if c >= 0 {
			m[p] = scaled[c]
		}
	}
	return net.WithInitial(m), true
}

// feed raises scaled numbers until every invariant can still fill each of its
// places as far as the largest weight there, if it could before.
func feed(flows []structure.Semiflow, net *petri.Net, class []int, large, scaled, need []int64) {
	for changed := true; changed; {
		changed = false
		for i := range flows {
			f := &flows[i]
			sum, wanted := 0.0, 0.0 // only compared: rounding does no harm
			widest := -1            // the largest class that may still grow
			for j, p := range f.Places {
				wanted = max(wanted, float64(f.Weights[j])*float64(need[p]))
				c := class[p]
				if c < 0 {
					sum += float64(f.Weights[j]) * float64(net.Places[p].Initial)
					continue
				}
				sum += float64(f.Weights[j]) * float64(scaled[c])
				if scaled[c] < large[c] {
					widest = max(widest, c)
				}
			}
			if sum < min(wanted, float64(f.Constant)) && widest >= 0 {
				scaled[widest] = min(large[widest], scaled[widest]+scaled[widest]/4+1)
				changed = true
			}
		}
	}
}

// largestWeights returns the largest weight of an arc at each place.
func largestWeights(net *petri.Net) []int64 {
	need := make([]int64, len(net.Places))
	for i := range net.Transitions {
		t := &net.Transitions[i]
		for _, arcs := range [...][]petri.Arc{t.Pre, t.Post, t.Inhibit} {
			for _, a := range arcs {
				need[a.Place] = max(need[a.Place], a.Weight)
			}
		}
	}
	return need
}
