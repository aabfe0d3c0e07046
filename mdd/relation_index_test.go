package mdd

import (
	"math/rand/v2"
	"testing"
)

// TestRelIndex compares the index with Go's map on nodes of which many come again, fewer than there may be in builds
// with narrow fields.
func TestRelIndex(t *testing.T) {
	f := New(3, Options{})
	defer f.Close()
	r, twin := newRelations(f), map[relNode]rel{}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		n := relNode{
			level: rng.Int32N(2), kind: relKind(rng.IntN(3)), min: rng.Int32N(3), below: rng.Int32N(3),
			delta: rng.Int32N(3) - 1, local: rng.Int32N(2), next: rel(rng.IntN(3)),
		}
		id := r.make(n)
		if want, known := twin[n]; known && id != want || !known && int(id) != len(twin)+1 || r.nodes[id] != n {
			t.Fatalf("%+v is %d, want %d (%v)", n, id, want, known)
		}
		twin[n] = id
	}
}
