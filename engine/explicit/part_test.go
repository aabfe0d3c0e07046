package explicit_test

import (
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

// What is certain on a part of the states is what the oracle says of all, in both readings of paths; on all states
// everything is certain.
func TestPartsAgree(t *testing.T) {
	early, all, formulas := 0, 0, 0
	for seed := range uint64(*netCount) {
		rng := rand.New(rand.NewPCG(seed, 33))
		net := randnet.Generate(rng, randnet.Config{States: 200, Safe: seed%5 == 0})
		if seed%2 == 0 {
			net = randnet.Loose(rng)
		}
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		n, err := kripke.NewNet(net)
		if err != nil {
			t.Fatal(err)
		}
		pool := syntax.NewPool()
		var list []*syntax.Formula
		for range 6 {
			list = append(list, randformula.Generate(rng, net, 1+rng.IntN(4), pool))
		}
		p := explicit.NewPart(n, kripke.Limits{}, seed)
		for whole := false; !whole; {
			if whole, err = p.Grow(t.Context(), 1+rng.IntN(20)); err != nil {
				t.Fatal(err)
			}
			for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
				c := explicit.NewPartChecker(p, paths)
				for _, f := range list {
					holds, sure, err := c.Holds(t.Context(), f)
					if err != nil {
						t.Fatal(err)
					}
					switch want := space.Sat(f, paths)[0]; {
					case sure && holds != want:
						t.Fatalf("seed %d: %v is %t on %d states, %v paths; the oracle says %t\n%s",
							seed, f, holds, p.Len(), paths, want, randnet.Text(net))
					case whole && !sure:
						t.Fatalf("seed %d: %v is not certain on all states\n%s", seed, f, randnet.Text(net))
					case whole:
						all++
					case sure && f.Temporal():
						early++
					}
					formulas++
				}
			}
		}
	}
	t.Logf("%d formulas, %d on all states, %d with path operators certain before", formulas, all, early)
	if early < *netCount {
		t.Error("there is too little to see")
	}
}
