package certify_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
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
		m, c := v.load(t, net)
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
			proofs++
			text := string(v.accepts(t, seed, net, q, proof))
			all := strings.SplitAfter(text, "\n")
			k := slices.IndexFunc(all, func(line string) bool { return strings.HasPrefix(line, ".never") })
			if n := len(all) - k - 3; n > 0 { // without .end and what is behind it
				k += 1 + rng.IntN(n)
				all = slices.Delete(all, k, k+1)
				lines++
				switch says := v.verify(t, inQuotes(q), []byte(strings.Join(all, ""))); {
				case strings.HasPrefix(says, "verified"):
					needless++
				case !strings.HasPrefix(says, "rejected") && !strings.HasPrefix(says, "malformed"):
					t.Errorf("seed %d: %s without a line: %s", seed, inQuotes(q), says)
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
