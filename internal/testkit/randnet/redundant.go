package randnet

import (
	"math/rand/v2"
	"slices"

	"brim/petri"
)

// Random nets with parts that reductions can remove.

// Redundant returns a random net with parts that could be left out: a loose net to which places and transitions are
// added that change little, as a place between what a transition takes and what it gives, a twin of a place, a place
// that another one implies, two transitions as one. The additions are not exact, so a rule that takes such parts out
// meets nets at both sides of each of its conditions. The state of rng determines the net.
func Redundant(rng *rand.Rand) *petri.Net {
	g := &generator{rng: rng, cfg: Config{}.filled()}
	g.loosePlaces(2+rng.IntN(4), 60)
	for range 1 + rng.IntN(4) {
		g.transitions = append(g.transitions, g.loose())
	}
	additions := []func(){g.between, g.between, g.between, g.twinPlace, g.impliedPlace, g.compose, g.scale, g.circle,
		g.chain}
	for range 1 + rng.IntN(4) {
		additions[rng.IntN(len(additions))]()
		if len(g.places) > 10 || len(g.transitions) > 12 {
			break
		}
	}
	return g.shuffled().net()
}

// loosePlaces adds places, so many percent of them with tokens.
func (g *generator) loosePlaces(n, percent int) {
	for range n {
		tokens := int64(0)
		if g.chance(percent) {
			tokens = 1 + g.rng.Int64N(3)
		}
		g.places = append(g.places, petri.Place{Initial: tokens})
	}
}

// newPlace adds a place, now and then with a token.
func (g *generator) newPlace() int {
	tokens := int64(0)
	if g.chance(12) {
		tokens = 1
	}
	g.places = append(g.places, petri.Place{Initial: tokens})
	return len(g.places) - 1
}

// any returns a transition.
func (g *generator) any() *petri.Transition { return &g.transitions[g.rng.IntN(len(g.transitions))] }

// between adds a place with producers and consumers: some existing transitions put tokens into it, mostly in place of
// their other outputs, and new transitions take them and pass them on.
func (g *generator) between() {
	p, w, k := g.newPlace(), int64(1), int64(1)
	if g.chance(20) {
		w += g.rng.Int64N(2)
	}
	if g.chance(20) {
		k += g.rng.Int64N(2)
	}
	for range 1 + g.rng.IntN(2) {
		h := g.any()
		if g.chance(60) {
			h.Post = nil
		}
		h.Post = append(slices.Clone(h.Post), petri.Arc{Place: p, Weight: w * k})
	}
	for range 1 + g.rng.IntN(3) {
		f := petri.Transition{Pre: []petri.Arc{{Place: p, Weight: w}}}
		if g.chance(35) {
			f.Pre = append(f.Pre, petri.Arc{Place: g.rng.IntN(len(g.places)), Weight: 1})
		}
		for range g.rng.IntN(3) {
			f.Post = append(f.Post, petri.Arc{Place: g.rng.IntN(len(g.places)), Weight: 1 + max(0, g.rng.Int64N(4)-2)})
		}
		if g.chance(5) {
			f.Inhibit = append(f.Inhibit, petri.Arc{Place: g.rng.IntN(len(g.places)), Weight: 1 + g.rng.Int64N(2)})
		}
		g.transitions = append(g.transitions, f)
	}
}

// twinPlace adds a place whose consumers do the same as those of another one.
func (g *generator) twinPlace() {
	p, q := g.rng.IntN(len(g.places)), g.newPlace()
	for _, t := range slices.Clone(g.transitions) {
		i := slices.IndexFunc(t.Pre, func(a petri.Arc) bool { return a.Place == p })
		if i < 0 || g.chance(5) {
			continue
		}
		t.Pre = slices.Clone(t.Pre)
		t.Pre[i].Place = q
		g.transitions = append(g.transitions, t)
	}
	for range 1 + g.rng.IntN(2) {
		t := g.any()
		t.Post = append(slices.Clone(t.Post), petri.Arc{Place: q, Weight: 1})
	}
}

// impliedPlace adds a place that holds about k times what another one holds.
func (g *generator) impliedPlace() {
	q, k := g.rng.IntN(len(g.places)), 1+g.rng.Int64N(2)
	g.places = append(g.places, petri.Place{Initial: k*g.places[q].Initial + max(0, g.rng.Int64N(4)-2)})
	p := len(g.places) - 1
	for i := range g.transitions {
		t := &g.transitions[i]
		for _, arcs := range []*[]petri.Arc{&t.Pre, &t.Post} {
			for _, a := range *arcs {
				if a.Place == q && !g.chance(5) {
					*arcs = append(slices.Clone(*arcs), petri.Arc{Place: p, Weight: k * a.Weight})
					break
				}
			}
		}
	}
}

// compose adds a transition that does what two do, or one twice.
func (g *generator) compose() {
	a, b := g.any(), g.any()
	t := petri.Transition{Pre: slices.Clone(a.Pre), Post: slices.Clone(a.Post)}
	for _, arc := range b.Pre {
		i := slices.IndexFunc(t.Post, func(x petri.Arc) bool { return x.Place == arc.Place && x.Weight == arc.Weight })
		if i >= 0 {
			t.Post = slices.Delete(t.Post, i, i+1)
		} else {
			t.Pre = append(t.Pre, arc)
		}
	}
	t.Post = append(t.Post, b.Post...)
	if g.chance(10) && len(t.Pre) > 0 {
		t.Pre[0].Weight++
	}
	g.transitions = append(g.transitions, t)
}

// scale multiplies the weights at a place.
func (g *generator) scale() {
	p, k := g.rng.IntN(len(g.places)), 2+g.rng.Int64N(2)
	g.places[p].Initial = k*g.places[p].Initial + g.rng.Int64N(2)
	for i := range g.transitions {
		for _, arcs := range lists(&g.transitions[i]) {
			*arcs = slices.Clone(*arcs)
			for j := range *arcs {
				if (*arcs)[j].Place == p {
					(*arcs)[j].Weight *= k
				}
			}
		}
	}
}

// circle adds places around which tokens of another one go.
func (g *generator) circle() {
	first := g.rng.IntN(len(g.places))
	last := first
	for range 1 + g.rng.IntN(2) {
		p := g.newPlace()
		g.transitions = append(g.transitions,
			petri.Transition{Pre: []petri.Arc{{Place: last, Weight: 1}}, Post: []petri.Arc{{Place: p, Weight: 1}}})
		last = p
	}
	g.transitions = append(g.transitions,
		petri.Transition{Pre: []petri.Arc{{Place: last, Weight: 1}}, Post: []petri.Arc{{Place: first, Weight: 1}}})
	g.handOver(first, last)
}

// chain adds a place that is filled from another one.
func (g *generator) chain() {
	p, q := g.rng.IntN(len(g.places)), g.newPlace()
	g.transitions = append(g.transitions,
		petri.Transition{Pre: []petri.Arc{{Place: p, Weight: 1}}, Post: []petri.Arc{{Place: q, Weight: 1}}})
	g.handOver(p, q)
}

// handOver has some that took from one place take from another.
func (g *generator) handOver(from, to int) {
	for i := range g.transitions {
		t := &g.transitions[i]
		for j, a := range t.Pre {
			if a.Place == from && len(t.Pre)+len(t.Post) > 2 && g.chance(50) {
				t.Pre = slices.Clone(t.Pre)
				t.Pre[j].Place = to
			}
		}
	}
}
