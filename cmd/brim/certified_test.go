package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randnet"
	"brim/petri/extended"
	"brim/petri/format"
	"brim/petri/timed"
)

var certifiedNets = flag.Int("certified", 5, "random nets of which TestCertifiedFormats has answers certified")

// What brim says of files in all formats is certified, and brim-verify accepts the certificate: of the file itself if
// that is plain PNML, else of the net that brim writes next to the certificate. The number of markings is that of the
// firing rule of nets with capacities and priorities, by definition.
func TestCertifiedFormats(t *testing.T) {
	if testing.Short() {
		t.Skip("runs brim-verify many times")
	}
	c := &certified{T: t, verifier: filepath.Join(buildVerifier(t), "brim-verify"), folder: t.TempDir()}
	for seed := range uint64(*certifiedNets) {
		c.net(seed)
	}
	dialects := filepath.Join("..", "..", "petri", "pnml", "testdata")
	for _, name := range []string{
		"pipe4.pnml", "pipe5.pnml", "pipegspn.xml", "prom.pnml", "woped.pnml", "lift.pnml", "prodcons.pnml",
		"engine.tapn",
	} {
		model, answer := c.certify(filepath.Join(dialects, name))
		if model != c.certificate()+".pnml" || !strings.HasPrefix(answer, "verified: ") {
			t.Errorf("%s: the certificate is about %q; %s", name, model, answer)
		}
	}
}

type certified struct {
	*testing.T
	verifier, folder string
}

func (c *certified) certificate() string { return filepath.Join(c.folder, "x.cert") }

// net checks a random net in all formats.
func (c *certified) net(seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 179))
	net := randextended.Generate(rng, randextended.Config{Net: randnet.Config{States: 60}, NoResets: true})
	if _, err := net.Plain(); err != nil {
		return // a system
	}
	space, err := oracle.ExploreExtended(net, 500)
	if err != nil {
		return // too many markings
	}
	for _, f := range format.All() {
		if !f.Writable() {
			continue
		}
		fitted, losses, err := f.Fit(&timed.Document{Untimed: net})
		if err != nil {
			c.Fatal(err)
		}
		if slices.ContainsFunc(losses, func(l format.Loss) bool { return l.Behaviour }) {
			continue
		}
		file := c.write(f, fitted)
		model, answer := c.certify(file)
		if want := fmt.Sprint("verified: ", len(space.States)); answer != want {
			c.Fatalf("seed %d, %s: %s; want %s, about %s", seed, f.Name, answer, want, model)
		}
	}
}

// write writes a net to a file.
func (c *certified) write(f *format.Format, net *timed.Document) string {
	var b bytes.Buffer
	if err := f.Write(&b, net); err != nil {
		c.Fatal(err)
	}
	file := filepath.Join(c.folder, "x"+f.Endings[0])
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		c.Fatal(err)
	}
	return file
}

// certify has the number of markings certified, and returns the file that the certificate is about and what brim-verify
// says.
func (c *certified) certify(file string) (model, said string) {
	status, out, errs := brim(c.T, c.Context(), "states", file, "--certificate", c.certificate(), "--json")
	if status != 0 {
		c.Fatalf("%s: status %d: %s", file, status, errs)
	}
	told, _ := decode(c.T, out)["certificate"].(map[string]any)
	if model, _ = told["model"].(string); model == "" {
		model = file
	}
	text, _ := exec.CommandContext(c.Context(), c.verifier, model, "STATES", c.certificate()).Output()
	return model, strings.TrimSpace(string(text))
}

// The claims of named questions are proven, of workflow nets that are sound or not.
func TestCertifiedNames(t *testing.T) {
	if testing.Short() {
		t.Skip("runs brim-verify many times")
	}
	c := &certified{T: t, verifier: filepath.Join(buildVerifier(t), "brim-verify"), folder: t.TempDir()}
	names := "sound,k-sound,generalised-sound,easy-sound,live,quasi-live,reversible,home,bounded,persistent,deadlocks"
	proven := 0
	for seed := range uint64(*certifiedNets/2 + 1) {
		rng := rand.New(rand.NewPCG(seed, 180))
		net := randnet.GenerateWorkflow(rng, randnet.Workflow{Tasks: 3 + rng.IntN(5), Defects: int(seed % 3)})
		f, _ := format.Named("lola")
		fitted, _, err := f.Fit(&timed.Document{Untimed: extended.Of(net)})
		if err != nil {
			t.Fatal(err)
		}
		_, out, errs := brim(t, t.Context(), "check", c.write(f, fitted), "--ask", names, "--k", "2", "--no-trace",
			"--certificate", filepath.Join(c.folder, "proofs"), "--json", "--limit-time", "20s")
		list, ok := decode(t, out)["proofs"].([]any)
		if !ok {
			t.Fatalf("seed %d: %s", seed, errs)
		}
		for _, x := range list {
			proof, _ := x.(map[string]any)
			var arguments []string
			given, _ := proof["arguments"].([]any)
			for _, a := range given {
				arguments = append(arguments, fmt.Sprint(a))
			}
			if arguments == nil {
				continue
			}
			said, _ := exec.CommandContext(t.Context(), c.verifier, arguments...).Output()
			if !strings.HasPrefix(string(said), "verified: ") {
				t.Errorf("seed %d: %v: %s", seed, arguments, said)
			}
			proven++
		}
	}
	if proven < 5**certifiedNets {
		t.Errorf("%d proofs", proven)
	}
}
