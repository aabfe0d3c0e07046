package lasso_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

var (
	netCount  = flag.Int("nets", 25, "how many random nets")
	netWithin = flag.Duration("within", 120*time.Millisecond, "the time for the questions about one net")
)

// Runs that are found are there, as the oracle says of all markings, and their traces are replayed. How many are found
// depends on the time. A large run is -nets 3000 -within 500ms.
func TestAgrees(t *testing.T) {
	runs, found := 0, 0
	for seed := range uint64(*netCount) {
		rng := rand.New(rand.NewPCG(seed, 144))
		net := randnet.Generate(rng, randnet.Config{States: 20 + int(seed%4)*40, Open: seed%2 == 0, Safe: seed%3 == 0})
		space, err := oracle.Explore(net, 250)
		if err != nil {
			continue
		}
		var questions []*check.Question
		var want []check.Result
		for i := range 3 {
			pool := syntax.NewPool()
			f := pool.Make(syntax.A+syntax.Op(rng.IntN(2)), randformula.Path(rng, net, 1+rng.IntN(5), false, pool))
			for _, paths := range []check.Paths{check.Maximal, check.Infinite} {
				questions = append(questions,
					&check.Question{ID: fmt.Sprint(i, paths), LTL: f, Paths: paths, Trace: i > 0})
				want = append(want, engine.Decided(space.Sat(f, paths)[0]))
			}
		}
		o := check.Options{Limits: check.Limits{Time: *netWithin}, Without: []string{"ctl"}}
		o.Techniques = []check.Technique{check.Lasso{Techniques: check.Techniques}}
		report, err := check.DecideAll(t.Context(), check.OfNet(net), questions, o)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, a := range report.Answers {
			if (want[i] == check.Holds) == (questions[i].LTL.Op == syntax.E) {
				runs++
			}
			if a.Known() {
				found++
				if a.Result != want[i] {
					t.Errorf("seed %d, %s, %v: %v, want %v", seed, questions[i].ID, questions[i].LTL, a.Result, want[i])
				}
			}
		}
	}
	t.Logf("%d of %d runs", found, runs)
	if found*20 < runs {
		t.Errorf("only %d of %d runs are found", found, runs)
	}
}
