package explicit_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/checktest"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// only returns options with a single technique.
func only(name string) check.Options {
	return check.Options{Without: check.AllBut([]string{name})}
}

// Techniques have the oracle's answers to questions of all kinds, each alone: diagrams and all markings one by one to
// all of them, stubborn sets and local search to those that they take.
func TestSingleMarkingsAgree(t *testing.T) {
	nets := 100
	if testing.Short() {
		nets = 20
	}
	answered := map[string]int{}
	for seed := range uint64(nets) {
		rng := rand.New(rand.NewPCG(seed, 41))
		net := randnet.Generate(rng, randnet.Config{States: 150, Open: seed%3 == 0, Safe: seed%4 == 0})
		space, err := oracle.Explore(net, 150)
		if err != nil {
			continue
		}
		m, pool := check.OfNet(net), syntax.NewPool()
		var questions []*check.Question
		var want []check.Answer
		ask := func(q *check.Question, a check.Answer) {
			q.ID = q.String()
			questions, want = append(questions, q), append(want, a)
		}
		verdict := func(holds bool) (a check.Answer) {
			a.Result = check.Fails
			if holds {
				a.Result = check.Holds
			}
			return a
		}
		number := func(n int64) (a check.Answer) {
			a.Result, a.Number = check.Holds, big.NewInt(n)
			return a
		}
		for range 6 {
			f, paths := randformula.Generate(rng, net, 1+rng.IntN(3), pool), syntax.Paths(rng.IntN(2))
			ask(&check.Question{Formula: f, Paths: paths, Trace: rng.IntN(2) == 0}, verdict(space.Sat(f, paths)[0]))
			if !f.Temporal() {
				f = pool.Make(syntax.EF, f)
				ask(&check.Question{Formula: f, Trace: rng.IntN(2) == 0}, verdict(space.Sat(f, syntax.Maximal)[0]))
			}
		}
		for p, most := range space.MaxTokens {
			sum := syntax.Tokens(syntax.Ref{Index: p, Name: net.Places[p].Name})
			ask(&check.Question{Kind: check.Bound, Sum: &sum}, number(most))
		}
		quasi, live := true, true
		for i, tr := range net.Transitions {
			f := pool.Make(syntax.EF, pool.Enabled(syntax.Ref{Index: i, Name: tr.Name}))
			quasi = quasi && space.Sat(f, syntax.Maximal)[0]
			live = live && space.Sat(pool.Make(syntax.AG, f), syntax.Maximal)[0]
		}
		stable := false
		for p := range net.Places {
			stable = stable || !slices.ContainsFunc(space.States,
				func(m petri.Marking) bool { return m[p] != net.Places[p].Initial })
		}
		for kind, a := range map[check.Kind]check.Answer{
			check.Deadlock: verdict(len(space.Dead) > 0), check.QuasiLiveness: verdict(quasi),
			check.Liveness:      verdict(live),
			check.StableMarking: verdict(stable), check.OneSafe: verdict(space.MaxInPlace <= 1),
			check.States:  number(int64(len(space.States))),
			check.Firings: number(int64(space.Firings)), check.MostInPlace: number(space.MaxInPlace),
			check.MostInMarking: number(space.MaxInMarking),
		} {
			ask(&check.Question{Kind: kind}, a)
		}
		for _, technique := range []string{"symbolic", "explicit", "local", "stubborn"} {
			o := only(technique)
			r, err := check.DecideAll(t.Context(), m, questions, o)
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, technique, err, randnet.Text(net))
			}
			for i, a := range r.Answers {
				switch {
				case a.Wrong != nil && (technique == "local" || technique == "stubborn"): // not taken
				case technique == "symbolic" && a.Result == check.Unknown && questions[i].Formula != nil: // numbers
				case a.Wrong != nil || a.Result != want[i].Result || want[i].Number != nil &&
					(a.Number == nil || a.Number.Cmp(want[i].Number) != 0):
					t.Errorf("seed %d, %s: %v: %v %v, %v; want %v %v\n%s", seed, technique, questions[i].ID, a.Result,
						a.Number, a.Wrong,
						want[i].Result, want[i].Number, randnet.Text(net))
				default:
					answered[technique]++
				}
			}
		}
	}
	t.Logf("answers: %v", answered)
	for technique, least := range map[string]int{"symbolic": 15, "explicit": 15, "local": 2, "stubborn": 3} {
		if answered[technique] < least*nets {
			t.Errorf("%s answered %d questions about %d nets", technique, answered[technique], nets)
		}
	}
}

// Markings one by one are found in vain where there are too many: limits and the end of the context end that, and what
// was seen before is told.
func TestSingleMarkingsEnd(t *testing.T) {
	m := checktest.Load(t, "dphil:40")
	bound := func() *check.Question {
		place, _ := m.Net.PlaceIndex("HasL_1")
		sum := syntax.Tokens(syntax.Ref{Index: place, Name: "HasL_1"})
		return &check.Question{Kind: check.Bound, Sum: &sum}
	}
	nested, seen := checktest.Ask(t, m, "AG EF eating_1"), checktest.Ask(t, m, "EF eating_2")
	nested.Trace, seen.Trace = false, true
	for _, c := range []struct {
		limits check.Limits
		want   check.StopKind
	}{
		{check.Limits{States: 50_000}, check.StopStates}, {check.Limits{Depth: 3}, check.StopDepth},
		{check.Limits{Time: 300 * time.Millisecond}, check.StopTime},
	} {
		o := only("explicit")
		o.Limits = c.limits
		ask := func() *check.Report {
			r, err := check.DecideAll(t.Context(), m, []*check.Question{nested, seen, bound(), {Kind: check.Liveness}},
				o)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		r := ask()
		for r.Answers[1].Result == check.Unknown && o.Time > 0 && o.Time < time.Hour { // on a busy machine
			o.Time *= 10
			r = ask()
		}
		for i, want := range []check.Result{check.Unknown, check.Holds, check.Unknown, check.Unknown} {
			a := r.Answers[i]
			if a.Result != want || want == check.Unknown && (a.Stop == nil || a.Stop.Kind != c.want) {
				t.Errorf("%v: question %d: %v, %v, %s", c.want, i, a.Result, a.Stop, a.Reason)
			}
		}
		if w := r.Answers[1].Witness; w == nil || w.Check(m.Net, syntax.Maximal) != nil {
			t.Errorf("%v: no trace to what was seen", c.want)
		}
	}
	for _, technique := range []string{"explicit", "local", "stubborn"} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		q := checktest.Ask(t, m, "AG !(HasL_1 = 1 & HasL_2 = 1 & Fork_2 = 1)")
		q.Trace = false
		a, err := check.Decide(ctx, m, q, only(technique))
		cancel()
		var stop *check.Stop
		if err != nil || a.Result != check.Unknown || !errors.As(a.Stop, &stop) {
			t.Errorf("%s, cancelled: %v, %v, error %v", technique, a.Result, a.Stop, err)
		}
	}
}
