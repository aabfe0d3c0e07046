package randcircuit_test

import (
	"fmt"
	"math/rand/v2"

	"brim/ctl/syntax"
	"brim/internal/testkit/randcircuit"
)

// The first circuit, from a certain seed on, with a bad state that is more than one step away.
func Example() {
	for seed := uint64(0); ; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		c := randcircuit.Generate(rng, 5)
		p := randcircuit.Property(rng, c)
		goal, err := syntax.NewPool().Parse(p, "example", c.Names())
		if err != nil {
			panic(err)
		}
		if x := randcircuit.NewRuns(c, goal); x.Start() && x.Nearest() > 1 {
			fmt.Println(x.Nearest(), "steps to the goal")
			return
		}
	}
	// Output: 2 steps to the goal
}
