package ic3

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"brim/engine"
	"brim/engine/ic3/certificate"
	"brim/internal/testkit/aiger"
	"brim/internal/testkit/randcircuit"
)

// The witness circuit of an invariant meets the conditions of certifaiger in all states, as another program sees it.
// Those of changed invariants do so if the check of invariants accepts these, and else only where no bad state is
// reached after all.
func TestWitnessCircuits(t *testing.T) {
	proven, refused, right, wrong := 0, 0, 0, 0
	for seed := range uint64(*circuits) {
		rng := rand.New(rand.NewPCG(seed, 16))
		c := randcircuit.Generate(rng, 3+int(seed%5))
		goal := asked(t, c, "bad = 1")
		x := randcircuit.NewRuns(c, goal)
		if !x.Start() {
			continue
		}
		r, err := DecideCircuit(t.Context(), c, asked(t, c, "EF bad = 1"))
		if err != nil || r.Result == engine.Unknown {
			t.Fatalf("seed %d: %+v, %v", seed, r, err)
		}
		var b bytes.Buffer
		if err := c.WriteASCII(&b); err != nil {
			t.Fatal(err)
		}
		model, err := aiger.Parse(b.String())
		if err != nil {
			t.Fatal(err)
		}
		certified := func(inv *certificate.Invariant) bool {
			w, err := certificate.NewWitness(t.Context(), c, inv)
			if refusal := (*certificate.Refusal)(nil); errors.As(err, &refusal) {
				return false
			} else if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if _, err := w.Write(&b, false); err != nil {
				t.Fatal(err)
			}
			witness, err := aiger.Parse(b.String())
			if err != nil {
				t.Fatal(err)
			}
			return aiger.Certifies(model, witness) == nil
		}
		if r.Invariant == nil {
			if certified(&certificate.Invariant{}) {
				t.Fatalf("seed %d: a proof that no bad state is reached, and one is", seed)
			}
			refused++
			continue
		}
		proven++
		if !certified(r.Invariant) {
			t.Fatalf("seed %d: the witness circuit of %v shows nothing", seed, r.Invariant)
		}
		for range 3 {
			if len(r.Invariant.Clauses) == 0 {
				break
			}
			inv := mutated(rng, r.Invariant)
			if certified(inv) {
				right++
			} else if wrong++; certificate.Circuit(t.Context(), c, goal, inv) == nil {
				t.Fatalf("seed %d: the witness circuit of %v shows nothing", seed, inv)
			}
		}
	}
	t.Logf("%d invariants, %d circuits without; of changed invariants %d show it, %d do not", proven, refused, right,
		wrong)
	if proven < *circuits/10 || refused < *circuits/5 || right == 0 || wrong == 0 {
		t.Error("the circuits say too little")
	}
}
