package checktest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/petri"
	"brim/petri/coloured"
)

// Questions about coloured nets with their answers by definition.

// Verdict returns the text of a result.
func Verdict(holds bool) string {
	return map[bool]string{true: check.Holds.String(), false: check.Fails.String()}[holds]
}

// ColouredQuestions returns questions of all kinds about a coloured net, with their answers by the interpreter, but for
// numbers of the state space.
func ColouredQuestions(t *testing.T, rng *rand.Rand, m *check.Model, s *oracle.ColouredSpace) (list []*check.Question,
	want []string) {
	say := func(q *check.Question, answer any) {
		list, want = append(list, q), append(want, fmt.Sprint(answer))
	}
	for i := range 8 {
		f := randformula.Generate(rng, Uncoloured(t, m.Coloured), 3, syntax.NewPool())
		paths := []check.Paths{check.Maximal, check.Infinite}[i%2]
		q, err := m.Ask(f.String(), paths)
		if err != nil {
			t.Fatal(err)
		}
		q.Trace = i < 2 && rng.IntN(2) == 0
		say(q, Verdict(s.Sat(q.Asked, paths)[0]))
	}
	for i := range 4 {
		pool := syntax.NewPool()
		f := pool.Make([]syntax.Op{syntax.A, syntax.E}[i/2],
			randformula.Path(rng, Uncoloured(t, m.Coloured), rng.IntN(5), rng.IntN(2) == 0, pool))
		paths := []check.Paths{check.Maximal, check.Infinite}[i%2]
		q, err := m.Ask(f.String(), paths)
		if err != nil {
			t.Fatal(err)
		}
		q.Trace = rng.IntN(2) == 0
		say(q, Verdict(s.Sat(q.Asked, paths)[0]))
	}
	for p := range m.Coloured.Places {
		sum := syntax.Tokens(syntax.Ref{Index: p, Name: m.Coloured.Places[p].Name})
		say(&check.Question{Kind: check.Bound, AskedSum: &sum}, s.MaxSums[p])
	}
	say(&check.Question{Kind: check.Deadlock}, Verdict(len(s.Dead) > 0))
	say(&check.Question{Kind: check.OneSafe}, Verdict(s.OneSafe()))
	say(&check.Question{Kind: check.StableMarking}, Verdict(s.StableMarking()))
	say(&check.Question{Kind: check.QuasiLiveness}, Verdict(s.QuasiLiveness()))
	say(&check.Question{Kind: check.Liveness}, Verdict(s.Liveness()))
	return list, want
}

// Uncoloured returns a net with the names of a coloured one, for formulas.
func Uncoloured(t *testing.T, net *coloured.Net) *petri.Net {
	b := petri.NewBuilder(net.Name)
	for _, p := range net.Places {
		b.Place(p.Name, 1)
	}
	for _, tr := range net.Transitions {
		b.Transition(tr.Name)
	}
	n, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return n
}
