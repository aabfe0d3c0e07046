package symbolic

import (
	"math"
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/symbolic/race"
	"brim/internal/testkit/randnet"
)

// Whether a comparison holds somewhere is told by the largest and least sums as by the set of where it holds.
func TestExistsAgrees(t *testing.T) {
	found := map[bool]int{}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 44))
		net := randnet.Generate(rng, randnet.Config{States: 200, Tokens: 6, Weight: 4})
		s, err := Explore(t.Context(), net, race.Options{Nodes: 20_000})
		if err != nil || len(net.Places) == 0 {
			continue
		}
		q := caseSplit{space: s, checker: s.Checker(syntax.Maximal)}
		pool := syntax.NewPool()
		for range 20 {
			sum := syntax.Constant(0)
			for _, p := range rng.Perm(len(net.Places))[:1+rng.IntN(min(3, len(net.Places)))] {
				term := syntax.Sum{Terms: []syntax.Term{{Place: syntax.Ref{Index: p, Name: net.Places[p].Name},
					Weight: rng.Int64N(5) - 2}}}
				sum.Terms = append(sum.Terms, term.Terms...)
			}
			k := []int64{rng.Int64N(12) - 6, rng.Int64N(40) - 20, math.MinInt64, math.MaxInt64}[min(rng.IntN(12), 3)]
			for rel := syntax.Equal; rel <= syntax.GreaterEqual; rel++ {
				f, err := pool.Compare(sum, rel, syntax.Constant(k))
				if err != nil || f.Op != syntax.Compare {
					continue
				}
				set, err := q.checker.Within(s.Reached, f)
				got, wrong := q.exists(s.Reached, f)
				if err != nil || wrong != nil || got == set.IsEmpty() {
					t.Fatalf("seed %d: %v: exists says %v, %v; the set is empty: %v, %v\n%s", seed, f, got, wrong,
						set.IsEmpty(), err, randnet.Text(net))
				}
				found[got]++
			}
		}
		s.Close()
	}
	t.Log(found)
	if found[true] < 1000 || found[false] < 1000 {
		t.Error("too few comparisons of either kind")
	}
}
