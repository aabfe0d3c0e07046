package certify_test

import (
	"math/rand/v2"
	"testing"

	"brim/check"
	"brim/internal/testkit/randnet"
)

// Traps are proofs of the absence of deadlocks that brim-verify accepts, but not of the opposite.
func TestTraps(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a program many times")
	}
	v := newVerifier(t)
	proofs := 0
	for seed := range uint64(8 * *rounds) {
		rng := rand.New(rand.NewPCG(seed, 29))
		net := randnet.Generate(rng, randnet.Config{States: 300, Safe: seed%2 == 0})
		m, c := v.load(t, net)
		q, err := m.Ask("AG !deadlock", check.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		if a := decide(t.Context(), m, q); a != nil && a.Result == check.Holds {
			if proof, err := c.ByTraps(t.Context(), q, a); err == nil {
				proofs++
				v.accepts(t, seed, net, q, proof)
			}
		}
		c.Close()
	}
	t.Logf("%d proofs", proofs)
	if proofs == 0 {
		t.Error("no proof has traps")
	}
}
