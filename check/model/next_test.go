package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

// EX and AX, replaced by formulas about the marking itself, hold in the same markings of random nets with inhibitor
// arcs and weights.
func TestWithoutNextAgrees(t *testing.T) {
	replaced := 0
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 73))
		net := randnet.Generate(rng, randnet.Config{States: 100})
		if seed%2 == 0 {
			net = randnet.Loose(rng)
		}
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		f := randformula.Generate(rng, net, rng.IntN(3), pool)
		f = pool.Make([]syntax.Op{syntax.EX, syntax.AX, syntax.EG, syntax.EF}[rng.IntN(4)], f)
		g := model.WithoutNext(net, f)
		if g != f {
			replaced++
		}
		for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
			if !slices.Equal(space.Sat(f, paths), space.Sat(g, paths)) {
				t.Fatalf("seed %d: %v is not %v\n%s", seed, f, g, randnet.Text(net))
			}
		}
	}
	if t.Log(replaced); replaced < 100 {
		t.Error("there is too little to see")
	}
}
