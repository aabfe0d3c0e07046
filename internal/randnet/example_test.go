package randnet_test

import (
	"fmt"
	"math/rand/v2"

	"brim/internal/oracle"
	"brim/internal/randnet"
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

func ExampleShrink() {
	net, err := randnet.ParseText("large", `
p idle 3
p busy 0
p done 0
t begin pre: idle 1 post: busy 1
t end   pre: busy 2 post: done 1
t again pre: done 1 post: idle 2 inh: busy 1
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	deadlock := func(net *petri.Net) bool {
		s, err := oracle.Explore(net, 100)
		return err == nil && len(s.Dead) > 0 && s.Depth > 0
	}
	fmt.Print(randnet.Text(randnet.Shrink(net, deadlock)))
	// Output:
	// p idle 1
	// t begin pre: idle 1 post: inh:
}
