package ask_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check/ask"
	"brim/check/certify"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri/structure"
)

// Claims are right, by the judge; and if the answer were the opposite, one of those that together show it would be
// wrong, or each one that is enough.
func TestClaims(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		if seed/shards%3 == 2 {
			return
		}
		rng := rand.New(rand.NewPCG(seed, 39))
		net := randnet.Generate(rng, randnet.Config{States: 100, Open: seed%3 == 0, Safe: seed%4 == 0, Transitions: 6})
		if seed/shards%2 == 0 {
			net = randnet.GenerateWorkflow(rng, randnet.Workflow{Tasks: 3 + rng.IntN(4), Defects: int(seed) % 3})
		}
		for name, a := range decide(t, net, false, "ic3", "bmc") {
			q := ask.Question{Name: name, K: 2}
			if !claimed(t, q, a, true, count) {
				continue
			}
			b := *a
			b.Result = engine.Decided(a.Result != engine.Holds)
			claimed(t, q, &b, false, func(string) {})
		}
	})
}

// claimed judges the claims of an answer, which is right or wrong, and reports whether there are claims.
func claimed(t *testing.T, q ask.Question, a *ask.Answer, right bool, count func(string)) bool {
	t.Helper()
	list, err := ask.Claims(a, q)
	if err != nil {
		count(q.Name + " " + a.Result.String() + ": " + err.Error())
		return false
	}
	count(q.Name + " " + a.Result.String())
	var rights []bool
	for _, c := range list {
		r, known := holds(t, c)
		if !known {
			return false
		}
		rights = append(rights, r)
	}
	all, some := !slices.Contains(rights, false), slices.Contains(rights, true)
	what := fmt.Sprintf("%s %v: %s", q.Name, a.Result, randnet.Text(a.Model.Net))
	switch {
	case right && !all:
		t.Errorf("%s: a claim is wrong", what)
	case !right && a.Result == engine.Holds && all:
		t.Errorf("%s: all claims are right", what)
	case !right && a.Result == engine.Fails && some:
		t.Errorf("%s: a claim is right", what)
	}
	return true
}

// holds reports whether a claim is right, which is known unless there are too many markings.
func holds(t *testing.T, c ask.Claim) (right, known bool) {
	t.Helper()
	if c.Answer.Infinite {
		v := structure.Boundedness(t.Context(), c.Model.Net, nil, structure.Budget{})
		return v.Kind == structure.Unbounded, v.Kind != structure.Unknown
	}
	f, err := certify.Proven(c.Model, c.Question, c.Answer)
	if err != nil {
		t.Fatal(err)
	}
	space, err := oracle.Explore(c.Model.Net, 2000)
	if err != nil {
		return false, false
	}
	return space.Sat(f, c.Question.Paths)[0], true
}
