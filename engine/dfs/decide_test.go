package dfs_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/dfs"
	"brim/engine/kripke"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

// Verdicts on random nets are those of the oracle; where the depth is bounded they are those or unknown.
func TestDecideAgrees(t *testing.T) {
	seen := map[engine.Result]int{}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 4))
		net := randnet.Generate(rng, randnet.Config{States: 200})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		s, err := kripke.NewNet(net)
		if err != nil {
			t.Fatal(err)
		}
		pool := syntax.NewPool()
		for _, ops := range [][]syntax.Op{{}, {syntax.EF}, {syntax.AG}, {syntax.EG}, {syntax.AF},
			{syntax.EF, syntax.EG}, {syntax.AG, syntax.AF}} {
			f := randformula.Generate(rng, net, rng.IntN(3), pool)
			if f.Temporal() {
				continue
			}
			for _, op := range slices.Backward(ops) {
				f = pool.Make(op, f)
			}
			if rng.IntN(3) == 0 {
				f = pool.Not(f)
			}
			paths := []syntax.Paths{syntax.Maximal, syntax.Infinite}[rng.IntN(2)]
			o := dfs.Options{
				Depth: rng.IntN(2) * rng.IntN(20), Increment: 1 + rng.IntN(9), Algorithm: dfs.Algorithm(rng.IntN(3)),
				Frontier: dfs.Frontier(rng.IntN(3)),
				Visited:  dfs.Visited(rng.IntN(4)), Cells: 1 << 12, Workers: rng.IntN(3),
			}
			v, r, err := dfs.Decide(context.Background(), s, f, paths, o)
			if err != nil {
				t.Fatalf("seed %d, %v, %+v: %v", seed, f, o, err)
			}
			want := engine.Fails
			if space.Sat(f, paths)[0] {
				want = engine.Holds
			}
			seen[v.Result]++
			exact := o.Depth == 0 && o.Algorithm != dfs.Unsound && o.Visited == dfs.Exact
			if v.Result != want && (v.Result != engine.Unknown || exact) {
				t.Fatalf("seed %d, %v, %v, %+v: %v, want %v\n%s", seed, f, paths, o, v, want, randnet.Text(net))
			}
			if (v.Result == engine.Unknown) != (v.Reason != "") {
				t.Fatalf("seed %d, %v: %+v", seed, f, v)
			}
			if r.Found != nil {
				if err := r.Found.Check(s); err != nil {
					t.Fatalf("seed %d, %v: %v", seed, f, err)
				}
			}
		}
	}
	t.Logf("%v", seen)
	if seen[engine.Holds] < 200 || seen[engine.Fails] < 200 || seen[engine.Unknown] < 50 {
		t.Error("the questions say too little")
	}
}

func TestOtherFormulas(t *testing.T) {
	pool := syntax.NewPool()
	p := pool.Make(syntax.Deadlock)
	for _, f := range []*syntax.Formula{
		pool.Make(syntax.EX, p), pool.Make(syntax.EU, p, p), pool.Make(syntax.EF, pool.Make(syntax.AG, p)),
		pool.And(p, pool.Make(syntax.EF, p)),
	} {
		_, _, err := dfs.Decide(context.Background(), nil, f, syntax.Maximal, dfs.Options{})
		if err == nil || !strings.HasPrefix(err.Error(),
			"the engine dfs decides EF f, AG f, EG f, AF f, EF EG f and AG AF f where f") {
			t.Errorf("%v: %v", f, err)
		}
	}
}
