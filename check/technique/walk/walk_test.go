package walk_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/checktest"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
)

// onlyWalks is the options of a short run of walks alone.
func onlyWalks(time time.Duration) check.Options {
	return check.Options{Without: check.AllBut([]string{"walk"}), Limits: check.Limits{Time: time}}
}

// What walks say of random nets, to questions of all kinds, is what the oracle finds among all markings. Where a
// path shows an answer to a formula there is one, which the board has replayed.
func TestWalksAgreeWithOracle(t *testing.T) {
	answers := map[check.Kind]int{}
	for seed := range uint64(120) {
		rng := rand.New(rand.NewPCG(seed, 3))
		net := randnet.Generate(rng, randnet.Config{States: 200, Open: seed%3 == 0, Safe: seed%4 == 0})
		space, err := oracle.Explore(net, 2000)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		var questions []*check.Question
		for len(questions) < 4 {
			if f := checktest.Combination(rng, net, pool, 2); f != nil {
				questions = append(questions, &check.Question{Formula: f, Trace: true})
			}
		}
		var places []syntax.Ref
		for p := range net.Places {
			places = append(places, syntax.Ref{Index: p, Name: net.Places[p].Name})
		}
		sum := syntax.Tokens(places...)
		questions = append(questions, &check.Question{Kind: check.Bound, Sum: &sum})
		for kind := check.Deadlock; kind < check.States; kind++ {
			questions = append(questions, &check.Question{Kind: kind})
		}
		r, err := check.DecideAll(t.Context(), check.OfNet(net), questions, onlyWalks(15*time.Millisecond))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, a := range r.Answers {
			q := questions[i]
			switch {
			case a.Wrong != nil || a.Result == check.Unknown:
				continue
			case q.Kind == check.Bound:
				t.Errorf("seed %d: a bound from below alone: %v", seed, a.Number)
			case a.Result != checktest.Truth(space, q):
				t.Errorf("seed %d: %v: %v, want %v", seed, q, a.Result, checktest.Truth(space, q))
			case q.Formula != nil && a.Witness == nil && engine.Shown(q.Formula, a.Result).Op == syntax.EF:
				t.Errorf("seed %d: %v: no witness", seed, q)
			}
			answers[q.Kind]++
		}
	}
	for kind := range check.States {
		if kind != check.Bound && answers[kind] == 0 {
			t.Errorf("no answer to %v", kind)
		}
	}
}

// A sum without a bound is found to be one, and what one technique knows from above meets walks from below.
func TestWalksBound(t *testing.T) {
	m := checktest.Load(t, "unbounded:3")
	place, _ := m.Net.FindPlace("Store")
	sum := syntax.Tokens(syntax.Ref{Index: place, Name: "Store"})
	a, err := check.Decide(t.Context(), m, &check.Question{Kind: check.Bound, Sum: &sum}, onlyWalks(10*time.Second))
	if err != nil || !a.Infinite || a.By != "walk" {
		t.Errorf("%+v, error %v; want no bound, by walk", a, err)
	}
	m = checktest.Load(t, "kanban:3")
	place, _ = m.Net.FindPlace("pm1")
	sum = syntax.Tokens(syntax.Ref{Index: place, Name: "pm1"})
	o := onlyWalks(10 * time.Second)
	o.Without = check.AllBut([]string{"walk", "invariants"})
	a, err = check.Decide(t.Context(), m, &check.Question{Kind: check.Bound, Sum: &sum}, o)
	if err != nil || a.Number == nil || a.Number.Int64() != 3 {
		t.Errorf("%+v, error %v; want 3", a, err)
	}
}

// A run that is cancelled, or whose time is over, ends without an answer that nobody has.
func TestWalksEnd(t *testing.T) {
	m := checktest.Load(t, "dphil:50")
	q := checktest.Ask(t, m, "EF(eating_1 & eating_2)")
	a, err := check.Decide(t.Context(), m, q, onlyWalks(20*time.Millisecond))
	if err != nil || a.Result != check.Unknown || a.Stop == nil || a.Stop.Kind != check.StopTime {
		t.Errorf("%+v, error %v; want unknown at the time limit", a, err)
	}
}

// A formula may have a goal beside what no walk decides: where that is enough, there is a witness of the goal alone.
func TestWalksBesideOthers(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	q := checktest.Ask(t, m, "EF(EX(Fork_2 = 0) & Fork_3 = 0) | EF(Fork_1 = 0)")
	a, err := check.Decide(t.Context(), m, q, check.Options{Without: check.AllBut([]string{"walk"})})
	if err != nil || a.Result != check.Holds || a.Witness == nil {
		t.Errorf("%v, %v, witness %v; want it to hold with a witness", a.Result, err, a.Witness)
	}
}
