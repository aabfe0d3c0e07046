package gmc_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/gmc"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/nets"
	"brim/petri/structure"
)

// On random nets with several tokens in a place the search by sets finds the least distances and the number of markings
// of the oracle, and the greedy search finds nothing where there is nothing, and a path in nine of ten cases where
// there is one.
func TestBoundedNets(t *testing.T) {
	there, found, many := 0, 0, 0
	for seed := range *randomNets {
		rng := rand.New(rand.NewPCG(uint64(seed), 8))
		net := randnet.Generate(rng, randnet.Config{States: 400})
		s, err := oracle.Explore(net, 100_000)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		bound := int64(1)
		for _, m := range s.States {
			for _, k := range m {
				bound = max(bound, k)
			}
		}
		if bound > 1 {
			many++
		}
		pool := syntax.NewPool()
		s, f, in := one(t, s, rng.IntN(len(s.States)), pool)
		for seed%3 == 0 {
			if f = randformula.Generate(rng, net, 2, pool); !f.Temporal() {
				in = s.Sat(f, syntax.Maximal)
				break
			}
		}
		is, has := search(t, seed, s, f, in, bound,
			gmc.Options{Length: max(nearest(s, in), 1) + seed%4, Seed: uint64(seed)})
		there, found = there+is, found+has
	}
	t.Logf("%d paths of %d, %d nets with several tokens in a place", found, there, many)
	if 10*found < 9*there || 2*many < *randomNets {
		t.Errorf("%d paths found where there are %d; %d nets with several tokens in a place", found, there, many)
	}
}

// The bounds follow from invariants: the least distances of these goals are those of another program, which do not
// depend on the number of tokens.
func TestFamilies(t *testing.T) {
	for _, x := range []struct {
		net, goal string
		least     int
		greedy    bool // the greedy search finds a path, too
	}{
		{"fms:5", "P1s = 1 & P2s = 1 & P3s = 1", 10, true},
		{"kanban:5", "pout4 = 4", 28, false},
	} {
		if x.least > 10 && *randomNets <= 100 {
			continue // a few seconds
		}
		net, err := nets.Parse(x.net)
		if err != nil {
			t.Fatal(err)
		}
		n, err := gmc.NewNet(structure.NewProfile(net), 0)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range net.Places {
			names = append(names, p.Name)
		}
		f, err := syntax.NewPool().Parse(x.goal, "goal", syntax.NewLists(names, nil, nil))
		if err != nil {
			t.Fatal(err)
		}
		g, err := n.Goal(f)
		if err != nil {
			t.Fatal(err)
		}
		r, err := n.Search(context.Background(), g, gmc.Options{Length: x.least + 10})
		if err != nil || r.Path == nil && x.greedy || r.Path != nil && r.Path.Steps() < x.least {
			t.Errorf("%s: path %v, error %v", x.net, r.Path, err)
		}
		// Few nodes are not enough for the search by sets, which then says so and leaves the model as it was.
		few, err := n.Fixpoint(context.Background(), g, 1000)
		var size *gmc.SizeError
		if err != nil || few.Found || few.Complete || !errors.As(few.Stopped, &size) || size.Most != 1000 {
			t.Errorf("%s with 1000 nodes: %+v, error %v", x.net, few, err)
		}
		all, err := n.Fixpoint(context.Background(), g, 0)
		if err != nil || !all.Found || all.Steps != x.least {
			t.Errorf("%s: %+v, error %v; want %d steps", x.net, all, err, x.least)
		}
	}
}
