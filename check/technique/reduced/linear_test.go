package reduced_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"brim/check"
	"brim/check/board"
	"brim/check/model"
	"brim/check/reduction"
	"brim/check/technique/reduced"
	"brim/check/technique/walk"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/reduce"
)

var reducedPairs = flag.Int("ltl-reduced", 300, "how many random nets and questions of LTL for TestReducedRunsAgree")

// A question of LTL has the same answer on the net that was made smaller for it, in both readings of dead markings;
// runs of the smaller net are lifted to runs of the net. A large run is -ltl-reduced 30000.
func TestReducedRunsAgree(t *testing.T) {
	smaller, stutter, lifted, runs := 0, 0, 0, 0
	for seed := range uint64(*reducedPairs) {
		rng := rand.New(rand.NewPCG(seed, 95))
		net := randnet.Redundant(rng)
		if seed%3 == 0 {
			net = randnet.Loose(rng)
		}
		space, err := oracle.Explore(net, 400)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		f := pool.Make(syntax.A+syntax.Op(rng.IntN(2)), randformula.Path(rng, net, 1+rng.IntN(4), seed%4 == 0, pool))
		for _, paths := range []model.Paths{model.Maximal, model.Infinite} {
			q := &model.Question{LTL: f, Paths: paths, Trace: true}
			m := model.OfNet(net)
			r, err := reduction.Reduce(t.Context(), m, []*model.Question{q},
				reduction.Options{Growing: true, Programs: seed%2 == 0})
			if err != nil {
				t.Fatal(err)
			}
			inner, err := oracle.Explore(r.Net, 4000)
			if err != nil {
				continue
			}
			want := space.Sat(f, paths)[0]
			if got := inner.Sat(r.Questions[0].Asks(), paths)[0]; got != want {
				t.Fatalf("seed %d: %v, %v paths: %v on the smaller net, which keeps %v; %v on the net\n%s\n%s", seed, f,
					paths, got, r.Class, want,
					randnet.Text(net), randnet.Text(r.Net))
			}
			if len(r.Net.Places)+len(r.Net.Transitions) < len(net.Places)+len(net.Transitions) {
				smaller++
				if r.Class == reduce.Stutter {
					stutter++
				}
			}
			if goal := f.Op == syntax.E; goal != want || seed%8 > 1 {
				continue
			}
			runs++
			if liftedRun(t, m, q, r) {
				lifted++
			}
		}
	}
	t.Logf("%d nets got smaller, %d of them for runs up to stuttering; %d of %d runs lifted", smaller, stutter, lifted,
		runs)
	if stutter*4 < *reducedPairs || lifted*2 < runs {
		t.Error("there is too little to see")
	}
}

// liftedRun has walks find a run of the smaller net and lifts it.
func liftedRun(t *testing.T, m *model.Model, q *model.Question, r *reduction.Reduction) bool {
	a, err := check.Decide(t.Context(), r.Model, r.Questions[0],
		board.Options{Techniques: []board.Technique{walk.Technique{}}})
	if err != nil {
		t.Fatal(err)
	}
	if a.Witness == nil {
		return false
	}
	out := model.Answer{}
	out.Result = a.Result
	reduced.LiftRun(m.Net, q, r, a, &out)
	if out.Witness == nil {
		return false
	}
	if err := out.Witness.Check(m.Net, q.Paths); err != nil {
		t.Fatal(err)
	}
	return true
}
