package reduce_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri/reduce"
)

// Equations are the same when they were written and read again, and damaged ones are refused, never a panic.
func TestEquationsFile(t *testing.T) {
	read, refused := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 16))
		net := randnet.Redundant(rng)
		r := reduce.Net(t.Context(), net, reduce.Options{Class: reduce.Count, Growing: true})
		var b bytes.Buffer
		if err := r.Equations.Write(&b, net, r.Net); err != nil {
			t.Fatal(err)
		}
		e, of, err := reduce.ReadEquations(bytes.NewReader(b.Bytes()), "file", r.Net)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, b.String())
		}
		if !slices.Equal(e.Places, r.Equations.Places) || len(of.Places) != len(net.Places) ||
			len(e.List) != len(r.Equations.List) {
			t.Fatalf("seed %d: %v and %v", seed, e, r.Equations)
		}
		for i := range net.Transitions {
			x, y := &net.Transitions[i], &of.Transitions[i]
			if x.Name != y.Name || !slices.Equal(x.Pre, y.Pre) || !slices.Equal(x.Inhibit, y.Inhibit) {
				t.Fatalf("seed %d: transition %v, read as %v", seed, x, y)
			}
		}
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		small, err := oracle.Explore(r.Net, 300)
		if err != nil {
			t.Fatal(err)
		}
		again := *r
		again.Equations = *e
		if err := counts(&drawn{net: net, space: space}, &again, small); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, b.String())
		}
		read++
		text := b.String()
		for range 20 {
			i := rng.IntN(len(text))
			damaged := text[:i] + string("0\",{}[]x-9"[rng.IntN(10)]) + text[min(len(text), i+1+rng.IntN(4)):]
			if _, _, err := reduce.ReadEquations(strings.NewReader(damaged), "file", r.Net); err != nil {
				refused++
			}
		}
	}
	if read < 200 || refused < 1000 {
		t.Errorf("%d read, %d damaged ones refused", read, refused)
	}
}
