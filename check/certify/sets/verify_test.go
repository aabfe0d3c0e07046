package sets_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"brim/check/certify/sets"
	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/pnml"
)

// The checker of certificates, a program without any code of this one, accepts what this package writes.

var verified = flag.Int("verified", 60, "nets of TestVerified")

// build returns the file of the checker, built from its source.
func build(t *testing.T) string {
	if testing.Short() {
		t.Skip("builds a program")
	}
	file := filepath.Join(t.TempDir(), "brim-verify")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", file,
		"brim/cmd/brim-verify").CombinedOutput(); err != nil {
		t.Fatalf("brim-verify cannot be compiled: %v\n%s", err, out)
	}
	return file
}

// verify returns what the checker says about evidence for an answer.
func verify(t *testing.T, checker, model, question, answer string, paths syntax.Paths, e *sets.Evidence) string {
	data, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, ".brim-certificate 2\n.model %x\n.deadlock %v\n.answer %s\n", sha256.Sum256(data), paths, answer)
	if _, err := e.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	text.WriteString(".end\n")
	file := filepath.Join(t.TempDir(), "proof.cert")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), checker, "--limit-time", "1m", model, question, file).CombinedOutput()
	if err != nil {
		return fmt.Sprintf("%v: %s", err, out)
	}
	return string(out)
}

func TestVerified(t *testing.T) {
	checker := build(t)
	ctx := context.Background()
	for seed := range uint64(*verified) {
		rng := rand.New(rand.NewPCG(seed, 2))
		net := randnet.Generate(rng, randnet.Config{States: 300, Safe: seed%3 == 0})
		var model bytes.Buffer
		if err := pnml.Write(&model, net); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "model.pnml")
		if err := os.WriteFile(file, model.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := sets.Explore(ctx, net, sets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		paths := syntax.Paths(seed % 2)
		for i := range 3 {
			pool, e, answer := syntax.NewPool(), x.Evidence(paths), "holds"
			question, f := "", randformula.Generate(rng, net, 1+rng.IntN(4), pool)
			if i == 2 {
				question = "STATES"
				if err := e.Count(ctx); err != nil {
					t.Fatal(err)
				}
				answer = e.Markings.String()
			} else {
				question = f.String()
				ok, err := e.Prove(ctx, f)
				if err == nil && !ok {
					answer = "fails"
					ok, err = e.Prove(ctx, pool.Not(f))
				}
				if err != nil || !ok {
					continue // a sum passes 64 bits
				}
			}
			if out := verify(t, checker, file, question, answer, paths, e); !strings.HasPrefix(out,
				"verified: "+answer) {
				t.Errorf("seed %d: %s: %s", seed, question, out)
			}
		}
	}
}

// All runs satisfy random formulas of LTL, or some does not.
func TestRuns(t *testing.T) {
	checker := build(t)
	ctx := context.Background()
	proven, refuted := 0, 0
	for seed := range 3 * uint64(*verified) {
		rng := rand.New(rand.NewPCG(seed, 3))
		q := randformula.Ask(rng, randnet.Config{States: 200, Safe: seed%3 == 0}, 2000, 4, true)
		if q == nil {
			continue
		}
		begin := func() (*sets.Space, error) { return sets.Explore(ctx, q.Net, sets.Options{}) }
		if seed%2 == 1 {
			begin = func() (*sets.Space, error) { return sets.Begin(q.Net, sets.Options{}) }
		}
		x, err := begin()
		if err != nil {
			t.Fatal(err)
		}
		e, path, answer := x.Evidence(q.Paths), q.LTL.Args[0], "holds"
		if q.LTL.Op == syntax.E {
			path, answer = path.Pool().Not(path), "fails"
		}
		shown, err := e.NoRun(ctx, path)
		switch {
		case err != nil && strings.Contains(err.Error(), "can pass 64 bits"):
		case err != nil || shown != (q.Holds() == (answer == "holds")):
			t.Errorf("seed %d: %v %s: %v, %v", seed, q.LTL, answer, shown, err)
		case !shown:
			refuted++
		default:
			var model bytes.Buffer
			if err := pnml.Write(&model, q.Net); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "model.pnml")
			if err := os.WriteFile(file, model.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			out := verify(t, checker, file, q.LTL.String(), answer, q.Paths, e)
			if !strings.HasPrefix(out, "verified: "+answer) {
				t.Errorf("seed %d: %v: %s", seed, q.LTL, out)
			}
			proven++
		}
		x.Close()
	}
	t.Logf("%d proven, %d refuted", proven, refuted)
}
