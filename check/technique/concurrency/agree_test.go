package concurrency_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check"
	"brim/check/board"
	"brim/check/technique/concurrency"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

var agreeNets = flag.Int("nets", 300, "random nets on which the technique is compared with all markings")

// What the technique answers, and what its simpler formulas, bounds and properties say, is so in all markings of random
// nets. A large run is -nets 50000.
func TestAgrees(t *testing.T) {
	answers, simpler, bounds := 0, 0, 0
	for seed, nets := uint64(0), 0; nets < *agreeNets; seed++ {
		rng := rand.New(rand.NewPCG(seed, 41))
		net := randnet.Generate(rng, randnet.Config{})
		if seed%3 == 0 {
			net = randnet.Loose(rng)
		}
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		nets++
		m := check.OfNet(net)
		x := &spy{see: func(turn *board.Turn) {
			for _, q := range turn.Open() {
				switch {
				case q.Formula != nil:
					if f := turn.Formula(q); f.String() != q.Formula.String() {
						simpler++
						if want, got := space.Sat(q.Formula, q.Paths), space.Sat(f, q.Paths); !slices.Equal(got, want) {
							t.Errorf("seed %d: %v became %v\n%v", seed, q.Formula, f, net)
						}
					}
				case q.LTL != nil:
					simpler++
					f := turn.Goal(q).Question
					if space.Sat(f, q.Paths)[0] != space.Sat(q.LTL, q.Paths)[0] {
						t.Errorf("seed %d: %v became %v\n%v", seed, q.LTL, f, net)
					}
				case q.Kind == check.Bound:
					if _, most := turn.Between(q); most != petri.Omega {
						bounds++
						if largest(space, q) > most {
							t.Errorf("seed %d: %v is at most %d, not %d\n%v", seed, q, largest(space, q), most, net)
						}
					}
				}
			}
			properties(t, turn, space, fmt.Sprint(seed))
		}}
		var questions []*check.Question
		for i := range 12 {
			questions = append(questions, question(t, rng, m, i))
		}
		for kind := check.QuasiLiveness; kind <= check.OneSafe; kind++ {
			questions = append(questions, &check.Question{Kind: kind})
		}
		r, err := check.DecideAll(t.Context(), m, questions,
			check.Options{Techniques: []check.Technique{concurrency.Technique{}, x}})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, a := range r.Answers {
			q := questions[i]
			f := q.Asks()
			if q.Kind != check.Truth && q.Kind != check.Bound {
				f = q.Kind.Formula(syntax.NewPool(), net)
			}
			if f == nil || a.Result == check.Unknown {
				continue
			}
			answers++
			if holds := space.Sat(f, q.Paths)[0]; holds != (a.Result == check.Holds) {
				t.Errorf("seed %d: %v %v, want %t\n%v", seed, q, a.Result, holds, net)
			}
		}
	}
	t.Logf("%d answers, %d simpler formulas, %d bounds", answers, simpler, bounds)
	if answers == 0 || simpler == 0 || bounds == 0 {
		t.Error("the nets hardly test anything")
	}
}

// question returns a random question: a formula of CTL or LTL, or a bound.
func question(t *testing.T, rng *rand.Rand, m *check.Model, i int) *check.Question {
	pool := syntax.NewPool()
	paths := []check.Paths{check.Maximal, check.Infinite}[i%2]
	var f *syntax.Formula
	switch i % 4 {
	case 0, 1:
		f = randformula.Generate(rng, m.Net, 3, pool)
	case 2:
		f = pool.Make([]syntax.Op{syntax.A, syntax.E}[rng.IntN(2)],
			randformula.Path(rng, m.Net, rng.IntN(4), true, pool))
	default:
		sum := syntax.Sum{Const: rng.Int64N(3)}
		for range 1 + rng.IntN(4) {
			p := rng.IntN(len(m.Net.Places))
			sum.Terms = append(sum.Terms,
				syntax.Term{Place: syntax.Ref{Index: p, Name: m.Net.Places[p].Name}, Weight: rng.Int64N(4) - 1})
		}
		return &check.Question{Kind: check.Bound, Sum: &sum}
	}
	q, err := m.Ask(f.String(), paths)
	if err != nil {
		t.Fatal(err)
	}
	q.Trace = false
	return q
}

// largest returns the largest value of the sum of a question.
func largest(s *oracle.Space, q *check.Question) int64 {
	most := int64(math.MinInt64)
	for _, m := range s.States {
		n := q.Sum.Const
		for _, t := range q.Sum.Terms {
			n += t.Weight * m[t.Place.Index]
		}
		most = max(most, n)
	}
	return most
}

// properties compares what the technique learned of transitions and places.
func properties(t *testing.T, turn *board.Turn, s *oracle.Space, where string) {
	fires := map[int]bool{}
	for _, list := range s.Succ {
		for _, e := range list {
			fires[e.Transition] = true
		}
	}
	for i := range s.Net.Transitions {
		if turn.Known(check.Fireable, i) == check.Fails && fires[i] {
			t.Errorf("net %s: %s fires", where, s.Net.Transitions[i].Name)
		}
	}
	for p, most := range s.MaxTokens {
		if turn.Known(check.Safe, p) == check.Holds && most > 1 {
			t.Errorf("net %s: %s holds %d", where, s.Net.Places[p].Name, most)
		}
	}
}

// A spy looks at the board after the technique.
type spy struct{ see func(*board.Turn) }

func (*spy) Name() string                                 { return "spy" }
func (*spy) Traits() board.Traits                         { return board.Traits{Linear: true} }
func (*spy) Takes(*check.Model, *check.Question) error    { return nil }
func (x *spy) Run(_ context.Context, t *board.Turn) error { x.see(t); return errors.Join() }
