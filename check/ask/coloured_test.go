package ask_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"brim/check"
	"brim/check/ask"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/internal/testkit/randcoloured"
)

// Answers about a coloured net are those about its unfolding, also where each transition is live or can fire in some
// binding, but not in each one.
func TestColouredAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		if seed/shards%4 != 0 {
			return // a quarter is enough
		}
		rng := rand.New(rand.NewPCG(seed, 38))
		m := model.OfColoured(randcoloured.Generate(rng, randcoloured.Config{}))
		o := board.Options{Limits: limit.Limits{Time: 3 * time.Second, Memory: 2 << 30}}
		answers, err := ask.Decide(t.Context(), m, every(), o, check.DecideAll)
		if err != nil {
			return // too large
		}
		net := answers[0].Model.Net
		want, j := verdicts(net)
		if want == nil {
			return
		}
		got := map[string]*ask.Answer{}
		for _, a := range answers {
			got[a.Name] = a
			count(a.Name + " " + a.Result.String())
		}
		what := fmt.Sprint("seed ", seed)
		compare(t, what, net, got, want, count)
		details(t, what, j, got)
	})
}
