package game_test

import (
	"fmt"

	"brim/internal/ui/game"
	"brim/petri/nets"
)

func Example() {
	net, err := nets.Parse("dphil:2")
	if err != nil {
		panic(err)
	}
	g := game.New(net)
	for _, name := range []string{"GoEat_1", "GetL_1"} {
		t, _ := net.FindTransition(name)
		if err := g.Fire(t); err != nil {
			panic(err)
		}
	}
	fmt.Println("after", g.At(), "steps", len(g.Enabled()), "transitions are enabled")
	fmt.Println("undone to", g.Go(1), "of", len(g.Steps()))
	t, _ := net.FindTransition("Rel_1")
	fmt.Println(g.Fire(t))
	// Output:
	// after 2 steps 2 transitions are enabled
	// undone to 1 of 2
	// transition Rel_1 is not enabled: place HasL_1 holds 0, needs 1 or more
}
