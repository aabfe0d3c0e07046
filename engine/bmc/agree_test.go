package bmc

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

var drawn = flag.Int("nets", 150, "number of random nets")

// stateFormula draws a formula without path operators.
func stateFormula(rng *rand.Rand, net *petri.Net, pool *syntax.Pool) *syntax.Formula {
	for {
		if f := randformula.Generate(rng, net, 1+rng.IntN(3), pool); !f.Temporal() {
			return f
		}
	}
}

// markingFormula describes the tokens of most places in a reachable marking, sometimes with one place wrong.
func markingFormula(t *testing.T, rng *rand.Rand, x *oracle.Space, pool *syntax.Pool) *syntax.Formula {
	m := x.States[rng.IntN(len(x.States))].Clone()
	if rng.IntN(4) == 0 {
		m[rng.IntN(len(m))] = rng.Int64N(2)
	}
	var parts []*syntax.Formula
	for p, tokens := range m {
		if rng.IntN(4) == 0 {
			continue
		}
		f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: p, Name: x.Net.Places[p].Name}), syntax.Equal,
			syntax.Constant(tokens))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, f)
	}
	return pool.And(parts...)
}

// nearest returns the least distance of a marking of x in which f holds, −1 if there is none.
func nearest(x *oracle.Space, f *syntax.Formula) int {
	best := -1
	for i, holds := range x.Sat(f, syntax.Maximal) {
		if holds && (best < 0 || x.Dist[i] < best) {
			best = x.Dist[i]
		}
	}
	return best
}

// decide asks about net and checks what has to be right whatever comes out.
func decide(t *testing.T, seed uint64, x *oracle.Space, f *syntax.Formula, paths syntax.Paths, o Options) *Result {
	t.Helper()
	r, err := Decide(context.Background(), x.Net, f, paths, o)
	if err != nil {
		t.Fatalf("seed %d, %v, %+v: %v", seed, f, o, err)
	}
	holds := x.Sat(f, paths)[0]
	if r.Result == engine.Holds && !holds || r.Result == engine.Fails && holds {
		t.Fatalf("seed %d, %v, %v paths, %+v: %v, right is %v\n%s", seed, f, paths, o, r.Result, holds,
			randnet.Text(x.Net))
	}
	if r.Witness != nil {
		if err := r.Witness.Check(x.Net, paths); err != nil {
			t.Fatalf("seed %d, %v, %+v: %v", seed, f, o, err)
		}
	}
	return r
}

// An unrolling has the paths of the net: verdicts on reachability are those of the oracle, and paths of plain and
// induction are replayed and shortest ones. A large run is -nets 2000.
func TestReachable(t *testing.T) {
	seen, far := map[engine.Result]int{}, 0
	for seed := range uint64(*drawn) {
		rng := rand.New(rand.NewPCG(seed, 1))
		net := randnet.Generate(rng, randnet.Config{Safe: seed%4 != 0, States: 60, Transitions: 10})
		x, err := oracle.Explore(net, 60)
		if err != nil {
			continue // too large
		}
		pool := syntax.NewPool()
		for _, p := range []*syntax.Formula{stateFormula(rng, net, pool), markingFormula(t, rng, x, pool)} {
			d := nearest(x, p)
			if d > 1 {
				far++
			}
			f := pool.Make(syntax.EF, p)
			for algorithm := Plain; algorithm <= None; algorithm++ {
				for _, together := range []bool{false, true} {
					o := Options{Algorithm: algorithm, Together: together, Start: rng.IntN(6), Most: 8,
						patience: time.Duration(seed%3) * 20 * time.Microsecond}
					r := decide(t, seed, x, f, syntax.Maximal, o)
					seen[r.Result]++
					switch {
					case d >= 0 && d <= o.Most && r.Result != engine.Holds:
						t.Fatalf("seed %d, %v, %+v: %v (%s), a path of %d steps leads there\n%s", seed, f, o, r.Result,
							r.Reason, d, randnet.Text(net))
					case r.Result != engine.Holds:
					case r.Witness == nil || !together && algorithm != Refined && algorithm != None &&
						len(r.Witness.Steps) != d || len(r.Witness.Steps) < d:
						t.Fatalf("seed %d, %v, %+v: witness %v, the shortest has %d steps", seed, f, o, r.Witness, d)
					}
					if algorithm == None && r.Result == engine.Fails {
						t.Fatalf("seed %d, %v: %v proves nothing, and has an answer", seed, f, algorithm)
					}
					if r.Bound != engine.Complete && r.Result == engine.Fails {
						t.Fatalf("seed %d, %v: fails with bound %d", seed, f, r.Bound)
					}
				}
			}
		}
	}
	t.Logf("%v; %d goals more than one step away", seen, far)
	if seen[engine.Holds] == 0 || seen[engine.Fails] == 0 || far < 20 {
		t.Error("the nets say too little")
	}
}

// Without a limit every question about a small net is decided.
func TestComplete(t *testing.T) {
	for seed := range uint64(*drawn / 3) {
		rng := rand.New(rand.NewPCG(seed, 2))
		net := randnet.Generate(rng, randnet.Config{Safe: true, States: 10, Transitions: 6, Blocks: 2})
		x, err := oracle.Explore(net, 10)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		f := pool.Make(syntax.AG, stateFormula(rng, net, pool))
		for algorithm := Plain; algorithm <= Induction; algorithm++ {
			if r := decide(t, seed, x, f, syntax.Maximal,
				Options{Algorithm: algorithm, Start: rng.IntN(3)}); r.Result == engine.Unknown {
				t.Errorf("seed %d, %v, %v: %s", seed, f, algorithm, r.Reason)
			}
		}
	}
}

// Lassos are found and refuted as the oracle says, in both readings of paths.
func TestLasso(t *testing.T) {
	seen := map[engine.Result]int{}
	for seed := range uint64(*drawn) {
		rng := rand.New(rand.NewPCG(seed, 3))
		net := randnet.Generate(rng, randnet.Config{Safe: seed%4 != 0, States: 15, Transitions: 8})
		x, err := oracle.Explore(net, 15)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		f := pool.Make([]syntax.Op{syntax.EG, syntax.AF}[rng.IntN(2)], stateFormula(rng, net, pool))
		r := decide(t, seed, x, f, syntax.Paths(rng.IntN(2)), Options{})
		if r.Result == engine.Unknown {
			t.Errorf("seed %d, %v: %s", seed, f, r.Reason)
		}
		seen[r.Result]++
	}
	t.Logf("%v", seen)
	if seen[engine.Holds] == 0 || seen[engine.Fails] == 0 {
		t.Error("the nets say too little")
	}
}
