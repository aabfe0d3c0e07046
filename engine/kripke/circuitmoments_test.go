package kripke_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/engine/kripke"
)

// The moments of a circuit are the pairs of a state and inputs that meet the constraints in it. All signals have their
// values there, the successors are the moments after the step, and lassos through moments are lassos of the circuit.
func TestMoments(t *testing.T) {
	moments, lassos := 0, 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 52))
		c := &plain{randomCircuit(rng), map[string][]int{}}
		x, err := kripke.NewMoments(c.Circuit)
		if err != nil {
			if len(c.initial()) > 0 {
				t.Fatalf("seed %d: %v", seed, err)
			}
			continue
		}
		f := randomSignals(rng, c.Circuit)
		holds := mustPredicate(t, x, f)
		look := func(s kripke.State) []bool {
			p := &kripke.Path{States: []kripke.State{s}, Loop: -1}
			m := x.Trace(p)
			allowed := slices.ContainsFunc(c.allowed(m.Latches),
				func(v int) bool { return slices.Equal(c.inputs(v), m.Inputs[0]) })
			if !allowed || holds(s) != c.Holds(f, c.Values(nil, m.Latches, m.Inputs[0])) {
				t.Fatalf("seed %d: moment %s, where %v is %t", seed, x.Format(s), f, holds(s))
			}
			moments++
			return c.Next(nil, c.Values(nil, m.Latches, m.Inputs[0]))
		}
		var out kripke.Successors
		for range 3 {
			s := x.Initial()[rng.IntN(len(x.Initial()))]
			for range 5 {
				next := look(s)
				if err := x.Successors(s, &out); err != nil {
					t.Fatal(err)
				}
				for i := range out.Len() {
					m := x.Trace(&kripke.Path{States: []kripke.State{out.State(i)}, Loop: -1})
					if text(m.Latches) != text(next) {
						t.Fatalf("seed %d: %s after %s", seed, x.Format(out.State(i)), x.Format(s))
					}
				}
				inputs := len(c.allowed(next))
				if inputs != out.Len() {
					t.Fatalf("seed %d: %d moments after %s, want %d", seed, out.Len(), x.Format(s), inputs)
				}
				if inputs == 0 {
					break
				}
				s = append(kripke.State{}, out.State(rng.IntN(inputs))...)
			}
		}
		if p := randomLasso(t, rng, x); p != nil {
			lassos++
			if err := x.Trace(p).Check(c.Circuit, f.Pool().Bool(true)); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	if moments < 1000 || lassos < 20 {
		t.Errorf("%d moments and %d lassos; expected more", moments, lassos)
	}
}
