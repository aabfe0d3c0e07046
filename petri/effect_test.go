package petri_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/randnet"
	"brim/petri"
)

// By hand: a place that is taken from, one that is given to, one that is read, one that is tested for few tokens, and
// one with all arcs.
func TestEffects(t *testing.T) {
	tr := petri.Transition{
		Pre:     []petri.Arc{{Place: 0, Weight: 2}, {Place: 3, Weight: 4}, {Place: 9, Weight: 5}},
		Post:    []petri.Arc{{Place: 1, Weight: 3}, {Place: 3, Weight: 4}, {Place: 9, Weight: 1}},
		Inhibit: []petri.Arc{{Place: 2, Weight: 7}, {Place: 9, Weight: 8}},
	}
	want := []petri.Effect{
		{Place: 0, Min: 2, Delta: -2}, {Place: 1, Delta: 3}, {Place: 2, Below: 7}, {Place: 3, Min: 4},
		{Place: 9, Min: 5, Below: 8, Delta: -4},
	}
	if got := slices.Collect(tr.Effects()); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for e := range tr.Effects() { // may be left early
		if e != want[0] {
			t.Error(e)
		}
		break
	}
}

// The effects of a transition say where it is enabled and what it does, as the firing rule has it; the fixed places are
// those that no effect changes.
func TestEffectsFire(t *testing.T) {
	fired, disabled := 0, 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 21))
		net := randnet.Generate(rng, randnet.Config{States: 50})
		changed := make([]bool, len(net.Places))
		for i := range net.Transitions {
			for range 10 {
				m := make(petri.Marking, len(net.Places))
				for p := range m {
					m[p] = rng.Int64N(4)
				}
				after, enabled := m.Clone(), true
				for e := range net.Transitions[i].Effects() {
					least, most := e.Range()
					enabled = enabled && least <= m[e.Place] && m[e.Place] <= most
					after[e.Place] += e.Delta
					changed[e.Place] = changed[e.Place] || e.Delta != 0
				}
				if enabled != net.Enabled(m, i) {
					t.Fatalf("seed %d: transition %d is enabled in %v: %v", seed, i, m, !enabled)
				}
				if !enabled {
					disabled++
					continue
				}
				fired++
				if err := net.Fire(m, i); err != nil || !m.Equal(after) {
					t.Fatalf("seed %d: transition %d leads to %v, want %v; %v", seed, i, after, m, err)
				}
			}
		}
		for p, fixed := range net.Fixed() {
			if fixed == changed[p] {
				t.Fatalf("seed %d: place %d is fixed: %v", seed, p, fixed)
			}
		}
	}
	if fired < 1000 || disabled < 1000 {
		t.Errorf("%d firings and %d transitions that are disabled say too little", fired, disabled)
	}
}
