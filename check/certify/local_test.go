package certify_test

import (
	"math/rand/v2"
	"testing"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

// What local searches have looked at is proof that brim-verify accepts, but not for the opposite answer. On small nets
// nearly all answers have one.
func TestLocal(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a program many times")
	}
	v := newVerifier(t)
	proofs, none := 0, map[string]int{}
	for seed := range uint64(2 * *rounds) {
		rng := rand.New(rand.NewPCG(seed, 29))
		net := randnet.Generate(rng, randnet.Config{States: 300, Safe: seed%2 == 0})
		m, c := v.load(t, net)
		pool := syntax.NewPool()
		for i := range 10 {
			q := &check.Question{Paths: syntax.Paths(rng.IntN(2))}
			q.SetFormula(randformula.Generate(rng, m.Net, 1+i%4, pool))
			a := decide(t.Context(), m, q)
			if a == nil || !a.Known() {
				continue
			}
			proof, err := c.ByLocal(t.Context(), q, a)
			if err != nil {
				none[err.Error()]++
				continue
			}
			proofs++
			v.accepts(t, seed, net, q, proof)
		}
		c.Close()
	}
	t.Logf("%d proofs, without: %v", proofs, none)
	if proofs == 0 {
		t.Error("no proof by local search")
	}
}
