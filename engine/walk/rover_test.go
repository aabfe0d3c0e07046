package walk_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/engine/walk"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// What a rover finds exists: the path is one of the structure and ends where the formula holds, there is no path where
// the oracle finds none, and no sum is larger than its largest one. Distances are 0 exactly where formulas hold.
func TestRoverAgrees(t *testing.T) {
	found, missed := 0, 0
	for seed := range uint64(*netCount / 3) {
		rng := rand.New(rand.NewPCG(seed, 170))
		net := randnet.Generate(rng, randnet.Config{States: 200, Safe: seed%4 == 0})
		space, err := oracle.Explore(net, 500)
		if err != nil {
			continue
		}
		x, err := kripke.NewNet(net)
		if err != nil {
			t.Fatal(err)
		}
		w, pool := walk.NewRover(x, seed), syntax.NewPool()
		var formulas []*syntax.Formula
		var sights []*walk.Sight
		for range 4 {
			f := randformula.Generate(rng, net, 2, pool)
			if f.Temporal() {
				f = pool.Not(pool.Deadlock())
			}
			holds, err := x.Predicate(f)
			if err != nil {
				t.Fatal(err)
			}
			far, err := walk.Far(x, f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range space.States {
				s := make(kripke.State, x.Words())
				if err := x.Pack(m, s); err != nil {
					t.Fatal(err)
				}
				if d := far(s); (d == 0) != engine.Eval(net, f, m) || d < 0 {
					t.Fatalf("seed %d: %v is %d away from %v", seed, net.Format(m), d, f)
				}
			}
			formulas, sights = append(formulas, f), append(sights, w.Seek(holds, far))
		}
		of, _ := x.Sum(&syntax.Sum{Terms: []syntax.Term{{Place: syntax.Ref{Index: 0}, Weight: 1}}})
		peak := w.Climb(of)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Millisecond)
		for ctx.Err() == nil {
			if err := w.Walk(ctx); err != nil {
				t.Fatal(err)
			}
		}
		cancel()
		if most, ok := peak.Best(); !ok || most > space.MaxTokens[0] {
			t.Errorf("seed %d: %d tokens, want %d at most", seed, most, space.MaxTokens[0])
		}
		for i, f := range formulas {
			some := slices.ContainsFunc(space.States, func(m petri.Marking) bool { return engine.Eval(net, f, m) })
			p, ok := sights[i].Found()
			switch {
			case !ok && some:
				missed++
			case ok && !some:
				t.Errorf("seed %d: %v was found", seed, f)
			case ok:
				found++
				holds, _ := x.Predicate(f)
				if err := p.Check(x); err != nil || !holds(p.States[len(p.Labels)]) {
					t.Errorf("seed %d: %v: %v", seed, f, err)
				}
			}
		}
	}
	t.Logf("%d found, %d missed", found, missed)
	if found < 10*missed {
		t.Error("expected to miss fewer")
	}
}
