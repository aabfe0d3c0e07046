package randnet

import (
	"slices"

	"brim/petri"
)

// Shrink returns a net on which fails is still true and which no single step of
// the following makes smaller without making fails false: taking away a
// transition, a place, all arcs between two, one arc, or what a transition takes
// and gives back; reducing a weight to 1, by half or by 1, tokens to 0, by half or
// by 1. Names stay as they are, units are dropped. If fails(net) is false, Shrink
// returns net.
//
// fails must always give the same answer for the same net. It is called about
// once per step and pass over the net, in the worst case a number of times
// quadratic in the size of the net.
func Shrink(net *petri.Net, fails func(*petri.Net) bool) *petri.Net {
	if !fails(net) {
		return net
	}
	s := &shrinker{sketch: sketchOf(net), fails: fails, best: net}
	for s.changed = true; s.changed; {
		s.changed = false
		s.transitions()
		s.places()
		s.arcs()
		s.weights()
		s.tokens()
	}
	return s.best
}

// A shrinker tries one step after another. Each pass goes from high indices to
// low ones, so that a removal leaves the indices still to come valid.
type shrinker struct {
	sketch  *sketch // of best
	best    *petri.Net
	fails   func(*petri.Net) bool
	changed bool
}

// try takes the step if fails stays true, and reports whether it did.
func (s *shrinker) try(step func(*sketch)) bool {
	c := s.sketch.clone()
	step(c)
	net := c.net()
	if !s.fails(net) {
		return false
	}
	s.sketch, s.best, s.changed = c, net, true
	return true
}

func (s *shrinker) transitions() {
	for i := len(s.sketch.transitions) - 1; i >= 0; i-- {
		s.try(func(c *sketch) { c.transitions = slices.Delete(c.transitions, i, i+1) })
	}
}

func (s *shrinker) places() {
	for p := len(s.sketch.places) - 1; p >= 0; p-- {
		s.try(func(c *sketch) { c.removePlace(p) })
	}
}

// arcs removes all arcs between a transition and a place, or else the part that
// is given back, or else single arcs.
func (s *shrinker) arcs() {
	for t := range s.sketch.transitions {
		for p := range s.sketch.places {
			at := func(a petri.Arc) bool { return a.Place == p }
			has := func(arcs []petri.Arc) bool { return slices.ContainsFunc(arcs, at) }
			now := &s.sketch.transitions[t]
			if !has(now.Pre) && !has(now.Post) && !has(now.Inhibit) {
				continue
			}
			if s.try(func(c *sketch) { c.dropArcs(t, p) }) {
				continue
			}
			if has(now.Pre) && has(now.Post) {
				s.try(func(c *sketch) { c.dropRead(t, p) })
			}
			for kind := range lists(now) {
				if !has(*lists(&s.sketch.transitions[t])[kind]) {
					continue
				}
				s.try(func(c *sketch) {
					arcs := lists(&c.transitions[t])[kind]
					*arcs = slices.DeleteFunc(*arcs, at)
				})
			}
		}
	}
}

func (s *shrinker) weights() {
	for t := range s.sketch.transitions {
		for kind := range lists(&s.sketch.transitions[t]) {
			for i := range *lists(&s.sketch.transitions[t])[kind] {
				weight := func(c *sketch) *int64 { return &(*lists(&c.transitions[t])[kind])[i].Weight }
				s.lower(weight, 1)
			}
		}
	}
}

func (s *shrinker) tokens() {
	for p := range s.sketch.places {
		s.lower(func(c *sketch) *int64 { return &c.places[p].Initial }, 0)
	}
}

// lower makes the number smaller while fails stays true, but not below least.
func (s *shrinker) lower(number func(*sketch) *int64, least int64) {
	for {
		n := *number(s.sketch)
		if n <= least {
			return
		}
		set := func(x int64) bool { return s.try(func(c *sketch) { *number(c) = x }) }
		if set(least) {
			return
		}
		if half := n / 2; half > least && set(half) {
			continue
		}
		if n-1 == least || !set(n-1) {
			return
		}
	}
}
