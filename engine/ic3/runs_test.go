package ic3

import (
	"errors"
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/engine/ic3/certificate"
	"brim/internal/testkit/randcircuit"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/ltl"
	"brim/petri"
	"brim/petri/structure"
)

// Answers to questions of LTL about random circuits are those of the full tableau on all states and inputs; lassos and
// invariants have been checked. A large run is -circuits 100000.
func TestCircuitLTL(t *testing.T) {
	seen := map[engine.Result]int{}
	for seed := range uint64(*circuits) {
		rng := rand.New(rand.NewPCG(seed, 41))
		c := randcircuit.Generate(rng, 2+int(seed%3))
		pool := syntax.NewPool()
		q := randcircuit.Linear(rng, c, pool)
		goal := ltl.GoalOf(q)
		x := randcircuit.NewRuns(c, pool.Bool(true))
		s, err := NewCircuitLTL(t.Context(), c, goal)
		if !x.Start() {
			if !errors.Is(err, circuit.ErrNoStart) {
				t.Fatalf("seed %d: error %v, want %v", seed, err, circuit.ErrNoStart)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d, %v: %v", seed, q, err)
		}
		seen[decided(t, seed, s, q, x.Satisfies(goal.Path))]++
	}
	t.Logf("%v", seen)
	if seen[engine.Holds] < *circuits/5 || seen[engine.Fails] < *circuits/5 {
		t.Error("the circuits say too little")
	}
}

// decided runs a search and checks what has to be right: run says whether some run satisfies the path formula.
func decided(t *testing.T, seed uint64, s *Runs, q *syntax.Formula, run bool) engine.Result {
	t.Helper()
	r, err := s.Run(t.Context())
	if err != nil {
		t.Fatalf("seed %d, %v: %v", seed, q, err)
	}
	want := engine.Decided(run == s.goal.Holds)
	if r.Result != want || (r.Trace != nil || r.Witness != nil) != run || (r.Invariant != nil) == run {
		t.Fatalf("seed %d, %v: %v (%s) after %d rounds, right is %v", seed, q, r.Result, r.Reason, s.rounds, want)
	}
	if !run {
		bad := asked(t, r.Product, "rounds = 1")
		if err := certificate.Circuit(t.Context(), r.Product, bad, r.Invariant); err != nil {
			t.Fatalf("seed %d, %v: %v", seed, q, err)
		}
	}
	return r.Result
}

// Units that promise a safe net, where the net may not be safe, do not make verdicts of LTL wrong.
func TestNetLTLPromises(t *testing.T) {
	seen := map[engine.Result]int{}
	for seed := range uint64(2 * *nets) {
		rng := rand.New(rand.NewPCG(seed, 43))
		asked := randformula.Ask(rng, randnet.Config{Arbitrary: true, Blocks: 2, Transitions: 5, Tokens: 1, Weight: 1},
			40, 3, true)
		if asked == nil {
			continue
		}
		net, q, paths := asked.Net, asked.LTL, asked.Paths
		net.Units = &petri.Units{Safe: true}
		s, err := NewNetLTL(t.Context(), structure.NewProfile(net), ltl.GoalOf(q), paths)
		if err != nil {
			continue // a place has no bound, or starts with more than is promised
		}
		r, err := s.Run(t.Context())
		if err != nil {
			t.Fatalf("seed %d, %v: %v", seed, q, err)
		}
		if want := engine.Decided(asked.Holds()); r.Result != engine.Unknown && r.Result != want {
			t.Fatalf("seed %d, %v, %v paths: %v, right is %v\n%s", seed, q, paths, r.Result, want, randnet.Text(net))
		}
		seen[r.Result]++
	}
	t.Logf("%v", seen)
	if seen[engine.Holds] == 0 || seen[engine.Fails] == 0 || seen[engine.Unknown] == 0 {
		t.Error("the nets say too little")
	}
}

// Answers to questions of LTL about random nets are those of the full tableau, in both readings of dead markings. A
// large run is -nets 100000.
func TestNetLTL(t *testing.T) {
	seen, most := map[engine.Result]int{}, 0
	for seed := range uint64(*nets) {
		rng := rand.New(rand.NewPCG(seed, 42))
		asked := randformula.Ask(rng, randnet.Config{Safe: seed%4 != 0, States: 20, Transitions: 8}, 20, 4, seed%3 == 0)
		if asked == nil {
			continue
		}
		s, err := NewNetLTL(t.Context(), structure.NewProfile(asked.Net), ltl.GoalOf(asked.LTL), asked.Paths)
		if err != nil {
			t.Fatalf("seed %d, %v: %v", seed, asked.LTL, err)
		}
		seen[decided(t, seed, s, asked.LTL, asked.Holds() == s.goal.Holds)]++
		most = max(most, s.rounds)
	}
	t.Logf("%v, at most %d rounds", seen, most)
	if seen[engine.Holds] == 0 || seen[engine.Fails] == 0 {
		t.Error("the nets say too little")
	}
}
