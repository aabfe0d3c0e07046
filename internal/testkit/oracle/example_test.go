package oracle_test

import (
	"fmt"

	"brim/internal/testkit/oracle"
	"brim/petri"
)

func Example() {
	b := petri.NewBuilder("two shots")
	shots, hits := b.Place("shots", 2), b.Place("hits", 0)
	for _, name := range []string{"hit", "miss"} {
		t := b.Transition(name)
		b.In(t, shots, 1)
		if name == "hit" {
			b.Out(t, hits, 1)
		}
	}
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := oracle.Explore(net, 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, m := range s.States {
		fmt.Println(i, m, "distance", s.Dist[i], "edges", s.Succ[i])
	}
	fmt.Println("firings", s.Firings, "depth", s.Depth, "deadlocks", s.Dead)
	// Output:
	// 0 [2 0] distance 0 edges [{0 1} {1 2}]
	// 1 [1 1] distance 1 edges [{0 3} {1 4}]
	// 2 [1 0] distance 1 edges [{0 4} {1 5}]
	// 3 [0 2] distance 2 edges []
	// 4 [0 1] distance 2 edges []
	// 5 [0 0] distance 2 edges []
	// firings 6 depth 2 deadlocks [3 4 5]
}
