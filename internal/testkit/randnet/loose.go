package randnet

import (
	"math/rand/v2"

	"brim/petri"
)

// Random nets with few arcs.

// Loose returns a random net of 3 to 8 places and 2 to 8 transitions, most of which move one token from one place to
// another, with few arcs that join what has nothing to do with each other: places with one producer or one consumer,
// chains and circles, transitions that only take or only give. Weights are 1, or now and then 2 or 3; some transitions
// have a read arc, some an inhibitor arc. Many of these nets are bounded, by chance. The state of rng determines the
// net.
func Loose(rng *rand.Rand) *petri.Net {
	g := &generator{rng: rng, cfg: Config{}.filled()}
	g.loosePlaces(3+rng.IntN(6), 35)
	for range 2 + rng.IntN(7) {
		g.transitions = append(g.transitions, g.loose())
	}
	return g.shuffled().net()
}

// loose draws a random transition of a loose net: mostly one input and one output arc, now and then a read or an
// inhibitor arc, or the outputs of the transition before.
func (g *generator) loose() (t petri.Transition) {
	heavy := g.chance(25) // the transition may have weights above 1
	arc := func() petri.Arc {
		a := petri.Arc{Place: g.rng.IntN(len(g.places)), Weight: 1}
		if heavy && g.chance(40) {
			a.Weight += 1 + g.rng.Int64N(2)
		}
		return a
	}
	arcs := func() (list []petri.Arc) {
		n := 1
		switch d := g.rng.IntN(20); {
		case d == 0:
			n = 0
		case d > 15:
			n = 2
		}
		for range n {
			list = append(list, arc())
		}
		return list
	}
	t.Pre, t.Post = arcs(), arcs()
	if g.chance(8) {
		read := arc()
		t.Pre, t.Post = append(t.Pre, read), append(t.Post, read)
	}
	if g.chance(8) {
		t.Inhibit = append(t.Inhibit, arc())
	}
	if n := len(g.transitions); n > 0 && g.chance(8) { // a twin of another one, with other inputs
		t.Post, t.Inhibit = g.transitions[n-1].Post, g.transitions[n-1].Inhibit
	}
	return t
}
