package edd_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"brim/edd"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

var randomNets = flag.Int("nets", 300, "random nets of the tests of distances")

// eachNet runs test on random nets as diagrams, next to their markings as an explicit search finds them, with a
// collection at each new node for some of them.
func eachNet(t *testing.T, test func(t *testing.T, s *scene)) {
	configs := []randnet.Config{{}, {Safe: true}, {States: 200, Tokens: 6, Weight: 4}, {NoInhibitors: true},
		{Open: true}}
	nets, markings := 0, 0
	for seed := range uint64(*randomNets) {
		rng := rand.New(rand.NewPCG(seed, 11))
		net := randnet.Generate(rng, configs[seed%uint64(len(configs))])
		if len(net.Places) == 0 {
			continue
		}
		o := edd.Options{}
		if seed%7 == 0 {
			o.CollectEvery = 1
		}
		s := newScene(t, net, rng, 30, o)
		if s == nil {
			continue
		}
		if test(t, s); t.Failed() {
			t.Fatalf("seed %d\n%s", seed, randnet.Text(net))
		}
		nets++
		markings += len(s.space.States)
		s.close()
	}
	t.Logf("%d nets with %d markings", nets, markings)
}

// A scene is a net as diagrams, and its markings within a bound by the oracle, which explores one marking at a time.
type scene struct {
	net   *petri.Net
	space *oracle.Space
	bound int
	rng   *rand.Rand
	model *encode.Model
	f     *edd.Forest
	start edd.Func
}

const maxMarkings = 5000

// newScene returns the scene of net within at most depth steps, fewer if there are too many markings. It is nil if
// the oracle cannot count the tokens. Components are drawn at random: one place, or two.
func newScene(t *testing.T, net *petri.Net, rng *rand.Rand, depth int, o edd.Options) *scene {
	t.Helper()
	s := &scene{net: net, rng: rng, bound: depth}
	for {
		var err error
		if s.space, err = oracle.ExploreTo(net, s.bound, maxMarkings); err == nil {
			break
		} else if !errors.Is(err, oracle.ErrTooMany) {
			return nil
		}
		s.bound /= 2
	}
	if s.space.Complete {
		s.bound = s.space.Depth + 1
	}
	d := order.Decomposition{}
	for p := range net.Places {
		if n := len(d.Levels); n > 0 && rng.IntN(3) == 0 && len(d.Levels[n-1]) < 2 {
			d.Levels[n-1] = append(d.Levels[n-1], p)
		} else {
			d.Levels = append(d.Levels, []int{p})
		}
	}
	var err error
	if s.model, err = encode.New(net, d, mdd.Options{CollectEvery: o.CollectEvery}); err != nil {
		t.Fatal(err)
	}
	s.f = edd.New(s.model.Forest, o)
	s.start = s.f.Zero(s.model.Init)
	return s
}

// close gives the memory of both forests back.
func (s *scene) close() {
	s.model.Close()
	s.f.Close()
}

// expect compares g with the distances up to bound.
func (s *scene) expect(t *testing.T, what string, g edd.Func, bound int) {
	t.Helper()
	found := 0
	for d, values := range g.All() {
		found++
		m := s.model.Marking(values)
		if i, ok := s.space.Number(m); !ok || s.space.Dist[i] != d || d > bound {
			t.Errorf("%s: %s has distance %d within %d, which is wrong", what, s.net.Format(m), d, bound)
			return
		}
		if at := g.At(values...); at != d {
			t.Errorf("%s: At says %d of %s, All says %d", what, at, s.net.Format(m), d)
			return
		}
	}
	if want := s.space.Within(bound); found != want {
		t.Errorf("%s: %d markings within %d steps, want %d", what, found, bound, want)
	}
}
