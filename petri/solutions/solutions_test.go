package solutions_test

import (
	"errors"
	"flag"
	"math/big"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri/solutions"
)

var solutionNets = flag.Int("solutions", 300, "random nets")

// Where there is a proof, the numbers are those of the oracle.
func TestRandomNets(t *testing.T) {
	proved, several := 0, 0
	for seed := range uint64(*solutionNets) {
		rng := rand.New(rand.NewPCG(seed, 134))
		net := randnet.Loose(rng)
		if seed%2 == 0 {
			net = randnet.Generate(rng, randnet.Config{States: 300, Blocks: 3})
		}
		space, err := oracle.Explore(net, 1500)
		if err != nil {
			continue
		}
		s, err := solutions.Of(t.Context(), net)
		if errors.Is(err, solutions.ErrNone) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		proved++
		if len(space.States) > 3 {
			several++
		}
		n, err := s.States(t.Context())
		f, wrong := s.Firings(t.Context())
		if err != nil || wrong != nil || n.Cmp(big.NewInt(int64(len(space.States)))) != 0 || f.Int64() != int64(space.Firings) {
			t.Errorf("seed %d: %v %v, want %d %d (%v %v)\n%s", seed, n, f, len(space.States), space.Firings, err, wrong, randnet.Text(net))
		}
	}
	t.Logf("%d proofs, %d with several markings", proved, several)
}
