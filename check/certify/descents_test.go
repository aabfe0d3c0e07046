package certify_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/certify"
	"brim/internal/testkit/randnet"
	"brim/petri/pnml"
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
		var b bytes.Buffer
		net := randnet.Generate(rng, randnet.Config{States: 300, Safe: seed%2 == 0})
		if err := pnml.Write(&b, net); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(v.model, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := check.Load(t.Context(), v.model)
		if err != nil {
			t.Fatal(err)
		}
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
		a := decide(t.Context(), m, q)
		if a == nil || a.Result != check.Holds {
			continue
		}
		c := certify.New(m, certify.Options{Digest: digestOf(b.Bytes()), Each: 5 * time.Second})
		proof, err := c.ByDescent(t.Context(), q, a)
		c.Close()
		if err != nil {
			continue
		}
		proofs++
		var text bytes.Buffer
		if _, err := proof.WriteTo(&text); err != nil {
			t.Fatal(err)
		}
		if says := v.verify(t, inQuotes(q), text.Bytes()); !strings.HasPrefix(says, "verified") {
			t.Fatalf("seed %d: %s%s", seed, says, text.Bytes())
		}
		if says := v.verify(t, inQuotes(q), flipped(text.Bytes())); !strings.HasPrefix(says, "rejected") {
			t.Errorf("seed %d: the opposite: %s", seed, says)
		}
	}
	t.Logf("%d proofs", proofs)
	if proofs == 0 {
		t.Error("no proof has a descent")
	}
}
