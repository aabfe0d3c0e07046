package cover_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/symbolic/cover"
	"brim/engine/symbolic/race"
	"brim/petri"
	"brim/petri/nets"
)

// A cover tells what no part can tell: that there is no bound, and that something is never reached.
func ExampleCover() {
	net, err := nets.Parse("unbounded:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := cover.New(context.Background(), net, 0, race.Options{})
	defer c.Close()
	pool := syntax.NewPool()
	for _, text := range []string{"EF Store >= 1000000", "AG Full_1 + Full_2 <= 2", "AG EF Store >= 1000000"} {
		formula, err := pool.Parse(text, "example", names(net))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(text, c.Holds(formula, syntax.Maximal))
	}
	fmt.Println("deadlock", c.HasDeadlock())
	// Output:
	// EF Store >= 1000000 holds
	// AG Full_1 + Full_2 <= 2 holds
	// AG EF Store >= 1000000 unknown
	// deadlock fails
}

// names returns the names of a net for the parser of formulas.
func names(net *petri.Net) *syntax.Lists {
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, t := range net.Transitions {
		transitions = append(transitions, t.Name)
	}
	return syntax.NewLists(places, transitions, nil)
}
