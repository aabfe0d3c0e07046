package randcoloured_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
	"brim/petri/coloured"
)

func generate(seed uint64, cfg randcoloured.Config) *coloured.Net {
	return randcoloured.Generate(rand.New(rand.NewPCG(seed, 1)), cfg)
}

// Every construct occurs, and the nets do something: a property test would otherwise not test what its reader believes.
func TestGenerateVariety(t *testing.T) {
	const nets = 400
	seen := map[string]int{}
	for seed := range uint64(nets) {
		net := generate(seed, randcoloured.Config{Open: seed%6 == 0, Awkward: seed%3 == 0})
		for construct := range randcoloured.Constructs(net) {
			seen[construct]++
		}
		s, err := oracle.ExploreColoured(net, 1000)
		switch {
		case errors.Is(err, oracle.ErrTooMany):
			seen["more than 1000 markings"]++
			continue
		case err != nil:
			t.Fatalf("seed %d: %v\n%s", seed, err, randcoloured.Text(net))
		}
		for what, yes := range map[string]bool{
			"one marking": len(s.States) == 1, "more than 5 markings": len(s.States) > 5,
			"more than 50 markings": len(s.States) > 50,
			"deadlock":              len(s.Dead) > 0, "no deadlock": len(s.Dead) == 0, "live": s.Liveness(),
			"several colours in a place": s.MaxInPlace < s.MaxInMarking,
			"quasi-live":                 s.QuasiLiveness(), "one-safe": s.OneSafe(), "not stable": !s.StableMarking(),
			"depth over 3": s.Depth > 3,
		} {
			if yes {
				seen[what]++
			}
		}
	}
	for what, n := range seen {
		t.Logf("%3d of %d nets: %s", n, nets, what)
	}
	for _, construct := range randcoloured.Names {
		if seen[construct] < nets/200 {
			t.Errorf("%d of %d nets: %s; expected at least %d", seen[construct], nets, construct, nets/200)
		}
	}
	for what, n := range seen {
		if n < nets/200 {
			t.Errorf("%d of %d nets: %s", n, nets, what)
		}
	}
}

func TestGenerateIsDeterministic(t *testing.T) {
	different := map[string]bool{}
	for seed := range uint64(50) {
		text := randcoloured.Text(generate(seed, randcoloured.Config{}))
		if again := randcoloured.Text(generate(seed, randcoloured.Config{})); again != text {
			t.Errorf("seed %d gives two nets:\n%s\n%s", seed, text, again)
		}
		different[text] = true
	}
	if len(different) < 45 {
		t.Errorf("50 seeds give only %d nets", len(different))
	}
}

// What fails on a net fails on the smaller one, and nothing of that can be left out.
func TestShrink(t *testing.T) {
	shrunk := 0
	for seed := range uint64(100) {
		net := generate(seed, randcoloured.Config{})
		fails := func(n *coloured.Net) bool {
			has := randcoloured.Constructs(n)
			return has["arc successor"] && has["guard inequality"]
		}
		if !fails(net) {
			continue
		}
		shrunk++
		small := randcoloured.Shrink(net, fails)
		if !fails(small) {
			t.Fatalf("seed %d: the small net does not fail\n%s", seed, randcoloured.Text(small))
		}
		arcs := 0
		for _, tr := range small.Transitions {
			arcs += len(tr.Pre) + len(tr.Post)
		}
		if len(small.Transitions) > 2 || arcs != 1 {
			t.Errorf("seed %d: still large\n%s", seed, randcoloured.Text(small))
		}
		if _, err := oracle.ExploreColouredTo(small, 2, 1_000_000); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, randcoloured.Text(small))
		}
	}
	if shrunk < 5 {
		t.Errorf("only %d nets to shrink", shrunk)
	}
}
