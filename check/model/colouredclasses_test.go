package model_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"brim/check"
	"brim/internal/testkit/checktest"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
)

var classNets = flag.Int("classes", 60, "random coloured nets on which classes of colours are compared with the "+
	"interpreter")

// Answers found with one colour for each class of random nets are those of the interpreter, also about single colours
// and bindings. A large run is -classes 10000.
func TestClassesAgree(t *testing.T) {
	smaller, answers, again := 0, 0, 0
	for seed, compared := uint64(0), 0; compared < *classNets; seed++ {
		rng := rand.New(rand.NewPCG(seed, 19))
		net := randcoloured.Loose(rng)
		if seed%4 == 0 {
			net = randcoloured.Generate(rng, randcoloured.Config{})
		}
		space, err := oracle.ExploreColoured(net, 200)
		if err != nil {
			continue
		}
		compared++
		m := check.OfColoured(net)
		questions, want := checktest.ColouredQuestions(t, rng, m, space)
		for _, q := range questions {
			q.Trace = false
		}
		if seed%2 == 0 {
			singles, singlesWant := singlesOf(t, rng, m, space)
			questions, want = append(questions, singles...), append(want, singlesWant...)
		}
		whole, _, err := m.Unfold(t.Context(), questions, check.UnfoldOptions{AllColours: true})
		if err != nil {
			t.Fatal(err)
		}
		inner, list, err := m.Unfold(t.Context(), questions, check.UnfoldOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(inner.Net.Places) < len(whole.Net.Places) {
			smaller++
		}
		r, err := check.DecideAll(t.Context(), inner, list, check.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, a := range r.Answers {
			if got := answerText(a); got != want[i] {
				t.Errorf("seed %d: %s: %s, want %s\n%s", seed, questions[i], got, want[i], randcoloured.Text(net))
			}
			answers++
		}
		if seed%5 != 0 {
			continue
		}
		alone := check.Options{Without: check.AllBut([]string{"colours"}),
			Limits: check.Limits{Time: time.Second, Memory: 4 << 30}}
		if r, err = check.DecideAll(t.Context(), inner, list, alone); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, a := range r.Answers {
			if got := answerText(a); got != "" {
				if again++; got != want[i] {
					t.Errorf("seed %d, all colours: %s: %s, want %s\n%s", seed, questions[i], got, want[i],
						randcoloured.Text(net))
				}
			}
		}
	}
	t.Logf("%d of %d nets are smaller, %d answers, %d with all colours", smaller, *classNets, answers, again)
	if smaller < *classNets/10 || again == 0 {
		t.Error("the nets hardly test anything")
	}
}

// A run whose time is over while the net is unfolded says so, whenever the unfolding itself ends.
func TestColouredTimeLimit(t *testing.T) {
	net := randcoloured.Loose(rand.New(rand.NewPCG(1, 1)))
	for i := range 300 {
		a, err := check.Decide(t.Context(), check.OfColoured(net), &check.Question{Kind: check.Deadlock},
			check.Options{Limits: check.Limits{Time: time.Duration(1 + i*i)}})
		if err != nil {
			t.Fatal(err)
		}
		if a.Result == check.Unknown && (a.Stop == nil || a.Stop.Kind != check.StopTime) {
			t.Fatalf("after %v: %+v, want a time limit", time.Duration(1+i*i), a)
		}
	}
}
