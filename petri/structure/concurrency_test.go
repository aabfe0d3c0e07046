package structure_test

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/pnml"
	"brim/petri/structure"
)

var concurrencyNets = flag.Int("concurrency", 400,
	"random nets whose concurrency relation is compared with all markings")

// All levels that a reachable marking of a random net has together are concurrent, all transitions that it enables
// fire, with invariants and without. A large run is -concurrency 100000.
func TestConcurrencyCovers(t *testing.T) {
	pairs, concurrent, nets := 0, 0, 0
	for seed := uint64(0); nets < *concurrencyNets; seed++ {
		rng := rand.New(rand.NewPCG(seed, 31))
		net := randnet.Generate(rng, randnet.Config{})
		if seed%3 == 0 {
			net = randnet.Loose(rng)
		}
		space, err := oracle.Explore(net, 500)
		if err != nil {
			continue
		}
		nets++
		var flows []structure.Semiflow
		if seed%2 == 0 {
			flows, _ = structure.Semiflows(net, structure.Limit{})
		}
		c := structure.FindConcurrency(t.Context(), net, flows)
		for _, m := range space.States {
			for p := range m {
				for q := range m[:p+1] {
					for _, a := range levels(p, min(m[p], 3)) {
						for _, b := range levels(q, min(m[q], 3)) {
							if !c.Together(a, b) || !c.Together(b, a) {
								t.Fatalf("seed %d: %v and %v are not concurrent, but in %v\n%v", seed, a, b, m, net)
							}
						}
					}
				}
			}
		}
		for _, list := range space.Succ {
			for _, e := range list {
				if !c.Fires(e.Transition) {
					t.Fatalf("seed %d: %s fires", seed, net.Transitions[e.Transition].Name)
				}
			}
		}
		for p := range net.Places {
			for q := range p {
				pairs++
				if c.Together(structure.Level{Place: p, Tokens: 1}, structure.Level{Place: q, Tokens: 1}) {
					concurrent++
				}
			}
		}
	}
	t.Logf("%d nets, %d of %d pairs of places are concurrent", nets, concurrent, pairs)
	if concurrent == pairs {
		t.Error("the relation excludes nothing")
	}
}

func levels(p int, most int64) (list []structure.Level) {
	for k := range most {
		list = append(list, structure.Level{Place: p, Tokens: k + 1})
	}
	return list
}

// Small nets and what excludes what in them, for reasons that need no computation.
func TestConcurrencyByHand(t *testing.T) {
	for _, c := range []struct {
		net      string
		a, b     structure.Level
		together bool
		reason   string
	}{
		{"a=1; a -> b; b -> a", structure.Level{Place: 0, Tokens: 1}, structure.Level{Place: 1, Tokens: 1}, false,
			"one token moves"},
		{"a=2; a -> b; b -> a", structure.Level{Place: 0, Tokens: 1}, structure.Level{Place: 1, Tokens: 1}, true,
			"one of two tokens moves"},
		{"a=2; a -> b; b -> a", structure.Level{Place: 1, Tokens: 2}, structure.Level{Place: 1, Tokens: 2}, true,
			"both move"},
		{"a=1; a -> b + c; b + c -> a", structure.Level{Place: 1, Tokens: 1}, structure.Level{Place: 2, Tokens: 1},
			true, "they come together"},
		{"a=1; a -> b + c; b + c -> a", structure.Level{Place: 1, Tokens: 2}, structure.Level{Place: 1, Tokens: 2},
			false, "b comes when a goes"},
		{"a=1; a -> 2 b", structure.Level{Place: 1, Tokens: 2}, structure.Level{Place: 1, Tokens: 2}, true,
			"two come at once"},
		{"a=1; 2 a -> b", structure.Level{Place: 1, Tokens: 1}, structure.Level{Place: 1, Tokens: 1}, false,
			"a never has two tokens"},
		{"a=1; a -> a + b", structure.Level{Place: 1, Tokens: 5}, structure.Level{Place: 0, Tokens: 1}, true,
			"b grows"},
		{" -> a; a -> b", structure.Level{Place: 0, Tokens: 2}, structure.Level{Place: 1, Tokens: 2}, true,
			"both grow"},
		{"a=3; 3 a -> b + 2 c; b -> a; c -> a", structure.Level{Place: 1, Tokens: 2},
			structure.Level{Place: 1, Tokens: 2}, false, "three tokens are needed each time"},
	} {
		x := structure.FindConcurrency(t.Context(), parse(t, c.net), nil)
		if x.Together(c.a, c.b) != c.together {
			t.Errorf("%s: %v and %v together: %t, want %t: %s", c.net, c.a, c.b, !c.together, c.together, c.reason)
		}
	}
}

// A proof is complete: its pairs do not hold in the initial marking, and if all hold before a firing they hold after
// it, by the firing rule on random markings.
func TestConcurrencyProofs(t *testing.T) {
	proofs := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 32))
		net := randnet.Generate(rng, randnet.Config{})
		flows, _ := structure.Semiflows(net, structure.Limit{})
		if seed%2 == 0 {
			flows = nil
		}
		c := structure.FindConcurrency(t.Context(), net, flows)
		var roots []structure.Exclusion
		for range 20 {
			x := structure.Exclusion{level(rng, net), level(rng, net)}
			if !c.Together(x[0], x[1]) {
				roots = append(roots, x)
			}
		}
		if len(roots) == 0 {
			continue
		}
		proofs++
		proof := c.Proof(t.Context(), net, flows, roots)
		list, used := proof.Exclusions, proof.Flows
		for _, r := range roots {
			if !slices.ContainsFunc(list, func(x structure.Exclusion) bool { return x.Implies(r) }) &&
				!excludedBy(used, r) &&
				!slices.ContainsFunc(proof.Parts, func(x *structure.Part) bool { return !x.Allows(r[:]...) }) {
				t.Fatalf("seed %d: %v is not in its proof", seed, r)
			}
		}
		allowed := func(m petri.Marking) bool {
			for _, x := range list {
				if m[x[0].Place] >= x[0].Tokens && m[x[1].Place] >= x[1].Tokens {
					return false
				}
			}
			var levels []structure.Level
			for p, k := range m {
				levels = append(levels, structure.Level{Place: p, Tokens: k})
			}
			for _, x := range proof.Parts {
				if !x.Allows(levels...) {
					return false
				}
			}
			for _, y := range used {
				sum := int64(0)
				for i, p := range y.Places {
					sum += y.Weights[i] * m[p]
				}
				if sum > y.Constant {
					return false
				}
			}
			return true
		}
		if !allowed(net.Initial()) {
			t.Fatalf("seed %d: the initial marking has what excludes itself", seed)
		}
		for range 2000 {
			m := make(petri.Marking, len(net.Places))
			for p := range m {
				m[p] = max(0, rng.Int64N(5)-1)
			}
			if !allowed(m) {
				continue
			}
			for tr := range net.Transitions {
				next := m.Clone()
				if net.Enabled(m, tr) && net.FireInto(next, m, tr) && !allowed(next) {
					t.Fatalf("seed %d: %s leads from %v to %v, which %v excludes\n%v", seed, net.Transitions[tr].Name,
						m, next, list, net)
				}
			}
		}
	}
	t.Logf("%d proofs", proofs)
}

func level(rng *rand.Rand, net *petri.Net) structure.Level {
	return structure.Level{Place: rng.IntN(len(net.Places)), Tokens: 1 + rng.Int64N(2)}
}

func excludedBy(flows []structure.Semiflow, x structure.Exclusion) bool {
	return slices.ContainsFunc(flows, func(y structure.Semiflow) bool { return x.By(y) })
}

var relatedNets = flag.String("related", "",
	"folder of nets whose relations TestConcurrencyTable shows, as ../../../shared/mcc/large")

// The table of what the relation shows of the contest's nets beside invariants, for the decision about it.
func TestConcurrencyTable(t *testing.T) {
	if *relatedNets == "" {
		t.Skip("shows a table; only with -related, a folder of nets")
	}
	files, err := filepath.Glob(filepath.Join(*relatedNets, "*", "model.pnml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no nets in %s, error %v", *relatedNets, err)
	}
	for _, file := range files {
		net, _, err := pnml.ReadAnyFile(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		if net == nil {
			continue // coloured
		}
		flows, _ := structure.Semiflows(net, structure.Limit{})
		start := time.Now()
		c := structure.FindConcurrency(t.Context(), net, nil)
		took := time.Since(start)
		byFlows, safe, dead, proofs, clauses := 0, 0, 0, 0, 0
		for p, b := range structure.Bounds(net, flows) {
			if b != structure.NoBound && b <= 1 {
				byFlows++
			}
			if two := (structure.Level{Place: p, Tokens: 2}); !c.Reached(two) {
				if safe++; safe%20 == 1 {
					proof := c.Proof(t.Context(), net, flows, []structure.Exclusion{{two, two}})
					proofs, clauses = proofs+1, clauses+len(proof.Exclusions)
				}
			}
		}
		for tr := range net.Transitions {
			if !c.Fires(tr) {
				dead++
			}
		}
		t.Logf("%s: %d places, safe %d by invariants, %d by the relation; %d transitions, %d dead; %v; %d clauses "+
			"in %d proofs",
			net.Name, len(net.Places), byFlows, safe, len(net.Transitions), dead, took, clauses, proofs)
	}
}
