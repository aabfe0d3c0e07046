package symbolic_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"

	"brim/petri/nets"
)

// The store of a producer has no bound, so there is no complete state space. Whether three pieces can be stored is
// certain as soon as a part has a marking with three: each takes four firings.
func ExampleParts() {
	net, err := nets.Parse("unbounded:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	formula, err := syntax.NewPool().Parse("EF Store >= 3", "example", netNames(net))
	if err != nil {
		fmt.Println(err)
		return
	}
	parts := symbolic.NewParts(net, symbolic.Options{})
	defer parts.Close()
	for result := engine.Unknown; result == engine.Unknown && parts.More(); {
		space, err := parts.Next(context.Background())
		if err != nil {
			continue // a limit ended one kind of parts
		}
		if result, err = space.Holds(space.Checker(syntax.Maximal), formula); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("within %d steps, %v markings: %v\n", space.Steps, space.States(), result)
	}
	// Output:
	// within 4 steps, 7 markings: unknown
	// within 5 steps, 9 markings: unknown
	// within 6 steps, 11 markings: unknown
	// within 7 steps, 13 markings: unknown
	// within 8 steps, 15 markings: unknown
	// within 10 steps, 19 markings: unknown
	// within 12 steps, 23 markings: holds
}
