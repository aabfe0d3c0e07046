package certify_test

import (
	"bytes"
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

// Traps are proofs of the absence of deadlocks that brim-verify accepts, but not of the opposite.
func TestTraps(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a program many times")
	}
	v := newVerifier(t)
	proofs := 0
	for seed := range uint64(8 * *rounds) {
		rng := rand.New(rand.NewPCG(seed, 29))
		var b bytes.Buffer
		if err := pnml.Write(&b, randnet.Generate(rng, randnet.Config{States: 300, Safe: seed%2 == 0})); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(v.model, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := check.Load(t.Context(), v.model)
		if err != nil {
			t.Fatal(err)
		}
		q, err := m.Ask("AG !deadlock", check.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		a := decide(t.Context(), m, q)
		if a == nil || a.Result != check.Holds {
			continue
		}
		c := certify.New(m, certify.Options{Digest: digestOf(b.Bytes()), Each: 5 * time.Second})
		proof, err := c.ByTraps(t.Context(), q, a)
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
		t.Error("no proof has traps")
	}
}
