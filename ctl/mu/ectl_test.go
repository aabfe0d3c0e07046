package mu_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/mu"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

// Existential formulas of CTL over random nets hold where the oracle says.
func TestCTLAgrees(t *testing.T) {
	checked := 0
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 7))
		net := randnet.Generate(rng, randnet.Config{})
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue // too large
		}
		var labels []string
		for i := range net.Transitions {
			labels = append(labels, net.Transitions[i].Name)
		}
		var edges []mu.Edge
		for s, list := range space.Succ {
			for _, to := range list {
				edges = append(edges, mu.Edge{From: int32(s), Label: int32(to.Transition), To: int32(to.To)})
			}
		}
		g := mu.NewGraph(len(space.States), edges)
		pool := syntax.NewPool()
		for range 6 {
			f := randformula.Generate(rng, net, 4, pool)
			for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
				m, err := mu.FromCTL(f, paths)
				if err != nil {
					if m, err = mu.FromCTL(pool.Not(f), paths); err != nil {
						continue
					}
					f = pool.Not(f)
				}
				b, err := m.Bind(labels)
				if err != nil {
					t.Fatalf("seed %d: %v: %v", seed, f, err)
				}
				var atoms [][]bool
				for _, a := range b.Atoms() {
					atoms = append(atoms, space.Sat(a, paths))
				}
				holds := func(atom, s int) bool { return atoms[atom][s] }
				want := space.Sat(f, paths)
				if got := b.Iterate(g, holds); !slices.Equal(got, want) {
					t.Fatalf("seed %d: %v, %v paths: by iteration of %v it holds in %v, want %v", seed, f, paths, m,
						got, want)
				}
				s := rng.IntN(len(want))
				if _, got, _ := b.Holds(t.Context(), g, s, holds); got != want[s] {
					t.Fatalf("seed %d: %v, %v paths: in marking %d it is %v by the game of %v, want %v", seed, f, paths,
						s, got, m, want[s])
				}
				checked++
			}
		}
	}
	if checked < 3000 {
		t.Errorf("%d formulas were existential; the test is too easy", checked)
	}
}
