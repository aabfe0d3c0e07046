package board_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"brim/check"
	"brim/internal/testkit/checktest"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
)

var foldedNets = flag.Int("folded", 20, "random coloured nets for TestFoldedAgrees")

// What is decided of a coloured net without its unfolding, on its skeleton and on parts of the unfolding, is what the
// interpreter says: formulas, bounds of sums, and global properties. A large run is -folded 1000.
func TestFoldedAgrees(t *testing.T) {
	known := map[bool]int{}
	for seed, compared := uint64(0), 0; compared < *foldedNets; seed++ {
		rng := rand.New(rand.NewPCG(seed, 141))
		net := randcoloured.Generate(rng, randcoloured.Config{})
		space, err := oracle.ExploreColoured(net, 300)
		if err != nil {
			continue
		}
		compared++
		m := check.OfColoured(net)
		questions, want := checktest.ColouredQuestions(t, rng, m, space)
		o := check.Options{Limits: check.Limits{Time: 300 * time.Millisecond}, Folded: true}
		r, err := check.DecideAll(t.Context(), m, questions, o)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, a := range r.Answers {
			got := a.Text()
			if known[a.Known()]++; a.Known() && got != want[i] {
				t.Errorf("seed %d: %s: %s by %s, want %s\n%s", seed, questions[i], got, a.By, want[i],
					randcoloured.Text(net))
			}
		}
	}
	if t.Logf("%d answers, %d questions without one", known[true], known[false]); known[true] < known[false]/2 {
		t.Error("too little is decided")
	}
}
