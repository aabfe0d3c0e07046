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
	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/pnml"
)

// Invariants of ic3 are proofs that brim-verify accepts, but not for the opposite answer. Without a line it accepts or
// rejects them.
func TestClauses(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a program many times")
	}
	v := newVerifier(t)
	proofs, lines, needless, none := 0, 0, 0, map[string]int{}
	for seed := range uint64(4 * *rounds) {
		rng := rand.New(rand.NewPCG(seed, 23))
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
		for i := range 20 {
			f := randformula.Generate(rng, m.Net, i%3, pool)
			if f.Temporal() || strings.Contains(f.String(), "92233720368547") { // a weight that is not added up
				continue
			}
			q := &check.Question{}
			q.SetFormula(pool.Make(syntax.AG, f))
			a := decide(t.Context(), m, q)
			if a == nil || a.Result != check.Holds {
				continue
			}
			proof, err := c.ByClauses(t.Context(), q, a)
			if err != nil {
				none[err.Error()]++
				continue
			}
			var b bytes.Buffer
			if _, err := proof.WriteTo(&b); err != nil {
				t.Fatal(err)
			}
			proofs++
			text := inQuotes(q)
			if says := v.verify(t, text, b.Bytes()); !strings.HasPrefix(says, "verified") {
				t.Fatalf("seed %d: %s: %s%s\n%s", seed, text, says, randnet.Text(net), b.Bytes())
			}
			if says := v.verify(t, text, flipped(b.Bytes())); !strings.HasPrefix(says, "rejected") {
				t.Errorf("seed %d: the opposite of %s: %s", seed, text, says)
			}
			all := strings.SplitAfter(b.String(), "\n")
			k := slices.IndexFunc(all, func(line string) bool { return strings.HasPrefix(line, ".never") })
			if n := len(all) - k - 3; n > 0 { // without .end and what is behind it
				k += 1 + rng.IntN(n)
				all = slices.Delete(all, k, k+1)
				lines++
				switch says := v.verify(t, text, []byte(strings.Join(all, ""))); {
				case strings.HasPrefix(says, "verified"):
					needless++
				case !strings.HasPrefix(says, "rejected") && !strings.HasPrefix(says, "malformed"):
					t.Errorf("seed %d: %s without a line: %s", seed, text, says)
				}
			}
		}
		c.Close()
	}
	t.Logf("%d proofs, without: %v; %d lines removed, %d of them needless", proofs, none, lines, needless)
	if proofs == 0 {
		t.Error("no proof has clauses")
	}
}
