package bmc

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/internal/testkit/randcircuit"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/ltl"
	"brim/petri/structure"
)

// Lassos of LTL are found exactly if the full tableau has one, in both readings of dead markings, with one transition a
// step and with several. With one transition a step they are shortest, unless a length to begin with is named. Proofs
// hold; questions without a run may stay open. A large run is -nets 2000.
func TestLTL(t *testing.T) {
	seen, dead := map[engine.Result]int{}, 0
	for seed := range uint64(*drawn) {
		rng := rand.New(rand.NewPCG(seed, 31))
		asked := randformula.Ask(rng, randnet.Config{Safe: seed%4 != 0, States: 15, Transitions: 8}, 15, 5, seed%3 == 0)
		if asked == nil {
			continue
		}
		net, q, paths, want := asked.Net, asked.LTL, asked.Paths, engine.Decided(asked.Holds())
		goal := ltl.GoalOf(q)
		shortest := -1
		for i, together := range []bool{false, true, false} {
			o := Options{Together: together, Most: 30, patience: time.Duration(seed%3) * 5 * time.Millisecond}
			if i == 2 {
				o.Start, o.Most = 1+rng.IntN(12), 60
			}
			r, err := DecideLTL(t.Context(), net, goal, paths, o)
			if together && seed%3 == 0 && err != nil {
				continue // X
			}
			if err != nil {
				t.Fatalf("seed %d, %v: %v", seed, q, err)
			}
			seen[r.Result]++
			run := want == engine.Decided(goal.Holds)
			if r.Result != want && (run || r.Result != engine.Unknown) || (r.Witness != nil) != run {
				t.Fatalf("seed %d, %v, %v paths, %+v: %v (%s), right is %v\n%s", seed, q, paths, o, r.Result, r.Reason,
					want, randnet.Text(net))
			}
			if r.Witness == nil {
				continue
			}
			if err := r.Witness.Check(net, paths); err != nil {
				t.Fatalf("seed %d, %v: %v", seed, q, err)
			}
			n := len(r.Witness.Steps)
			if r.Witness.Loop == engine.NoLoop { // it stays there by one more step
				dead++
				n++
			}
			if i == 0 {
				shortest = n
			} else if n < shortest {
				t.Fatalf("seed %d, %v: %d steps, and %d by other ways\n%s", seed, q, shortest, n, randnet.Text(net))
			}
		}
	}
	t.Logf("%v, %d end in a dead marking", seen, dead)
	if seen[engine.Holds] == 0 || seen[engine.Fails] == 0 || dead == 0 {
		t.Error("the nets say too little")
	}
}

// Promised bounds may be wrong without making a verdict of LTL wrong; correct bounds yield proofs.
func TestLTLPromises(t *testing.T) {
	seen, doubtful := map[engine.Result]int{}, 0
	for seed := range uint64(3 * *drawn) {
		rng := rand.New(rand.NewPCG(seed, 33))
		asked := randformula.Ask(rng, randnet.Config{Arbitrary: true, Blocks: 2, Transitions: 5, Tokens: 2, Weight: 2},
			40, 3, true)
		if asked == nil {
			continue
		}
		net, q, paths := asked.Net, asked.LTL, asked.Paths
		o := Options{Most: 12, Tokens: 1, Start: int(seed%2) * 3}
		for _, p := range net.Places {
			o.Tokens = max(o.Tokens, p.Initial)
		}
		l, err := newLayout(structure.NewProfile(net), o.Tokens)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.doubtful) == 0 {
			continue
		}
		doubtful++
		r, err := DecideLTL(t.Context(), net, ltl.GoalOf(q), paths, o)
		if err != nil {
			t.Fatalf("seed %d, %v: %v", seed, q, err)
		}
		if want := engine.Decided(asked.Holds()); r.Result != engine.Unknown && r.Result != want {
			t.Fatalf("seed %d, %v, %v paths, %+v: %v, right is %v\n%s", seed, q, paths, o, r.Result, want,
				randnet.Text(net))
		}
		seen[r.Result]++
	}
	t.Logf("%d nets, %v", doubtful, seen)
	if seen[engine.Holds] == 0 || seen[engine.Fails] == 0 || seen[engine.Unknown] == 0 {
		t.Error("the nets say too little")
	}
}

// The first step breaks a bound that is only promised, and what is said of the marking after it holds in none within
// the bound: there is no proof, however long the first lassos are that are looked for.
func TestLTLBeyond(t *testing.T) {
	net, err := randnet.ParseText("net", `
p p0 1
p p1 0
p p2 1
t t0 pre: p0 1 post: p1 3
t t1 pre: p2 3 post: p0 2 p2 3
t t2 pre: p1 3 post: p0 1
`)
	if err != nil {
		t.Fatal(err)
	}
	pool := syntax.NewPool()
	many, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: 1, Name: "p1"}), syntax.Greater, syntax.Constant(1))
	if err != nil {
		t.Fatal(err)
	}
	goal := ltl.GoalOf(pool.Make(syntax.E, pool.Make(syntax.X, many)))
	for start := range 4 {
		r, err := DecideLTL(t.Context(), net, goal, syntax.Maximal, Options{Tokens: 1, Start: start, Most: 6})
		if err != nil || r.Result != engine.Unknown {
			t.Errorf("start %d: %v, %v", start, r, err)
		}
		if r, err := DecideLTL(t.Context(), net, goal, syntax.Maximal, Options{Tokens: 3, Start: start}); err != nil ||
			r.Result != engine.Holds {
			t.Errorf("start %d, 3 tokens: %v, %v", start, r, err)
		}
	}
}

// Lassos of circuits are found exactly if the full tableau on all states and inputs has one. A large run is -circuits
// 100000.
func TestCircuitLTL(t *testing.T) {
	seen := map[engine.Result]int{}
	for seed := range uint64(*circuits) {
		rng := rand.New(rand.NewPCG(seed, 32))
		c := randcircuit.Generate(rng, 2+int(seed%3))
		pool := syntax.NewPool()
		q := randcircuit.Linear(rng, c, pool)
		goal := ltl.GoalOf(q)
		x := randcircuit.NewRuns(c, pool.Bool(true))
		r, err := DecideCircuitLTL(t.Context(), c, goal,
			Options{Most: 30, patience: time.Duration(seed%3) * 5 * time.Millisecond})
		if !x.Start() {
			if !errors.Is(err, circuit.ErrNoStart) {
				t.Fatalf("seed %d: error %v, want %v", seed, err, circuit.ErrNoStart)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d, %v: %v", seed, q, err)
		}
		run := x.Satisfies(goal.Path)
		want := engine.Decided(run == goal.Holds)
		if r.Result != want && (run || r.Result != engine.Unknown) || (r.Trace != nil) != run {
			t.Fatalf("seed %d, %v: %v (%s), right is %v", seed, q, r.Result, r.Reason, want)
		}
		seen[r.Result]++
	}
	t.Logf("%v", seen)
	if seen[engine.Holds] < *circuits/5 || seen[engine.Fails] < *circuits/5 {
		t.Error("the circuits say too little")
	}
}
