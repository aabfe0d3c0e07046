package rewrite_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check"
	"brim/check/board"
	"brim/check/technique/rewrite"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

var agreeNets = flag.Int("nets", 500, "random nets on which the technique is compared with all markings")

// What the technique answers, and the simpler formulas that it makes, are right in all markings of random nets, some of
// which end every run. A large run is -nets 50000.
func TestAgrees(t *testing.T) {
	answers, simpler, constants := 0, 0, 0
	for seed, nets := uint64(0), 0; nets < *agreeNets; seed++ {
		rng := rand.New(rand.NewPCG(seed, 61))
		net := randnet.Generate(rng, randnet.Config{})
		if seed%3 == 0 {
			net = randnet.Loose(rng)
		}
		if seed%5 < 2 {
			net = ending(t, net, rng)
		}
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		nets++
		x := spy{see: func(turn *board.Turn) {
			for _, q := range turn.Open() {
				f := turn.Formula(q)
				if f.String() != q.Formula.String() {
					simpler++
				}
				if want, got := space.Sat(q.Formula, q.Paths), space.Sat(f, q.Paths); !slices.Equal(got, want) {
					t.Errorf("seed %d: %v became %v\n%v", seed, q.Formula, f, randnet.Text(net))
				}
			}
		}}
		m := check.OfNet(net)
		var questions []*check.Question
		for i := range 24 {
			questions = append(questions, &check.Question{Formula: formula(rng, net), Paths: check.Paths(i % 2)})
		}
		r, err := check.DecideAll(t.Context(), m, questions,
			check.Options{Techniques: []check.Technique{rewrite.Technique{}, x}})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, a := range r.Answers {
			q := questions[i]
			if a.Result == check.Unknown {
				continue
			}
			answers++
			if !q.Formula.Temporal() || syntax.Simplify(q.Formula, q.Paths).Temporal() {
				constants++
			}
			if holds := space.Sat(q.Formula, q.Paths)[0]; holds != (a.Result == check.Holds) {
				t.Errorf("seed %d: %v %v, want %t\n%v", seed, q, a.Result, holds, randnet.Text(net))
			}
		}
	}
	t.Logf("%d answers, %d of them not by the operators alone; %d simpler formulas", answers, constants, simpler)
	if constants < *agreeNets/4 || simpler < *agreeNets {
		t.Error("the nets hardly test anything")
	}
}

// ending returns the net with a place from which each transition takes a token, so that no run is longer than the
// number of its tokens.
func ending(t *testing.T, net *petri.Net, rng *rand.Rand) *petri.Net {
	b := petri.NewBuilder("ending")
	for _, p := range net.Places {
		b.Place(p.Name, p.Initial)
	}
	fuel := b.Place("fuel", 1+rng.Int64N(5))
	for i := range net.Transitions {
		from := &net.Transitions[i]
		n := b.Transition(from.Name)
		for _, a := range from.Pre {
			b.In(n, a.Place, a.Weight)
		}
		for _, a := range from.Post {
			b.Out(n, a.Place, a.Weight)
		}
		for _, a := range from.Inhibit {
			b.Inhibit(n, a.Place, a.Weight)
		}
		b.In(n, fuel, 1)
	}
	out, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// formula returns a random formula, mostly one in which path operators speak of what is enabled.
func formula(rng *rand.Rand, net *petri.Net) *syntax.Formula {
	pool := syntax.NewPool()
	if rng.IntN(4) == 0 {
		return randformula.Generate(rng, net, rng.IntN(4), pool)
	}
	f := asks(rng, net, pool)
	for range 1 + rng.IntN(4) {
		switch op := []syntax.Op{
			syntax.EX, syntax.EF, syntax.EG, syntax.AX, syntax.AF, syntax.AG, syntax.EU, syntax.AU, syntax.And,
			syntax.Or, syntax.Not,
		}[rng.IntN(11)]; op {
		case syntax.EU, syntax.AU, syntax.And, syntax.Or:
			if g := asks(rng, net, pool); rng.IntN(2) == 0 {
				f = pool.Make(op, f, g)
			} else {
				f = pool.Make(op, g, f)
			}
		default:
			f = pool.Make(op, f)
		}
	}
	return f
}

// asks returns a formula that says what is enabled, or another one without path operators.
func asks(rng *rand.Rand, net *petri.Net, pool *syntax.Pool) *syntax.Formula {
	switch rng.IntN(6) {
	case 0:
		return randformula.Generate(rng, net, 0, pool)
	case 1, 2:
		p := rng.IntN(len(net.Places))
		f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: p, Name: net.Places[p].Name}), syntax.GreaterEqual,
			syntax.Constant(1))
		if err != nil {
			panic(err)
		}
		return f
	}
	var ts []syntax.Ref
	for range 1 + rng.IntN(2) {
		if n := len(net.Transitions); n > 0 {
			i := rng.IntN(n)
			ts = append(ts, syntax.Ref{Index: i, Name: net.Transitions[i].Name})
		}
	}
	if f := pool.Enabled(ts...); rng.IntN(2) == 0 {
		return f
	}
	return pool.Not(pool.Enabled(ts...))
}

// A spy looks at the board after the technique.
type spy struct{ see func(*board.Turn) }

func (spy) Name() string                                 { return "spy" }
func (spy) Traits() board.Traits                         { return board.Traits{} }
func (spy) Takes(*check.Model, *check.Question) error    { return nil }
func (x spy) Run(_ context.Context, t *board.Turn) error { x.see(t); return nil }
