package randnet

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"brim/petri"
)

// Random nets made of blocks and transitions that keep their invariants.

// Generate returns a random net as cfg describes it, called "random", with places
// p0, p1, … and transitions t0, t1, …. Neighbouring indices mean nothing: places
// and transitions are shuffled. Among the nets are such with isolated places,
// self-loops, two transitions that do the same, and transitions that never fire.
// The state of rng determines the net. It panics on negative limits.
func Generate(rng *rand.Rand, cfg Config) *petri.Net {
	g := &generator{rng: rng, cfg: cfg.filled()}
	g.room = g.cfg.States
	for range g.many(g.cfg.Blocks) {
		g.addBlock()
	}
	if len(g.blocks) == 0 {
		g.tryBlock(idle)
	}
	transitions := g.many(g.cfg.Transitions)
	if g.cfg.Open && g.chance(8) {
		g.transitions = append(g.transitions, petri.Transition{}) // always enabled, no effect
	}
	cycles := 20 // percent; few for nets that stop, many for lively ones
	if g.chance(60) {
		cycles = 80
	}
	for i := range g.blocks {
		if g.chance(cycles) {
			g.addCycle(&g.blocks[i], transitions)
		}
	}
	for len(g.transitions) < transitions {
		g.addTransition()
	}
	return g.shuffled().net()
}

type generator struct {
	sketch
	rng    *rand.Rand
	cfg    Config
	room   int // how many local markings the next block may have
	blocks []block
}

// chance is true in percent of all cases.
func (g *generator) chance(percent int) bool { return g.rng.IntN(100) < percent }

// many draws a number from 1 to n, rather a large one.
func (g *generator) many(n int) int { return 1 + max(g.rng.IntN(n), g.rng.IntN(n)) }

// addTransition adds a transition, now and then one that exists already.
func (g *generator) addTransition() {
	if n := len(g.transitions); n > 0 && g.chance(4) {
		g.transitions = append(g.transitions, g.transitions[g.rng.IntN(n)])
		return
	}
	t := g.transition()
	for !hasEffect(&t) && g.chance(75) { // some self-loops, but not too many
		t = g.transition()
	}
	g.transitions = append(g.transitions, t)
}

// transition draws a transition that makes a move in one block or in several at
// once, with further conditions now and then.
func (g *generator) transition() petri.Transition {
	var t petri.Transition
	blocks := 1
	for blocks < 3 && g.chance(35) {
		blocks++
	}
	for _, i := range g.rng.Perm(len(g.blocks))[:min(blocks, len(g.blocks))] {
		g.move(&t, &g.blocks[i])
	}
	if g.cfg.Arbitrary {
		g.wild(&t)
	}
	if g.chance(15) || len(t.Pre) == 0 && (len(t.Post) == 0 || !g.cfg.Open) {
		g.read(&t)
	}
	if !g.cfg.NoInhibitors && g.chance(15) {
		p := g.rng.IntN(len(g.places))
		t.Inhibit = append(t.Inhibit, petri.Arc{Place: p, Weight: 1 + g.rng.Int64N(g.cfg.Weight)})
	}
	return t
}

// hasEffect reports whether t changes the number of tokens of some place.
func hasEffect(t *petri.Transition) bool {
	effect := map[int]int64{}
	for _, a := range t.Pre {
		effect[a.Place] -= a.Weight
	}
	for _, a := range t.Post {
		effect[a.Place] += a.Weight
	}
	for _, tokens := range effect {
		if tokens != 0 {
			return true
		}
	}
	return false
}

// read lets t read a place, mostly one that holds enough tokens at first.
func (g *generator) read(t *petri.Transition) {
	p := g.rng.IntN(len(g.places))
	at := func(a petri.Arc) bool { return a.Place == p }
	if g.cfg.Safe && (slices.ContainsFunc(t.Pre, at) || slices.ContainsFunc(t.Post, at)) {
		return // the weights would add up to 2
	}
	a := petri.Arc{Place: p, Weight: 1 + g.rng.Int64N(min(g.cfg.Weight, g.places[p].Initial+1))}
	t.Pre, t.Post = append(t.Pre, a), append(t.Post, a)
}

// wild adds arcs that keep no invariant.
func (g *generator) wild(t *petri.Transition) {
	for _, arcs := range []*[]petri.Arc{&t.Pre, &t.Post} {
		for g.chance(25) {
			*arcs = append(*arcs, petri.Arc{Place: g.rng.IntN(len(g.places)), Weight: 1 + g.rng.Int64N(g.cfg.Weight)})
		}
	}
	if g.cfg.Open && g.chance(10) {
		t.Pre = nil
	}
}

// shuffled returns the sketch with places and transitions in random order, named
// by their new indices.
func (g *generator) shuffled() *sketch {
	s := &sketch{}
	place := g.rng.Perm(len(g.places)) // old index → new index
	s.places = make([]petri.Place, len(place))
	for old, p := range place {
		s.places[p] = petri.Place{Name: "p" + strconv.Itoa(p), Initial: g.places[old].Initial}
	}
	for i, old := range g.rng.Perm(len(g.transitions)) {
		t := g.transitions[old]
		t.Name = "t" + strconv.Itoa(i)
		for _, arcs := range lists(&t) {
			*arcs = slices.Clone(*arcs) // two transitions may share them
			for j := range *arcs {
				(*arcs)[j].Place = place[(*arcs)[j].Place]
			}
		}
		s.transitions = append(s.transitions, t)
	}
	return s
}
