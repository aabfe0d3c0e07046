package explicit_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/petri/nets"
)

// Three philosophers: each can eat again and again until all hold a left fork.
func Example() {
	net, err := nets.Parse("dphil:3")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := kripke.NewNet(net)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	g, err := explicit.Explore(ctx, s, kripke.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.States(), "markings,", g.Transitions, "firings")
	c := explicit.NewChecker(g, syntax.Maximal, 0)
	for _, text := range []string{"EF deadlock", "AG EF deadlock", "EG !deadlock", "AF deadlock"} {
		f, err := syntax.Parse(text, "example", syntax.NewLists(nil, nil, nil))
		if err != nil {
			fmt.Println(err)
			return
		}
		holds, err := c.Holds(ctx, f)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(text, holds)
	}
	live, err := g.Live(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("live", live)
	// Output:
	// 76 markings, 213 firings
	// EF deadlock true
	// AG EF deadlock true
	// EG !deadlock true
	// AF deadlock false
	// live false
}
