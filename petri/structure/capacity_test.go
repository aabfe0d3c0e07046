package structure_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure"
)

// By hand: p and q share three tokens, r is only looked at, s is emptied into nothing, and t fills u for ever.
const capacityNet = `
p p 3
p q 0
p r 7
p s 4
p u 1
t there pre: p 1 r 1 post: q 1 r 1
t back pre: q 1 post: p 1
t lose pre: s 1 post:
t fill pre: post: u 1
`

func TestCapacities(t *testing.T) {
	net, err := randnet.ParseText("net", capacityNet)
	if err != nil {
		t.Fatal(err)
	}
	want := []structure.Capacity{
		{Most: 3, Proved: true}, {Most: 3, Proved: true}, {Most: 7, Proved: true, Fixed: true}, {Most: 4, Proved: true},
		{Most: structure.NoBound},
	}
	facts := structure.NewProfile(net)
	if got := facts.Capacities(t.Context()); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	var unbounded *structure.UnboundedPlaceError
	if _, err := facts.CapacitiesWithin(t.Context(), 0); !errors.As(err, &unbounded) || unbounded.Place != "u" {
		t.Errorf("error %v", err)
	}
	want[4].Most = 9
	if got, err := facts.CapacitiesWithin(t.Context(), 9); err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v and %v, want %+v", got, err, want)
	}
	few := structure.NewProfile(net.WithInitial(petri.Marking{3, 0, 7, 4, 10}))
	if _, err := few.CapacitiesWithin(t.Context(), 9); err == nil ||
		err.Error() != "place u holds 10 tokens at first; expected a bound of no less, found 9" {
		t.Errorf("error %v", err)
	}
	safe := *net
	safe.Units = &petri.Units{Safe: true}
	want[4].Most = 1
	if got, err := structure.NewProfile(&safe).CapacitiesWithin(t.Context(), 9); err != nil ||
		!slices.Equal(got, want) {
		t.Errorf("%+v and %v, want %+v", got, err, want)
	}
}

// Proved capacities bound all reachable markings, and fixed places never change.
func TestCapacitiesHold(t *testing.T) {
	proved, fixed := 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 17))
		net := randnet.Generate(rng, randnet.Config{States: 200})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		for p, c := range structure.NewProfile(net).Capacities(t.Context()) {
			for _, m := range space.States {
				if c.Proved && m[p] > c.Most || c.Fixed && m[p] != c.Most {
					t.Fatalf("seed %d: place %d with %+v holds %d", seed, p, c, m[p])
				}
			}
			if c.Fixed {
				fixed++
			} else if c.Proved {
				proved++
			}
		}
	}
	if proved < 100 || fixed < 100 {
		t.Errorf("%d proved capacities and %d fixed places say too little", proved, fixed)
	}
}

// Flows are computed once, also for several goroutines; what a context cut short is not kept.
func TestProfileKeeps(t *testing.T) {
	net, err := randnet.ParseText("net", capacityNet)
	if err != nil {
		t.Fatal(err)
	}
	facts := structure.NewProfile(net)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range 10 {
		facts.Semiflows(over)
		facts.Subflows(over)
	}
	type answer struct {
		flows []structure.Semiflow
		first *structure.Semiflow
	}
	var all [8]answer
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() {
			flows, complete := facts.Subflows(t.Context())
			if i%2 == 0 {
				flows, complete = facts.Semiflows(t.Context())
			}
			if complete && len(flows) > 0 {
				all[i] = answer{flows, &flows[0]}
			}
		})
	}
	wait.Wait()
	semi, complete1 := structure.Semiflows(net, structure.Limit{})
	sub, complete2 := structure.Subflows(net, structure.Limit{})
	same := func(a, b structure.Semiflow) bool {
		return a.Constant == b.Constant && slices.Equal(a.Places, b.Places) && slices.Equal(a.Weights, b.Weights)
	}
	for i, a := range all {
		want := [][]structure.Semiflow{semi, sub}[i%2]
		if !complete1 || !complete2 || !slices.EqualFunc(a.flows, want, same) {
			t.Errorf("%d: %+v, want %+v", i, a.flows, want)
		}
		if a.first != all[i%2].first {
			t.Errorf("%d: computed again", i)
		}
	}
}
