package check_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"brim/check"
	"brim/engine/circuit"
	"brim/internal/testkit/aiger"
	"brim/internal/testkit/randcircuit"
)

var proofs = flag.Int("proofs", 200, "TestCircuitProofs asks about so many circuits")

// fairness adds justice properties and fairness constraints about random signals.
func fairness(rng *rand.Rand, c *circuit.Circuit) {
	draw := func() circuit.Lit { return circuit.Lit(2 + rng.IntN(2*c.Variables()-2)) }
	for i := range 1 + rng.IntN(2) {
		j := circuit.Justice{Name: fmt.Sprint("j", i)}
		for range rng.IntN(3) {
			j.Lits = append(j.Lits, draw())
		}
		c.Justice = append(c.Justice, j)
	}
	for i := range rng.IntN(2) {
		c.Fairness = append(c.Fairness, circuit.Signal{Name: fmt.Sprint("f", i), Lit: draw()})
	}
}

// rarer returns c with a bad state that is true in few states.
func rarer(t *testing.T, rng *rand.Rand, c *circuit.Circuit) *circuit.Circuit {
	t.Helper()
	b := circuit.Extend(c, c.Name)
	bad := c.Bad[0].Lit
	for i := range c.Latches {
		if rng.IntN(3) > 0 {
			bad = b.And(bad, b.Latch(i)^circuit.Lit(rng.IntN(2)))
		}
	}
	b.Bad("bad", bad)
	for _, s := range c.Constraints {
		b.Constrain(s.Name, s.Lit)
	}
	c, err := b.Circuit()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What the file of a random circuit asks is answered with a witness that a simulator accepts, or with a witness circuit
// whose conditions hold in all states; package aiger judges both from the files. So do aigsim and certifaiger, if they
// can be run.
func TestCircuitProofs(t *testing.T) {
	runs, loops, certificates := 0, 0, 0
	for seed := range uint64(*proofs) {
		rng := rand.New(rand.NewPCG(seed, 31))
		c := rarer(t, rng, randcircuit.Generate(rng, 3+int(seed%5)))
		switch seed % 3 {
		case 0:
			fairness(rng, c)
		case 1: // as in the first version of the format
			c.Bad, c.Outputs = nil, c.Bad
		}
		m := check.OfCircuit(c)
		questions, err := m.CircuitQuestions()
		if err != nil {
			t.Fatal(err)
		}
		files := newProofFiles(t, c)
		for i, q := range questions {
			q.Trace = true
			// bmc alone goes on for ever where there is no lasso
			o := check.Options{Techniques: []check.Technique{check.BMC{}}, Limits: check.Limits{Depth: 30}}
			if seed/3%2 == uint64(i)%2 {
				o.Techniques = []check.Technique{check.IC3{}}
			}
			a, err := check.Decide(t.Context(), m, q, o)
			if err != nil {
				t.Fatal(err)
			}
			if a.Wrong != nil {
				if !strings.Contains(a.Wrong.Error(), circuit.ErrNoStart.Error()) {
					t.Fatalf("seed %d: %v", seed, a.Wrong)
				}
				continue
			}
			switch proof, err := check.CertifyCircuit(t.Context(), m, q, a, check.Options{}); {
			case a.Trace != nil:
				if runs++; q.LTL != nil {
					loops++
				}
				files.witness(t, seed, a.Trace)
				if err == nil {
					t.Errorf("seed %d: a certificate of an answer that a run shows", seed)
				}
			case a.Result == check.Holds && q.LTL == nil && len(c.Justice) == 0:
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				certificates++
				files.certificate(t, seed, proof)
			case err == nil:
				t.Errorf("seed %d: a certificate of %v, with %d justice properties", seed, a.Result, len(c.Justice))
			}
		}
	}
	t.Logf("%d runs, %d of them lassos; %d witness circuits", runs, loops, certificates)
	if runs < *proofs/4 || loops < *proofs/20 || certificates < *proofs/5 {
		t.Error("the circuits say too little")
	}
}

// proofFiles is a circuit as files, for all judges.
type proofFiles struct {
	c      *circuit.Circuit
	judge  *aiger.Circuit
	folder string
}

func newProofFiles(t *testing.T, c *circuit.Circuit) *proofFiles {
	t.Helper()
	x := &proofFiles{c: c, folder: t.TempDir()}
	var b bytes.Buffer
	err := c.WriteASCII(&b)
	if err == nil {
		x.judge, err = aiger.Parse(b.String())
	}
	if err == nil {
		err = os.WriteFile(x.path("model.aag"), b.Bytes(), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *proofFiles) path(name string) string { return filepath.Join(x.folder, name) }

// run runs a program in the folder, if it can be had. The exit status 20 is that of a solver.
func (x *proofFiles) run(t *testing.T, command string, args ...string) (status int, ran bool) {
	t.Helper()
	if _, err := exec.LookPath(command); err != nil {
		return 0, false
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), command, args...)
	cmd.Dir = x.folder
	if out, err := cmd.CombinedOutput(); cmd.ProcessState == nil {
		t.Fatalf("%v: %v: %s", args, err, out)
	}
	return cmd.ProcessState.ExitCode(), true
}

// witness judges a run.
func (x *proofFiles) witness(t *testing.T, seed uint64, trace *circuit.Trace) {
	t.Helper()
	var b bytes.Buffer
	if err := trace.WriteWitness(&b, x.c); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if err := x.judge.Simulate(b.String()); err != nil {
		t.Errorf("seed %d: %v\n%s", seed, err, b.String())
	}
	if err := os.WriteFile(x.path("run.aiw"), b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, ran := x.run(t, "aigsim", "-c", "model.aag", "run.aiw"); ran && status != 0 {
		t.Errorf("seed %d: aigsim refuses the witness, status %d\n%s", seed, status, b.String())
	}
}

// certificate judges a witness circuit.
func (x *proofFiles) certificate(t *testing.T, seed uint64, proof *check.WitnessCircuit) {
	t.Helper()
	var b, binary bytes.Buffer
	n, err := proof.Write(&b, false)
	if err != nil || int(n) != b.Len() {
		t.Fatalf("seed %d: %d of %d bytes, %v", seed, n, b.Len(), err)
	}
	judge, err := aiger.Parse(b.String())
	if err == nil {
		err = aiger.Certifies(x.judge, judge)
	}
	if err != nil {
		t.Errorf("seed %d: %v\n%s", seed, err, b.String())
	}
	if _, err := proof.Write(&binary, true); err != nil {
		t.Fatal(err)
	}
	back, err := circuit.Read(bytes.NewReader(binary.Bytes()), "binary")
	if err != nil {
		t.Fatal(err)
	}
	if len(back.Bad) != 1 || len(back.Latches) != len(x.c.Latches) {
		t.Errorf("seed %d: read %+v", seed, back)
	}
	if err := os.WriteFile(x.path("proof.aig"), binary.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, ran := x.run(t, "certifaiger", "model.aag", "proof.aig", "check.aig"); !ran || status != 0 {
		if ran {
			t.Errorf("seed %d: certifaiger ends with status %d", seed, status)
		}
		return
	}
	x.run(t, "aigsplit", "-n", "check.aig")
	for _, condition := range []string{"Reset", "Transition", "Safety", "Base", "Inductive"} {
		file := condition + ".aig"
		x.run(t, "aigtocnf", file, file+".cnf")
		if status, ran := x.run(t, "cadical", "-q", file+".cnf"); ran && status != 20 {
			t.Errorf("seed %d: certifaiger refuses the condition %s, status %d", seed, condition, status)
		}
		os.Remove(x.path(file))
	}
}
