package randcircuit_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcircuit"
)

// Runs through moments in which the goal holds all the time are those that Forever finds.
func TestMoments(t *testing.T) {
	found := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		c := randcircuit.Generate(rng, 4)
		pool := syntax.NewPool()
		goal, err := pool.Parse(randcircuit.Property(rng, c), "goal", c.Names())
		if err != nil {
			t.Fatal(err)
		}
		if seed%2 == 0 {
			goal = pool.Not(goal)
		}
		x := randcircuit.NewRuns(c, goal)
		first, next := x.Moments()
		with, _ := oracle.Graph{Succ: next, Holds: x.Holds}.Runs(pool.Make(syntax.G, goal))
		got := slices.ContainsFunc(first, func(m int) bool { return with[m] })
		if want := x.Forever(); got != want {
			t.Errorf("seed %d: a run on which %v holds: %t, want %t", seed, goal, got, want)
		}
		if got {
			found++
		}
	}
	if found < 20 || found > 180 {
		t.Errorf("%d of 200 circuits have such a run", found)
	}
}
