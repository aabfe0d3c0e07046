package mdd

import (
	"math/rand/v2"
	"testing"
)

// A table by value agrees with a Go map, and its room is at most a few times the number of values used.
func TestByValue(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 97))
		var b byValue[int]
		want := map[int]int{}
		step, reach := 1+rng.IntN(2000), 1+rng.IntN(20_000)
		for i := range rng.IntN(3000) {
			v := i * step
			if seed%2 == 0 {
				v = rng.IntN(reach)
			}
			if got := *b.at(v); got != want[v] {
				t.Fatalf("seed %d: value %d has %d, want %d", seed, v, got, want[v])
			}
			*b.at(v), want[v] = i+1, i+1
			if len(b.dense) > 2*(smallValues+4*len(want)) {
				t.Fatalf("seed %d: room for %d values after %d", seed, len(b.dense), len(want))
			}
		}
		last := -1
		for v, x := range b.all() {
			if v <= last || *x != want[v] {
				t.Fatalf("seed %d: value %d after %d has %d, want %d", seed, v, last, *x, want[v])
			}
			last = v
			delete(want, v)
		}
		if len(want) > 0 {
			t.Fatalf("seed %d: %d values are missing", seed, len(want))
		}
	}
}
