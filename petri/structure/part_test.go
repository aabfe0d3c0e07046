package structure_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri/structure"
)

// All reachable markings of random nets have the sums that Profile.Invariants lists, also those sums that a transition
// which never fires would change.
func TestInvariantsHold(t *testing.T) {
	sums, more := 0, 0
	for seed, nets := uint64(0), 0; nets < *concurrencyNets; seed++ {
		rng := rand.New(rand.NewPCG(seed, 33))
		net := randnet.Generate(rng, randnet.Config{})
		if seed%2 == 0 {
			net = randnet.Loose(rng)
		}
		space, err := oracle.Explore(net, 500)
		if err != nil {
			continue
		}
		nets++
		p := structure.NewProfile(net)
		semiflows, _ := p.Semiflows(t.Context())
		for _, y := range p.Invariants(t.Context()) {
			if sums++; !slices.ContainsFunc(semiflows,
				func(z structure.Semiflow) bool { return slices.Equal(y.Places, z.Places) }) {
				more++
			}
			for _, m := range space.States {
				sum := int64(0)
				for i, q := range y.Places {
					sum += y.Weights[i] * m[q]
				}
				if sum != y.Constant {
					t.Fatalf("seed %d: %v has the sum %d\n%v", seed, y, sum, net)
				}
			}
		}
	}
	t.Logf("%d sums, %d of them since transitions never fire", sums, more)
	if more == 0 {
		t.Error("no transition mattered")
	}
}

// Three tokens become one and two, and all three are needed again. So b never has two tokens and d, which needs them,
// never fires: a + b + c is an invariant, though d would change it. In pairs the levels do not show this.
func TestPart(t *testing.T) {
	net := parse(t, "a=3; 3 a -> b + 2 c; b -> a; c -> a; 2 b -> 3 b + c; c + e -> c + f; e=1")
	c := structure.FindConcurrency(t.Context(), net, nil)
	if c.Fires(3) || !c.Fires(4) {
		t.Errorf("fires: %t and %t, want only the second", c.Fires(3), c.Fires(4))
	}
	b, _ := net.PlaceIndex("b")
	proof := c.Proof(t.Context(), net, nil, []structure.Exclusion{{{Place: b, Tokens: 2}, {Place: b, Tokens: 2}}})
	if len(proof.Parts) != 1 || len(proof.Exclusions) != 0 {
		t.Fatalf("the proof is %+v, want one part", proof)
	}
	for _, x := range []struct{ a, b, c int64 }{{0, 2, 0}, {4, 0, 0}, {1, 1, 2}, {3, 1, 0}, {2, 0, 2}} {
		if allowed := proof.Parts[0].Allows(level3(x.a, x.b, x.c)...); allowed {
			t.Errorf("%v is allowed", x)
		}
	}
	if least := proof.Parts[0].Least(); !slices.ContainsFunc(least, func(l []structure.Level) bool {
		return slices.Equal(l, []structure.Level{{Place: b, Tokens: 2}})
	}) {
		t.Errorf("two tokens in b are not among the least that are not allowed: %v", least)
	}
	found := false
	for _, y := range structure.NewProfile(net).Invariants(t.Context()) {
		found = found || len(y.Places) == 3 && y.Constant == 3
	}
	if !found {
		t.Error("the sum of a, b and c is not among the invariants")
	}
}

func level3(a, b, c int64) []structure.Level {
	return []structure.Level{{Place: 0, Tokens: a}, {Place: 1, Tokens: b}, {Place: 2, Tokens: c}}
}
