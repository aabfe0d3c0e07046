package certify_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/certify"
	"brim/internal/testkit/randcoloured"
	"brim/petri/coloured"
	"brim/petri/pnml"
)

// Answers about coloured nets with inhibitor arcs have certificates that brim-verify accepts, and it rejects those of
// the opposite answers. It does not read nets with some operators.
func TestColouredInhibitors(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole checker for each answer, which -short leaves out")
	}
	v := newVerifier(t)
	verified, unread := 0, 0
	for seed := uint64(0); verified < *rounds; seed++ {
		net := randcoloured.Generate(rand.New(rand.NewPCG(seed, 181)), randcoloured.Config{})
		inhibited := func(t coloured.Transition) bool { return len(t.Inhibit) > 0 }
		var b bytes.Buffer
		if err := pnml.WriteColoured(&b, net); err != nil || !slices.ContainsFunc(net.Transitions, inhibited) {
			continue
		}
		if err := os.WriteFile(v.model, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if unread > 20**rounds {
			t.Fatalf("%d certificates are of nets that are not read", unread)
		}
		m, err := check.Load(t.Context(), v.model)
		if err != nil {
			t.Fatal(err)
		}
		c := certify.New(m, certify.Options{Digest: digestOf(b.Bytes()), Each: 10 * time.Second, Decide: decide})
		for _, kind := range []check.Kind{check.Deadlock, check.OneSafe, check.QuasiLiveness, check.States} {
			q := &check.Question{Kind: kind}
			a := decide(t.Context(), m, q)
			if a == nil || !a.Known() {
				continue
			}
			proof, err := c.Certify(t.Context(), q, a)
			if err != nil {
				continue
			}
			var text bytes.Buffer
			if _, err := proof.WriteTo(&text); err != nil {
				t.Fatal(err)
			}
			switch says := v.verify(t, words[kind], text.Bytes()); {
			case strings.HasPrefix(says, "malformed: <"):
				unread++
			case !strings.HasPrefix(says, "verified"):
				t.Fatalf("seed %d: %v %s: %s\n%s\n%s", seed, kind, a.Text(), says, &b, &text)
			default:
				verified++
				if says := v.verify(t, words[kind], flipped(text.Bytes())); !strings.HasPrefix(says, "rejected") {
					t.Errorf("seed %d: the opposite of %v %s: %s", seed, kind, a.Text(), says)
				}
			}
		}
		c.Close()
	}
	t.Logf("%d certificates are accepted, %d are of nets that are not read", verified, unread)
}
