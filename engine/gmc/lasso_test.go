package gmc_test

import (
	"context"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/gmc"
	"brim/petri/structure"
)

// Lassos stay in their set, close and begin in the initial marking, by the graph of the oracle, and so do paths that
// end in a dead marking where these count; none is found where EG does not hold, and one in nine of ten cases where it
// does.
func TestLassos(t *testing.T) {
	for _, paths := range []syntax.Paths{syntax.Infinite, syntax.Maximal} {
		there, found, dead := 0, 0, 0
		for seed := range *randomNets / 2 {
			s, f, _ := draw(t, seed)
			if seed%3 > 0 {
				f = f.Pool().Not(f)
			}
			in, eg := s.Sat(f, paths), s.Sat(f.Pool().Make(syntax.EG, f), paths)
			n, err := gmc.NewNet(structure.NewProfile(s.Net), 1)
			if err != nil {
				t.Fatal(err)
			}
			g, err := n.Goal(f)
			if err != nil {
				t.Fatal(err)
			}
			r, err := n.Lasso(context.Background(), g,
				gmc.Options{Length: 10, Seed: uint64(seed), Finite: paths == syntax.Maximal})
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
			if r.Path.Loop == engine.NoLoop {
				dead++
				if last, _ := s.Number(n.Marking(r.Path.States[r.Path.Steps()])); len(s.Succ[last]) > 0 {
					t.Errorf("seed %d: a path ends where transitions are enabled", seed)
				}
			}
		}
		t.Logf("%d paths of %d, %d of them to dead markings", found, there, dead)
		if found > there || 10*found < 9*there || (dead > 0) != (paths == syntax.Maximal) {
			t.Errorf("%d paths found where there are %d, %d of them to dead markings", found, there, dead)
		}
	}
}
