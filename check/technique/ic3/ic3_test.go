package ic3_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcircuit"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

var framedNets = flag.Int("framed", 16, "number of random nets and circuits for ic3")

// What ic3 says of random nets, alone and beside others on reduced nets, is what the oracle says, of several questions
// at once and of global properties.
func TestFramesAgreeWithOracle(t *testing.T) {
	by := map[string]int{}
	for seed := range uint64(*framedNets) {
		rng := rand.New(rand.NewPCG(seed, 34))
		net := randnet.Generate(rng, randnet.Config{States: 200, Safe: seed%4 == 0, Blocks: 3})
		space, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatal(err)
		}
		pool := syntax.NewPool()
		questions := []*check.Question{{Kind: check.Deadlock}, {Kind: check.OneSafe}}
		for len(questions) < 6 {
			f := randformula.Generate(rng, net, 2, pool)
			if !f.Temporal() {
				f = pool.Make([]syntax.Op{syntax.EF, syntax.AG}[rng.IntN(2)], f)
			}
			if f.Op == syntax.EF || f.Op == syntax.AG {
				questions = append(questions, &check.Question{Formula: f, Trace: rng.IntN(2) == 0})
			}
		}
		only := []string{"ic3"}
		if seed%2 == 1 {
			only = append(only, "reduced")
		}
		o := check.Options{Without: check.AllBut(only), Limits: check.Limits{Time: 500 * time.Millisecond}}
		r, err := check.DecideAll(t.Context(), check.OfNet(net), questions, o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
		for i, a := range r.Answers {
			q := questions[i]
			if a.Wrong != nil || a.Result == check.Unknown {
				continue // it takes no other formula, and no limit is the concern of this test
			}
			by[a.By]++
			want := false
			switch q.Kind {
			case check.Deadlock:
				want = slices.ContainsFunc(space.Succ, func(list []oracle.Edge) bool { return len(list) == 0 })
			case check.OneSafe:
				want = true
				for _, m := range space.States {
					want = want && slices.Max(m) <= 1
				}
			default:
				want = space.Sat(q.Formula, q.Paths)[0]
			}
			if want != (a.Result == check.Holds) {
				t.Errorf("seed %d: %v: %v is wrong\n%s", seed, q, a.Result, randnet.Text(net))
			}
		}
	}
	if t.Log(by); by["ic3"] < *framedNets {
		t.Errorf("few answers: %v", by)
	}
}

// Circuits without a named engine: the answer is that of all states, whoever gives it, and so is that of each technique
// alone.
func TestCircuitsAmongTechniques(t *testing.T) {
	by := map[string]int{}
	for seed := range uint64(*framedNets) {
		rng := rand.New(rand.NewPCG(seed, 35))
		c := randcircuit.Generate(rng, 6)
		goal, err := syntax.NewPool().Parse(randcircuit.Property(rng, c), "test", c.Names())
		if err != nil {
			t.Fatal(err)
		}
		x := randcircuit.NewRuns(c, goal)
		if !x.Start() {
			continue
		}
		q := &check.Question{Formula: goal.Pool().Make(syntax.EF, goal), Trace: true}
		for _, without := range [][]string{nil, {"bmc"}, {"bmc", "bdd"}, {"bmc", "ic3"}} {
			a, err := check.Decide(t.Context(), check.OfCircuit(c), q, check.Options{Without: without})
			if err != nil || a.Result == check.Unknown || (a.Result == check.Holds) != (x.Nearest() >= 0) {
				t.Fatalf("seed %d, without %v: %+v, %v; the distance is %d", seed, without, a, err, x.Nearest())
			}
			if by[a.By]++; a.By == "ic3" && a.Result == check.Fails && a.Invariant == nil {
				t.Errorf("seed %d: no invariant", seed)
			}
		}
	}
	if t.Log(by); by["bmc"] == 0 || by["ic3"] == 0 || by["bdd"] == 0 {
		t.Errorf("answers by %v", by)
	}
}
