// Package randextended makes random nets with capacities, reset arcs, read arcs and priorities, for tests.
package randextended

import (
	"math/rand/v2"

	"brim/internal/testkit/randnet"
	"brim/petri/extended"
)

// A Config says what nets Generate makes.
type Config struct {
	Net          randnet.Config // what they are made from
	NoCapacities bool
	NoResets     bool
	NoPriorities bool
	Bounded      bool // a place that some transition fills has a capacity, if Net is Arbitrary
}

// Generate returns a random net: one of randnet to which arcs, capacities and priorities are added by chance. Each of
// these is missing in many nets. The state of rng determines the net.
func Generate(rng *rand.Rand, c Config) *extended.Net {
	n := extended.Of(randnet.Generate(rng, c.Net))
	chance := func(percent int) bool { return rng.IntN(100) < percent }
	arc := func(k extended.Kind, weight int64) {
		n.Arcs = append(n.Arcs, extended.Arc{
			Place: rng.IntN(len(n.Places)), Transition: rng.IntN(len(n.Transitions)), Kind: k, Weight: weight,
		})
	}
	if len(n.Transitions) > 0 {
		for chance(20) {
			arc(extended.Read, 1+rng.Int64N(3))
		}
		for !c.NoResets && chance(40) {
			arc(extended.Reset, 1)
		}
		if !c.Net.NoInhibitors && chance(20) {
			arc(extended.Inhibitor, 1+rng.Int64N(3))
		}
		if chance(10) && len(n.Arcs) > 0 { // an arc twice
			n.Arcs = append(n.Arcs, n.Arcs[rng.IntN(len(n.Arcs))])
		}
	}
	some := chance(70)
	for p := range n.Places {
		switch {
		case c.NoCapacities:
		case c.Bounded && c.Net.Arbitrary || some && chance(50):
			n.Places[p].Capacity = max(0, n.Places[p].Initial+rng.Int64N(5)-1)
		}
	}
	if !c.NoPriorities && chance(60) {
		prioritize(rng, n)
	}
	rng.Shuffle(len(n.Arcs), func(i, j int) { n.Arcs[i], n.Arcs[j] = n.Arcs[j], n.Arcs[i] })
	return n
}

// prioritize gives transitions priorities by numbers, by pairs, or by both.
func prioritize(rng *rand.Rand, n *extended.Net) {
	kind := rng.IntN(3)
	for t := range n.Transitions {
		if kind != 0 && rng.IntN(3) == 0 {
			n.Transitions[t].Priority = rng.Int64N(3)
		}
	}
	for range rng.IntN(2 * len(n.Transitions)) {
		first, then := rng.IntN(len(n.Transitions)), rng.IntN(len(n.Transitions))
		// by the index if the numbers are equal, so that no transition has priority over itself
		a, b := n.Transitions[first].Priority, n.Transitions[then].Priority
		if kind != 1 && (a > b || a == b && first < then) {
			n.Over = append(n.Over, extended.Priority{First: first, Then: then})
		}
	}
}
