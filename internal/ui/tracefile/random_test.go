package tracefile

import (
	"flag"
	"math/rand/v2"
	"testing"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

var answers = flag.Int("answers", 60, "TestRandomAnswers asks so many questions")

// What brim finds of random questions about random nets replays, once written and read.
func TestRandomAnswers(t *testing.T) {
	traces := 0
	for i := range *answers {
		rng := rand.New(rand.NewPCG(uint64(i), 108))
		net := randnet.Generate(rng, randnet.Config{})
		m := check.OfNet(net)
		pool := syntax.NewPool()
		f := randformula.Generate(rng, net, 3, pool)
		if i%3 == 0 {
			f = pool.Make(syntax.E, randformula.Path(rng, net, 4, true, pool))
		}
		q, err := m.Ask(f.String(), check.Paths(i%2))
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		a, err := check.Decide(t.Context(), m, q, check.Options{})
		if err != nil {
			t.Fatalf("%d: %v: %v", i, f, err)
		}
		x := Of(m, q, a)
		if x == nil {
			continue
		}
		traces++
		y := written(t, x, JSON, m)
		again, err := m.AskIn("formula", y.Formula, y.Paths())
		if err != nil {
			t.Fatalf("%d: %v: %v", i, f, err)
		}
		r, err := y.Replay(t.Context(), m, again)
		if err != nil || r.Failed != nil {
			t.Errorf("%d: %v: %v %+v", i, f, err, r.Failed)
		}
	}
	t.Logf("%d traces of %d questions", traces, *answers)
}
