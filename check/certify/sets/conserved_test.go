package sets_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brim/check/certify/sets"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/pnml"
	"brim/petri/structure"
)

// In the markings that place invariants allow, formulas of CTL hold in the initial one as the oracle says, runs that
// are excluded do not exist, and the checker accepts what is written.
func TestConserved(t *testing.T) {
	checker := build(t)
	spaces, formulas, products := 0, 0, 0
	for seed := range 5 * uint64(*verified) {
		rng := rand.New(rand.NewPCG(seed, 5))
		net := randnet.Generate(rng, randnet.Config{States: 120, Safe: seed%2 == 0})
		space, err := oracle.Explore(net, 120)
		if err != nil {
			continue
		}
		var model bytes.Buffer
		if err := pnml.Write(&model, net); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "model.pnml")
		if err := os.WriteFile(file, model.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		pool, paths := syntax.NewPool(), syntax.Paths(seed%2)
		for i := range 4 {
			f := randformula.Generate(rng, net, 1+rng.IntN(4), pool)
			if i%2 == 1 {
				f = pool.Make(syntax.A, randformula.Path(rng, net, 1+rng.IntN(3), true, pool))
			}
			x, err := sets.Conserved(t.Context(), structure.NewProfile(net), f, sets.Options{Nodes: 20_000})
			if err != nil {
				continue // no invariants
			}
			spaces++
			e, want, answer, shown := x.Evidence(paths), space.Sat(f, paths)[0], "holds", false
			if f.Op == syntax.A {
				shown, err = e.NoRun(t.Context(), f.Args[0])
				if shown && !want {
					t.Fatalf("seed %d: %v is proven, and wrong\n%s", seed, f, randnet.Text(net))
				}
			} else {
				if !want {
					answer = "fails"
					shown, err = e.Prove(t.Context(), pool.Not(f))
				} else {
					shown, err = e.Prove(t.Context(), f)
				}
				if err == nil && !shown {
					t.Fatalf("seed %d: %v %s, which is not proven\n%s", seed, f, answer, randnet.Text(net))
				}
			}
			if shown && err == nil {
				out := verify(t, checker, file, f.String(), answer, paths, e)
				if strings.Contains(out, "a sum of tokens may exceed") {
					continue // weights near 2^63, which the checker does not add up
				}
				if !strings.HasPrefix(out, "verified: "+answer) {
					t.Errorf("seed %d: %v: %s\n%s", seed, f, out, randnet.Text(net))
				}
				if formulas++; f.Op == syntax.A {
					products++
				}
			}
			x.Close()
		}
	}
	t.Logf("%d formulas, %d of them of LTL, are proven in %d spaces", formulas, products, spaces)
	if formulas == 0 || products == 0 {
		t.Error("too few proofs")
	}
}
