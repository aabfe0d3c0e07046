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
	net, err := nets.Parse("brp:582,13")
	if err != nil {
		t.Fatal(err)
	}
	s, err := kripke.NewNet(net)
	if err != nil {
		t.Fatal(err)
	}
	for algorithm, want := range map[dfs.Algorithm]float64{dfs.Naive: 395.5, dfs.Threshold: 388.3} {
		r, err := dfs.Run(context.Background(), s, nil, dfs.Options{Increment: 50, Algorithm: algorithm}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(r.Revisits) / 1000; !r.Complete || r.States != 146_672 || math.Abs(got-want) > 0.1 {
			t.Errorf("%v: %d states, %.1f thousand revisits, want 146672 and %v", algorithm, r.States, got, want)
		}
	}
}
