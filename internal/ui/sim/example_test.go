package sim_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"brim/check"
	"brim/internal/ui/sim"
	"brim/petri/nets"
)

func Example() {
	net, err := nets.Parse("dphil:2")
	if err != nil {
		panic(err)
	}
	s, err := sim.New(check.OfNet(net), sim.Options{Out: os.Stdout,
		Limits: func() check.Limits { return check.Limits{} }})
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines("GoEat_1 GetL_1\nundo\nRel_1\n") {
		if err := s.Do(context.Background(), line); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 2 steps, the last GetL_1
	// marking  WaitL_1 0 (-1)  HasL_1 1 (+1)  Fork_2 0 (-1)  WaitR_1 1  Fork_1 1  Idle_2 1
	// enabled  1 GetR_1  2 GoEat_2
	// 1 step, the last GoEat_1; 1 undone
	// marking  Idle_1 0 (-1)  WaitL_1 1 (+1)  WaitR_1 1 (+1)  Fork_1 1  Idle_2 1  Fork_2 1
	// enabled  1 GetL_1  2 GetR_1  3 GoEat_2
	// transition Rel_1 is not enabled: place HasL_1 holds 0, needs 1 or more
}
