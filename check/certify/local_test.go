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
	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/pnml"
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
		var b bytes.Buffer
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
		c := certify.New(m, certify.Options{Digest: digestOf(b.Bytes()), Each: 5 * time.Second})
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
			var b bytes.Buffer
			if _, err := proof.WriteTo(&b); err != nil {
				t.Fatal(err)
			}
			text := inQuotes(q)
			if says := v.verify(t, text, b.Bytes()); !strings.HasPrefix(says, "verified") {
				t.Fatalf("seed %d: %s: %s%s\n%s", seed, text, says, randnet.Text(net), b.Bytes())
			}
			if says := v.verify(t, text, flipped(b.Bytes())); !strings.HasPrefix(says, "rejected") {
				t.Errorf("seed %d: the opposite of %s: %s", seed, text, says)
			}
		}
		c.Close()
	}
	t.Logf("%d proofs, without: %v", proofs, none)
	if proofs == 0 {
		t.Error("no proof by local search")
	}
}
