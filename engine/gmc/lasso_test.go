package gmc_test

import (
	"context"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/gmc"
)

// Lassos stay in their set, close and begin in the initial marking, by the graph of the oracle; none is found where EG does not hold, and one in nine of
// ten cases where it does.
func TestLassos(t *testing.T) {
	there, found := 0, 0
	for seed := range *randomNets {
		s, f, _ := draw(t, seed)
		if seed%3 > 0 {
			f = f.Pool().Not(f)
		}
		in, eg := s.Sat(f, syntax.Infinite), s.Sat(f.Pool().Make(syntax.EG, f), syntax.Infinite)
		n, err := gmc.NewNet(s.Net, 1)
		if err != nil {
			t.Fatal(err)
		}
		g, err := n.Goal(f)
		if err != nil {
			t.Fatal(err)
		}
		r, err := n.Lasso(context.Background(), g, gmc.Options{Length: 10, Seed: uint64(seed)})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if eg[0] {
			there++
		}
		if r.Path == nil {
			continue
		}
		found++
		checkPath(t, seed, s, in, n, r.Path)
		for i, state := range r.Path.States {
			if at, _ := s.Number(n.Marking(state)); !in[at] || !eg[at] {
				t.Errorf("seed %d: state %d of a lasso for %v", seed, i, f)
			}
		}
	}
	t.Logf("%d lassos of %d", found, there)
	if found > there || 10*found < 9*there {
		t.Errorf("%d lassos found where there are %d", found, there)
	}
}
