package symbolic_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"brim/engine"
	"brim/engine/symbolic"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
)

// What a limit leaves of a state space says nothing wrong, and its edge is found exactly.
func TestStoppedAgree(t *testing.T) {
	var before, after verdicts
	stopped := 0
	for seed := range uint64(*formulas / 2) {
		rng := rand.New(rand.NewPCG(seed, 43))
		net := randnet.Generate(rng, randnet.Config{States: 1000, Open: seed%2 == 0})
		want, err := oracle.Explore(net, 3000)
		if err != nil || len(net.Places) == 0 {
			continue
		}
		s, err := symbolic.Explore(context.Background(), net,
			symbolic.Options{Nodes: 5 + rng.IntN(40), Method: symbolic.Methods()[seed%3]})
		var limit *symbolic.Stopped
		if err == nil {
			s.Close()
			continue
		}
		if !errors.As(err, &limit) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		stopped++
		q := newQuestions(rng, net, 4)
		q.judge(want)
		q.ask(t, seed, "stopped", s, &before)
		s.FindOpen()
		found := map[int]bool{}
		for values := range s.Reached.All() {
			i, ok := want.Number(s.Model.Marking(values))
			if !ok {
				t.Fatalf("seed %d: %s is not reachable\n%s", seed, net.Format(s.Model.Marking(values)),
					randnet.Text(net))
			}
			found[i] = true
		}
		for values := range s.Reached.All() {
			i, _ := want.Number(s.Model.Marking(values))
			leads := false
			for _, e := range want.Succ[i] {
				leads = leads || !found[e.To]
			}
			if leads != s.Open.Contains(values...) {
				t.Fatalf("seed %d: %s leads out: %t\n%s", seed, net.Format(want.States[i]), leads, randnet.Text(net))
			}
		}
		if s.Complete != (len(found) == len(want.States)) {
			t.Fatalf("seed %d: %d of %d markings, complete: %t", seed, len(found), len(want.States), s.Complete)
		}
		q.ask(t, seed, "stopped, with its edge", s, &after)
		s.Close()
	}
	t.Logf("%d explorations stopped; %+v, with the edge %+v", stopped, before, after)
	if stopped < 20 || before.definite == 0 || after.definite <= before.definite {
		t.Error("too few of the answers say anything")
	}
}

// ask puts all questions to a space.
func (q *questions) ask(t *testing.T, seed uint64, who string, s *symbolic.Space, c *verdicts) {
	t.Helper()
	checker := s.Checker(q.paths)
	for i, f := range q.formulas {
		q.last[i] = engine.Unknown
		r, err := s.Holds(checker, f)
		if q.refused[i] = err != nil; err == nil {
			q.take(t, seed, who, i, r, c)
		}
	}
	for i, g := range properties {
		q.take(t, seed, who, len(q.formulas)+i, g.ofSpace(s), c)
	}
	if x, err := s.Bound(&q.sum); err == nil {
		q.takeBounds(t, seed, who, x, q.most)
	}
}
