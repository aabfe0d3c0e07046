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
	"brim/ctl/syntax"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randnet"
	"brim/internal/testkit/randtimed"
	"brim/petri/pnml"
)

// loose returns a random net with time, or one with reset arcs or priorities that arcs cannot express; else nil.
func loose(t *testing.T, seed uint64) *check.Model {
	rng := rand.New(rand.NewPCG(seed, 188))
	var m *check.Model
	var err error
	switch seed % 3 {
	case 0:
		m, err = check.OfTimed(randtimed.Generate(rng, randtimed.Small()))
	case 1:
		m, err = check.OfTimedArcs(randtimed.GenerateArcs(rng, randtimed.Small()))
	default:
		net := randnet.Config{States: 100, Blocks: 3, Transitions: 8}
		m, err = check.OfExtended(t.Context(), randextended.Generate(rng, randextended.Config{Bounded: true, Net: net}))
	}
	if err != nil || m.Net != nil {
		return nil
	}
	return m
}

// Answers about nets with time, reset arcs or priorities have certificates where the net without these shows them, and
// brim-verify accepts them of that net; elsewhere there is a reason why there is none.
func TestRelaxed(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole checker for each answer, which -short leaves out")
	}
	v := newVerifier(t)
	kinds, none := map[uint64]int{}, map[string]int{}
	for seed, models := uint64(0), 0; models < *rounds; seed++ {
		m := loose(t, seed)
		if m == nil {
			continue
		}
		models++
		net, err := m.Relaxed(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := pnml.Write(&b, net.Net); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(v.model, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		c := certify.New(m, certify.Options{Digest: digestOf(b.Bytes()), Each: 5 * time.Second, Decide: decide})
		for p := range net.Net.Places {
			for k := range 3 {
				text := []string{"AG %q <= %d", "EF %q > %d", "EF %q = %d"}[k]
				q, err := m.Ask(fmt.Sprintf(text, net.Net.Places[p].Name, k+1), check.Maximal)
				if err != nil {
					t.Fatal(err)
				}
				a := decide(t.Context(), m, q)
				if a == nil || !a.Known() {
					continue
				}
				proof, err := c.Certify(t.Context(), q, a)
				if err != nil {
					if none[err.Error()]++; !strings.Contains(err.Error(), "reset arcs") {
						t.Errorf("seed %d: %v: %v", seed, q, err)
					}
					continue
				}
				about := proof.About()
				if about == nil {
					t.Fatalf("seed %d: a certificate of %v, as if the net were plain", seed, q)
				}
				var written bytes.Buffer
				if _, err := proof.WriteTo(&written); err != nil {
					t.Fatal(err)
				}
				if says := v.verify(t, inQuotes(about), written.Bytes()); says != "verified: holds\n" {
					t.Fatalf("seed %d: %v %s, by %v: %s\n%s", seed, q, a.Text(), about, says, &written)
				}
				if says := v.verify(t, inQuotes(about), flipped(written.Bytes())); !strings.HasPrefix(says,
					"rejected") {
					t.Errorf("seed %d: the opposite of %v: %s", seed, about, says)
				}
				if about.Formula.Op != syntax.AG && about.Formula.Op != syntax.True &&
					about.Formula.Op != syntax.Compare {
					t.Errorf("seed %d: %v became %v", seed, q, about)
				}
				kinds[seed%3]++
			}
		}
		c.Close()
	}
	t.Logf("accepted, by kinds of nets: %v; without: %v", kinds, none)
	if len(kinds) < 3 {
		t.Error("no certificates of one kind of nets")
	}
}
