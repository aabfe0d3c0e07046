package certify_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/certify"
	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/pnml"
)

var rounds = flag.Int("rounds", 8, "how many random nets TestVerified asks about")

// A verifier is the program brim-verify with a model in a file.
type verifier struct {
	program, model string
}

// newVerifier compiles brim-verify.
func newVerifier(t *testing.T) *verifier {
	t.Helper()
	dir := t.TempDir()
	v := &verifier{filepath.Join(dir, "brim-verify"), filepath.Join(dir, "model.pnml")}
	if out, err := exec.Command("go", "build", "-o", v.program, "brim/cmd/brim-verify").CombinedOutput(); err != nil {
		t.Fatalf("brim-verify cannot be compiled: %v\n%s", err, out)
	}
	return v
}

// verify returns what the program says of a certificate.
func (v *verifier) verify(t *testing.T, question string, certificate []byte) string {
	t.Helper()
	file := v.model + ".cert"
	if err := os.WriteFile(file, certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(v.program, v.model, question, file).Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out)
}

// load writes a net to the file of the verifier and reads it from there. The certifier has to be closed.
func (v *verifier) load(t *testing.T, net *petri.Net) (*check.Model, *certify.Certifier) {
	t.Helper()
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
	return m, certify.New(m, certify.Options{Digest: digestOf(b.Bytes()), Each: 5 * time.Second})
}

// accepts checks that a certificate is accepted, but not for the opposite answer, and returns its text.
func (v *verifier) accepts(t *testing.T, seed uint64, net *petri.Net, q *check.Question,
	c *certify.Certificate) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	text := inQuotes(q)
	if says := v.verify(t, text, b.Bytes()); !strings.HasPrefix(says, "verified") {
		t.Fatalf("seed %d: %s: %s%s\n%s", seed, text, says, randnet.Text(net), b.Bytes())
	}
	if says := v.verify(t, text, flipped(b.Bytes())); !strings.HasPrefix(says, "rejected") {
		t.Errorf("seed %d: the opposite of %s: %s", seed, text, says)
	}
	return b.Bytes()
}

// inQuotes writes a formula with all names in quotes.
func inQuotes(q *check.Question) string {
	return q.Format(func(_ syntax.Kind, r syntax.Ref) string { return `"` + r.Name + `"` })
}

// flipped returns the certificate with the opposite answer, or another number.
func flipped(text []byte) []byte {
	for _, pair := range [][2]string{{".answer holds\n", ".answer fails\n"}, {".answer fails\n", ".answer holds\n"}} {
		if bytes.Contains(text, []byte(pair[0])) {
			return bytes.Replace(text, []byte(pair[0]), []byte(pair[1]), 1)
		}
	}
	before, after, _ := strings.Cut(string(text), ".answer ")
	_, rest, _ := strings.Cut(after, "\n")
	return []byte(before + ".answer 987654321\n" + rest)
}

// Answers to random questions about random nets have certificates, which brim-verify accepts, and it rejects them for
// the opposite answers. With a certifier that may explore nothing, proofs are runs, equations, sets and lassos.
func TestVerified(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a program many times")
	}
	v := newVerifier(t)
	evidence, none := map[string]int{}, map[string]int{}
	for seed := range uint64(*rounds) {
		rng := rand.New(rand.NewPCG(seed, 17))
		net := randnet.Generate(rng, randnet.Config{States: 300, Safe: seed%3 == 0})
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
		digest := digestOf(b.Bytes())
		pool := syntax.NewPool()
		paths := syntax.Paths(rng.IntN(2))
		var questions []*check.Question
		for i := range 8 {
			f := randformula.Generate(rng, m.Net, 1+i%4, pool)
			if i%4 == 3 {
				op := []syntax.Op{syntax.A, syntax.E}[rng.IntN(2)]
				f = pool.Make(op, randformula.Path(rng, m.Net, 1+rng.IntN(4), true, pool))
			}
			q := &check.Question{Paths: paths, Trace: rng.IntN(2) == 0}
			q.SetFormula(f)
			questions = append(questions, q)
		}
		for kind := range words {
			questions = append(questions, &check.Question{Kind: kind})
		}
		sum := syntax.Tokens(syntax.Ref{Index: 0, Name: m.Net.Places[0].Name})
		questions = append(questions, &check.Question{Kind: check.Bound, Sum: &sum})
		report, err := check.DecideAll(t.Context(), m, questions, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := certify.Options{Digest: digest, Each: 10 * time.Second, Decide: decide}
		if seed%2 == 0 {
			o.Few, o.Explore = -1, -1
		}
		c := certify.New(m, o)
		for i, q := range questions {
			a := report.Answers[i]
			text := words[q.Kind]
			switch {
			case a.Result == check.Unknown:
				continue
			case q.Kind == check.Truth:
				text = inQuotes(q)
			case q.Kind == check.Bound:
				text = "bound " + inQuotes(q)
			}
			proof, err := c.Certify(t.Context(), q, a)
			if err != nil {
				none[err.Error()]++
				continue
			}
			for _, kind := range proof.Kinds() {
				evidence[kind]++
			}
			var b bytes.Buffer
			if _, err := proof.WriteTo(&b); err != nil {
				t.Fatal(err)
			}
			if says := v.verify(t, text, b.Bytes()); !strings.HasPrefix(says, "verified") {
				t.Fatalf("seed %d: %s %s: %s%s\n%s", seed, text, a.Text(), says, randnet.Text(net), b.Bytes())
			}
			if says := v.verify(t, text, flipped(b.Bytes())); !strings.HasPrefix(says, "rejected") {
				t.Errorf("seed %d: the opposite of %s %s: %s%s", seed, text, a.Text(), says, randnet.Text(net))
			}
		}
		c.Close()
	}
	t.Logf("evidence: %v; without: %v", evidence, none)
}

// words are the questions that brim-verify has a word for.
var words = map[check.Kind]string{
	check.Deadlock: "ReachabilityDeadlock", check.OneSafe: "OneSafe", check.QuasiLiveness: "QuasiLiveness",
	check.Liveness: "Liveness", check.StableMarking: "StableMarking", check.States: "STATES",
	check.Firings:     "TRANSITIONS",
	check.MostInPlace: "MAX_TOKEN_IN_PLACE", check.MostInMarking: "MAX_TOKEN_PER_MARKING",
}

func decide(ctx context.Context, m *check.Model, q *check.Question) *check.Answer {
	a, err := check.Decide(ctx, m, q, check.Options{})
	if err != nil {
		return nil
	}
	return a
}

func digestOf(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}
