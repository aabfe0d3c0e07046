package home_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

var homeNets = flag.Int("home", 40, "random nets for the technique home")

// What the technique says of formulas and liveness, with explicit search for the questions that arise, is what the
// oracle says, in both readings of dead markings.
func TestHomeAgrees(t *testing.T) {
	known, homes := 0, 0
	for seed := range uint64(*homeNets) {
		rng := rand.New(rand.NewPCG(seed, 72))
		net := randnet.Loose(rng)
		if seed%2 == 0 {
			net = randnet.Generate(rng, randnet.Config{States: 200, Safe: seed%4 == 0, Blocks: 3})
		}
		space, err := oracle.Explore(net, 400)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		var questions []*check.Question
		for len(questions) < 8 {
			f := randformula.Generate(rng, net, 1+rng.IntN(3), pool)
			op := []syntax.Op{syntax.EF, syntax.AG}
			f = pool.Make(op[rng.IntN(2)], pool.Make(op[rng.IntN(2)], f))
			if rng.IntN(2) == 0 {
				f = pool.Make([]syntax.Op{syntax.EG, syntax.AF, syntax.EX, syntax.AX, syntax.Not}[rng.IntN(5)], f)
			}
			questions = append(questions,
				&check.Question{Formula: f, Paths: syntax.Paths(rng.IntN(2)), Trace: rng.IntN(4) == 0})
		}
		questions = append(questions, &check.Question{Kind: check.Liveness})
		one := check.Home{Techniques: func(*check.Model) []check.Technique {
			return []check.Technique{check.Explicit{}}
		}}
		o := check.Options{Techniques: []check.Technique{one}, Limits: check.Limits{Time: time.Second}}
		r, err := check.DecideAll(t.Context(), check.OfNet(net), questions, o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
		before := known
		for i, a := range r.Answers {
			if a.Wrong != nil || a.Result == check.Unknown {
				continue // the initial marking is no home marking, or the formula has another form
			}
			known++
			want := false
			if q := questions[i]; q.Kind == check.Liveness {
				want = live(space)
			} else {
				want = space.Sat(q.Formula, q.Paths)[0]
			}
			if want != (a.Result == check.Holds) {
				t.Errorf("seed %d: %v: %v is wrong\n%s", seed, questions[i], a.Result, randnet.Text(net))
			}
		}
		if known > before && len(space.States) > 1 {
			homes++
		}
	}
	t.Logf("%d answers about %d nets", known, homes)
	if known < *homeNets || homes < *homeNets/10 {
		t.Error("there is too little to see")
	}
}

// Without other techniques, and mostly without a home marking, what descents to formulas decide is what the oracle
// says, in both readings of dead markings: of formulas with EF p and AG p inside, p without path operators but EX and
// AX.
func TestAlwaysAgrees(t *testing.T) {
	known, returns := 0, 0
	for seed := range uint64(*homeNets) {
		rng := rand.New(rand.NewPCG(seed, 73))
		net := randnet.Loose(rng)
		if seed%2 == 0 {
			net = randnet.Generate(rng, randnet.Config{States: 200, Safe: seed%4 == 0, Blocks: 3})
		}
		space, err := oracle.Explore(net, 400)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		some := func(ops ...syntax.Op) syntax.Op { return ops[rng.IntN(len(ops))] }
		var questions []*check.Question
		for len(questions) < 8 {
			f := randformula.Generate(rng, net, rng.IntN(2), pool)
			f = pool.Make(some(syntax.EF, syntax.AG), f)
			if rng.IntN(2) == 0 {
				f = pool.Or(f, randformula.Generate(rng, net, rng.IntN(3), pool))
			}
			f = pool.Make(some(syntax.EF, syntax.AG, syntax.EG, syntax.AF, syntax.EX, syntax.AX), f)
			questions = append(questions, &check.Question{Formula: f, Paths: syntax.Paths(rng.IntN(2))})
		}
		one := check.Home{Techniques: func(*check.Model) []check.Technique {
			return nil
		}}
		o := check.Options{Techniques: []check.Technique{one}, Limits: check.Limits{Time: time.Second / 2}}
		r, err := check.DecideAll(t.Context(), check.OfNet(net), questions, o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
		home := live(space)
		for i, a := range r.Answers {
			if a.Wrong != nil || a.Result == check.Unknown {
				continue
			}
			if known++; !home {
				returns++
			}
			if q := questions[i]; space.Sat(q.Formula, q.Paths)[0] != (a.Result == check.Holds) {
				t.Errorf("seed %d: %v: %v is wrong\n%s", seed, q, a.Result, randnet.Text(net))
			}
		}
	}
	t.Logf("%d answers, %d of them about nets that are not live", known, returns)
	if known < *homeNets/2 || returns < *homeNets/4 {
		t.Error("there is too little to see")
	}
}

// live reports whether each transition can fire again from each marking on.
func live(s *oracle.Space) bool {
	pool := syntax.NewPool()
	for i, t := range s.Net.Transitions {
		f := pool.Make(syntax.AG, pool.Make(syntax.EF, pool.Enabled(syntax.Ref{Index: i, Name: t.Name})))
		if !s.Sat(f, syntax.Maximal)[0] {
			return false
		}
	}
	return true
}
