package certify_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"brim/check"
	"brim/internal/testkit/randnet"
)

// Descents are proofs of AG EF p that brim-verify accepts, but not of the opposite.
func TestDescents(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a program many times")
	}
	v := newVerifier(t)
	proofs := 0
	for seed := range uint64(8 * *rounds) {
		rng := rand.New(rand.NewPCG(seed, 31))
		net := randnet.Generate(rng, randnet.Config{States: 300, Safe: seed%2 == 0})
		m, c := v.load(t, net)
		var state []string // the initial marking, or what it has on one place
		for i, p := range net.Places {
			if seed%4 < 2 || i == int(seed)%len(net.Places) {
				state = append(state, fmt.Sprintf("%q = %d", p.Name, p.Initial))
			}
		}
		q, err := m.Ask("AG EF ("+strings.Join(state, " & ")+")", check.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		if a := decide(t.Context(), m, q); a != nil && a.Result == check.Holds {
			if proof, err := c.ByDescent(t.Context(), q, a); err == nil {
				proofs++
				v.accepts(t, seed, net, q, proof)
			}
		}
		c.Close()
	}
	t.Logf("%d proofs", proofs)
	if proofs == 0 {
		t.Error("no proof has a descent")
	}
}
