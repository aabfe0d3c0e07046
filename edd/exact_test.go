package edd_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"brim/edd"
	"brim/internal/randnet"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

var randomNets = flag.Int("nets", 300, "random nets of the tests of distances")

// eachNet runs test on random nets, with a collection at each new node for some of them.
func eachNet(t *testing.T, test func(t *testing.T, s *scene)) {
	configs := []randnet.Config{{}, {Safe: true}, {States: 200, Tokens: 6, Weight: 4}, {NoInhibitors: true}, {Open: true}}
	for seed := range uint64(*randomNets) {
		rng := rand.New(rand.NewPCG(seed, 11))
		net := randnet.Generate(rng, configs[seed%uint64(len(configs))])
		if len(net.Places) == 0 {
			continue
		}
		s := newScene(t, net, rng, seed%7 == 0)
		if s == nil {
			continue
		}
		if test(t, s); t.Failed() {
			t.Fatalf("seed %d\n%s", seed, randnet.Text(net))
		}
		s.model.Close()
		s.f.Close()
	}
}

// A scene is a net as diagrams, and the distances of its markings by plain search up to a bound.
type scene struct {
	net   *petri.Net
	model *encode.Model
	f     *edd.Forest
	rng   *rand.Rand
	bound int
	dist  map[string]int // by Format
}

const maxMarkings = 3000

func newScene(t *testing.T, net *petri.Net, rng *rand.Rand, collect bool) *scene {
	t.Helper()
	s := &scene{net: net, rng: rng, dist: map[string]int{}}
	layer := []petri.Marking{net.Initial()}
	s.dist[net.Format(net.Initial())] = 0
	for d := 0; len(layer) > 0 && len(s.dist) < maxMarkings && d < 30; d++ {
		s.bound = d
		var next []petri.Marking
		for _, m := range layer {
			for t := range net.EnabledTransitions(m) {
				to := make(petri.Marking, len(m))
				if !net.FireInto(to, m, t) {
					return nil
				}
				if key := net.Format(to); s.dist[key] == 0 && !to.Equal(net.Initial()) {
					s.dist[key] = d + 1
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	d := order.Decomposition{}
	for p := range net.Places { // at random one place a level, or two
		if n := len(d.Levels); n > 0 && rng.IntN(3) == 0 && len(d.Levels[n-1]) < 2 {
			d.Levels[n-1] = append(d.Levels[n-1], p)
		} else {
			d.Levels = append(d.Levels, []int{p})
		}
	}
	o := edd.Options{}
	if collect {
		o.CollectEvery = 1
	}
	var err error
	if s.model, err = encode.New(net, d, mdd.Options{CollectEvery: o.CollectEvery}); err != nil {
		t.Fatal(err)
	}
	s.f = edd.New(s.model.Forest, o)
	return s
}

// expect compares g with the distances up to bound.
func (s *scene) expect(t *testing.T, what string, g edd.Func, bound int) {
	t.Helper()
	want := 0
	for _, d := range s.dist {
		if d <= bound {
			want++
		}
	}
	found := 0
	for d, layer := range g.Layers() {
		for values := range layer.All() {
			found++
			key := s.net.Format(s.model.Marking(values))
			if real, ok := s.dist[key]; !ok || real != d || real > bound {
				t.Errorf("%s: %s has distance %d, want %d (%v) within %d", what, key, d, real, ok, bound)
				return
			}
			if at := g.At(values...); at != d {
				t.Errorf("%s: At says %d, the layer %d", what, at, d)
				return
			}
		}
	}
	if found != want {
		t.Errorf("%s: %d markings within %d steps, want %d", what, found, bound, want)
	}
}

// The distance of every marking is the number of steps to it.
func TestBoundedIsBreadthFirst(t *testing.T) {
	eachNet(t, func(t *testing.T, s *scene) {
		z := s.f.NewSaturator(s.model.Moves, edd.Budgeted)
		start := s.f.Zero(s.model.Init)
		for _, bound := range []int{0, 1, 2, 3, 5, s.bound} {
			if bound = min(bound, s.bound); t.Failed() {
				return
			}
			g := z.Bounded(start, bound)
			s.expect(t, "from the start", g, bound)
			for _, version := range edd.Versions()[1:] {
				if !g.Equal(s.f.NewSaturator(s.model.Moves, version).Bounded(start, bound)) {
					t.Errorf("version %v gives another function at bound %d", version, bound)
				}
			}
		}
		// Continuing gives the same function.
		g, step := start, 1+s.rng.IntN(4)
		for bound := 0; bound <= s.bound; bound += step {
			g = z.Bounded(g, bound)
			if !g.Equal(z.Bounded(start, bound)) {
				t.Errorf("continuing by %d gives another function at bound %d", step, bound)
				return
			}
		}
	})
}

// Compacting, each round from the border of the last one with everything before excluded, finds each marking in its round.
func TestCompactingIsBreadthFirst(t *testing.T) {
	eachNet(t, func(t *testing.T, s *scene) {
		z := s.f.NewSaturator(s.model.Moves, edd.Budgeted)
		version := edd.Versions()[1+s.rng.IntN(len(edd.Versions())-1)]
		other := s.f.NewSaturator(s.model.Moves, version)
		step := 1 + s.rng.IntN(4)
		done, border := s.model.Forest.Empty(), s.model.Init
		for bound := 0; bound < s.bound && !t.Failed(); bound += step {
			start, out := s.f.Zero(border), done.Union(border)
			g := z.Excluding(start, out, step)
			if !g.Equal(other.Excluding(start, out, step)) {
				t.Errorf("round from %d by %d: version %v gives another function", bound, step, version)
			}
			g = g.Plus(bound)
			if bound > 0 {
				// The start of this round is known from the last one.
				for d, layer := range g.Layers() {
					if d == bound && !layer.Equal(border) {
						t.Errorf("round from %d: another start", bound)
					}
				}
			}
			new := g.Support().Minus(done)
			want := z.Bounded(s.f.Zero(s.model.Init), min(bound+step, s.bound))
			if bound+step <= s.bound {
				if all := done.Union(new); !all.Equal(want.Support()) {
					t.Errorf("round from %d by %d: %v markings, want %v", bound, step, all.Count(), want.Support().Count())
				}
				if got := g.Border(bound + step); !got.Equal(want.Border(bound + step)) {
					t.Errorf("round from %d by %d: %v at the border, want %v", bound, step, got.Count(), want.Border(bound+step).Count())
				}
			}
			done = done.Union(new)
			border = g.Border(bound + step)
		}
	})
}
