package structure_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randnet"
	"brim/petri/extended"
	"brim/petri/structure"
)

// By hand: a holds three tokens at most, though one transition adds two; b begins with more than firings leave there;
// c is filled by a transition that nothing holds back; d is filled by one that never fires.
func TestInhibitorBounds(t *testing.T) {
	net, err := randnet.ParseText("net", `
p a 0
p b 7
p c 0
p d 1
t one pre: post: a 1 c 1 inh: a 1
t two pre: post: a 2 b 1 inh: a 2 b 4
t never pre: d 2 post: d 3 inh: d 1
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []int64{3, 7, structure.NoBound, 1}
	if got := structure.Bounds(net, nil); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Nets whose places have capacities are bounded by them, and the bounds hold in all reachable markings.
func TestBoundsOfCapacities(t *testing.T) {
	bounded, together := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 153))
		c := randextended.Config{NoResets: true, NoPriorities: true, Bounded: seed%2 == 0}
		c.Net = randnet.Config{Arbitrary: seed%4 < 2, Blocks: 3, Transitions: 8, States: 200}
		x := randextended.Generate(rng, c)
		net, err := x.Plain()
		if err != nil {
			t.Fatal(err)
		}
		facts := structure.NewProfile(net)
		list := facts.Capacities(t.Context())
		flows, _ := facts.Semiflows(t.Context())
		verdict := structure.Boundedness(t.Context(), net, flows, structure.Budget{Markings: 500})
		if c.Bounded && c.Net.Arbitrary {
			for p, place := range x.Places {
				if m := list[p]; !m.Proved || place.Capacity != extended.Unlimited &&
					m.Most > max(place.Capacity, place.Initial) {
					t.Fatalf("seed %d: place %d has the bound %+v\n%+v\n%s", seed, p, m, place, randnet.Text(net))
				}
			}
			if verdict.Kind != structure.Bounded {
				t.Fatalf("seed %d: %v, %s", seed, verdict.Kind, verdict.Reason)
			}
			bounded++
		}
		if strings.Contains(verdict.Reason, "and inhibitor arcs") {
			together++
		}
		space, err := oracle.Explore(net, 500)
		if err != nil {
			continue
		}
		if verdict.Kind == structure.Unbounded {
			t.Fatalf("seed %d: unbounded with %d markings", seed, len(space.States))
		}
		for p, m := range list {
			if m.Proved && space.MaxTokens[p] > m.Most {
				t.Fatalf("seed %d: place %d with the bound %+v holds %d", seed, p, m, space.MaxTokens[p])
			}
		}
	}
	if bounded < 50 || together < 50 {
		t.Errorf("%d nets with capacities everywhere, %d bounded with the help of inhibitor arcs: these are few",
			bounded, together)
	}
}
