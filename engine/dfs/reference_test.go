package dfs_test

import (
	"context"
	"math"
	"testing"

	"brim/engine/dfs"
	"brim/engine/kripke"
	"brim/petri/nets"
)

// Revisits of an independent program for both algorithms of the paper, in thousands, as far as they were printed.
func TestReferenceRevisits(t *testing.T) {
	for _, c := range []struct {
		model            string
		states           int64
		naive, threshold float64
	}{
		{"brp:582,13", 146_672, 395.5, 388.3},
		{"brp:3195,2", 172_538, 709, 505},
		{"tpc:6,45", 249_977, 1614, 797},
	} {
		net, err := nets.Parse(c.model)
		if err != nil {
			t.Fatal(err)
		}
		s, err := kripke.NewNet(net)
		if err != nil {
			t.Fatal(err)
		}
		for algorithm, want := range map[dfs.Algorithm]float64{dfs.Naive: c.naive, dfs.Threshold: c.threshold} {
			r, err := dfs.Run(context.Background(), s, nil, dfs.Options{Increment: 50, Algorithm: algorithm}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := float64(r.Revisits) / 1000; !r.Complete || r.States != c.states || math.Abs(got-want) > 0.5 {
				t.Errorf("%s, %v: %d states, %.1f thousand revisits, want %d and %v", c.model, algorithm, r.States, got, c.states, want)
			}
		}
	}
}
