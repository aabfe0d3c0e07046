package randnet_test

import (
	"fmt"
	"math/rand/v2"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// A property test: here the property holds, so nothing is printed in the loop.
func Example() {
	failed := func(net *petri.Net) bool {
		s, err := oracle.Explore(net, 100)
		return err != nil || s.Edges > s.Firings
	}
	for seed := range uint64(20) {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 0)), randnet.Config{States: 100})
		if failed(net) {
			fmt.Printf("seed %d:\n%s", seed, randnet.Text(randnet.Shrink(net, failed)))
		}
	}
	fmt.Println("done")
	// Output: done
}
