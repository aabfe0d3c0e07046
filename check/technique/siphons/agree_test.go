package siphons_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check"
	"brim/check/board"
	"brim/check/technique/siphons"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

var agreeNets = flag.Int("nets", 200, "random nets on which the technique is compared with all markings")

// What the technique answers, and the simpler formulas that it makes, are right in all reachable markings of random
// nets. A large run is -nets 50000.
func TestAgrees(t *testing.T) {
	answers, live, simpler := map[string]int{}, 0, 0
	for seed, nets := uint64(0), 0; nets < *agreeNets; seed++ {
		rng := rand.New(rand.NewPCG(seed, 67))
		net := randnet.Generate(rng, randnet.Config{Safe: seed%2 == 0, NoInhibitors: seed%4 < 3, States: 150})
		if seed%3 == 0 {
			net = randnet.Loose(rng)
		}
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		nets++
		x := spy{see: func(turn *board.Turn) {
			for _, q := range turn.Open() {
				if q.Kind != check.Truth {
					continue
				}
				f := turn.Formula(q)
				if f.String() != q.Formula.String() {
					simpler++
				}
				if want, got := space.Sat(q.Formula, q.Paths), space.Sat(f, q.Paths); !slices.Equal(got, want) {
					t.Errorf("seed %d: %v became %v\n%v", seed, q.Formula, f, randnet.Text(net))
				}
			}
		}}
		questions := []*check.Question{{Kind: check.Deadlock}, {Kind: check.Liveness}, {Kind: check.QuasiLiveness}}
		for i := range 12 {
			questions = append(questions, &check.Question{Formula: formula(rng, net), Paths: check.Paths(i % 2)})
		}
		o := check.Options{Techniques: []check.Technique{siphons.Technique{}, x}}
		r, err := check.DecideAll(t.Context(), check.OfNet(net), questions, o)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, a := range r.Answers {
			if a.Result == check.Unknown {
				continue
			}
			q := questions[i]
			answers[q.Kind.String()]++
			want := holds(space, q)
			if want && q.Kind == check.Liveness {
				live++
			}
			if want != (a.Result == check.Holds) {
				t.Errorf("seed %d: %v %v, want %t\n%v", seed, q, a.Result, want, randnet.Text(net))
			}
		}
	}
	t.Logf("answers %v, %d live, %d simpler formulas", answers, live, simpler)
	if len(answers) < 4 || live == 0 {
		t.Error("the nets hardly test anything")
	}
}

// holds is the answer to a question by all markings.
func holds(s *oracle.Space, q *check.Question) bool {
	pool := syntax.NewPool()
	always := func(f func(enabled *syntax.Formula) *syntax.Formula) bool {
		for i, t := range s.Net.Transitions {
			if !s.Sat(f(pool.Enabled(syntax.Ref{Index: i, Name: t.Name})), syntax.Maximal)[0] {
				return false
			}
		}
		return true
	}
	switch q.Kind {
	case check.Deadlock:
		return len(s.Dead) > 0
	case check.QuasiLiveness:
		return always(func(f *syntax.Formula) *syntax.Formula { return pool.Make(syntax.EF, f) })
	case check.Liveness:
		return always(func(f *syntax.Formula) *syntax.Formula { return pool.Make(syntax.AG, pool.Make(syntax.EF, f)) })
	}
	return s.Sat(q.Formula, q.Paths)[0]
}

// formula returns a random formula, mostly one that speaks of deadlocks or of what can be enabled.
func formula(rng *rand.Rand, net *petri.Net) *syntax.Formula {
	pool := syntax.NewPool()
	other := randformula.Generate(rng, net, rng.IntN(3), pool)
	f := pool.Deadlock()
	if n := len(net.Transitions); n > 0 && rng.IntN(3) > 0 {
		i := rng.IntN(n)
		f = pool.Enabled(syntax.Ref{Index: i, Name: net.Transitions[i].Name})
	}
	if rng.IntN(2) == 0 {
		f = pool.Not(f)
	}
	if rng.IntN(3) == 0 {
		f = pool.Make([]syntax.Op{syntax.And, syntax.Or}[rng.IntN(2)], f, randformula.Generate(rng, net, 0, pool))
	}
	for range 1 + rng.IntN(3) {
		f = pool.Make([]syntax.Op{syntax.EX, syntax.EF, syntax.EG, syntax.AX, syntax.AF, syntax.AG,
			syntax.Not}[rng.IntN(7)], f)
	}
	if rng.IntN(3) == 0 {
		f = pool.Make([]syntax.Op{syntax.And, syntax.Or, syntax.EU, syntax.AU}[rng.IntN(4)], f, other)
	}
	return f
}

// A spy looks at the board after the technique.
type spy struct{ see func(*board.Turn) }

func (spy) Name() string                              { return "spy" }
func (spy) Traits() board.Traits                      { return board.Traits{} }
func (spy) Takes(*check.Model, *check.Question) error { return nil }
func (x spy) Run(ctx context.Context, t *board.Turn) error {
	for !t.IsAlone() && ctx.Err() == nil {
		t.Rest(ctx, 1e6)
	}
	x.see(t)
	return nil
}
