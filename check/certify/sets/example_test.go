package sets_test

import (
	"context"
	"fmt"
	"os"

	"brim/check/certify/sets"
	"brim/ctl/syntax"
	"brim/petri"
)

// A token goes from left to right and back, so it is always possible that it is on the left.
func Example() {
	b := petri.NewBuilder("shuttle")
	left, right := b.Place("left", 1), b.Place("right", 0)
	there, back := b.Transition("there"), b.Transition("back")
	b.In(there, left, 1)
	b.Out(there, right, 1)
	b.In(back, right, 1)
	b.Out(back, left, 1)
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := syntax.Parse("AG EF left = 1", "example", syntax.NewLists([]string{"left", "right"}, nil, nil))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	space, err := sets.Explore(ctx, net, sets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer space.Close()
	evidence := space.Evidence(syntax.Maximal)
	holds, err := evidence.Prove(ctx, f)
	fmt.Println(holds, err)
	if _, err := evidence.WriteTo(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// true <nil>
	// .levels "left" "right"
	// .sets
	// 2 1 1:1
	// 3 2 0:2 1:1+1
	// 4 2 0:2 1:1
	// .claims
	// 1 state 2 "\"left\" = 1"
	// 2 EU 3 - 1
	// 3 AR 4 - 2
}
