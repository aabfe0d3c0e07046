package equation_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/checktest"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

var equationNets = flag.Int("equation", 60, "random nets about which the state equation is asked")

// What the state equation and walks along its solutions say of random nets, to questions of all kinds, is what the
// oracle finds among all markings.
func TestEquationAgreesWithOracle(t *testing.T) {
	kinds, by := map[check.Kind]int{}, map[string]int{}
	open := 0
	for seed := range uint64(*equationNets) {
		rng := rand.New(rand.NewPCG(seed, 33))
		net := randnet.Generate(rng, randnet.Config{States: 200, Open: seed%3 == 0, Safe: seed%4 == 0,
			Arbitrary: seed%5 == 0})
		space, err := oracle.Explore(net, 1000)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		var questions []*check.Question
		for len(questions) < 8 {
			f := checktest.Combination(rng, net, pool, 1)
			if len(questions)%2 == 1 {
				f = randformula.Generate(rng, net, 3, pool)
			}
			if f != nil && f.Temporal() {
				questions = append(questions,
					&check.Question{Formula: f, Paths: syntax.Paths(rng.IntN(2)), Trace: rng.IntN(2) == 0})
			}
		}
		sums := map[*check.Question]int64{}
		for p := range net.Places {
			sum := syntax.Tokens(syntax.Ref{Index: p, Name: net.Places[p].Name},
				syntax.Ref{Index: rng.IntN(len(net.Places))})
			if len(sum.Terms) == 2 && sum.Terms[0].Place.Index == sum.Terms[1].Place.Index {
				sum.Terms = sum.Terms[:1]
			}
			q := &check.Question{Kind: check.Bound, Sum: &sum}
			for _, m := range space.States {
				tokens := int64(0)
				for _, term := range sum.Terms {
					tokens += m[term.Place.Index]
				}
				sums[q] = max(sums[q], tokens)
			}
			questions = append(questions, q)
		}
		for kind := check.Deadlock; kind < check.States; kind++ {
			questions = append(questions, &check.Question{Kind: kind})
		}
		o := check.Options{Without: check.AllBut([]string{"equation"}),
			Limits: check.Limits{Time: 300 * time.Millisecond}}
		r, err := check.DecideAll(t.Context(), check.OfNet(net), questions, o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
		for i, a := range r.Answers {
			q := questions[i]
			switch {
			case a.Wrong != nil:
				t.Errorf("seed %d: %v: %v", seed, q, a.Wrong)
			case a.Result == check.Unknown:
				open++
				continue
			case q.Kind == check.Bound:
				if a.Infinite || a.Number.Int64() != sums[q] {
					t.Errorf("seed %d: the largest %v is %v, want %d\n%s", seed, q, a.Number, sums[q],
						randnet.Text(net))
				}
			case q.Kind == check.Truth:
				if space.Sat(q.Formula, q.Paths)[0] != (a.Result == check.Holds) {
					t.Errorf("seed %d: %v: %v is wrong\n%s", seed, q, a.Result, randnet.Text(net))
				}
			case a.Result != checktest.Truth(space, q):
				t.Errorf("seed %d: %v: %v, want %v\n%s", seed, q, a.Result, checktest.Truth(space, q),
					randnet.Text(net))
			}
			kinds[q.Kind]++
			by[a.By]++
		}
	}
	t.Logf("answers=%v by=%v open=%d", kinds, by, open)
	for kind := range check.States {
		if kinds[kind] == 0 {
			t.Errorf("no answer to %v", kind)
		}
	}
	if by["equation"] == 0 || by["parikh"] == 0 {
		t.Errorf("answers by %v", by)
	}
}

// A witness of a formula that has operands without path operators has branches for the others alone.
func TestWalkWitnessBesideStates(t *testing.T) {
	m := checktest.Load(t, "kanban:2")
	for _, formula := range []string{"EF(pout4 = 1) & pout4 = 0", "EF(pout4 = 1) & EF(pout4 = 1)",
		"pout4 = 5 | EF(pout4 = 1)", "EF(pout4 = 1) | pout4 = 0"} {
		q := checktest.Ask(t, m, formula)
		a, err := check.Decide(t.Context(), m, q,
			check.Options{Without: check.AllBut([]string{"walk"}), Limits: check.Limits{Time: 10 * time.Second}})
		if err != nil || a.Result != check.Holds || a.Witness == nil {
			t.Errorf("%s: %+v, %v; expected it to hold with a witness", formula, a, err)
		}
	}
}
