package kripke_test

import (
	"context"
	"fmt"
	"strings"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/petri/nets"
)

// The shortest way for two philosophers to a deadlock.
func ExampleExplore() {
	net, err := nets.Parse("dphil:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := kripke.NewNet(net)
	if err != nil {
		fmt.Println(err)
		return
	}
	deadlock, err := n.Predicate(syntax.NewPool().Deadlock())
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := kripke.Explore(context.Background(), n, deadlock, kripke.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, label := range x.Found.Labels {
		fmt.Println(n.Labels()[label], "→", n.Format(x.Found.States[i+1]))
	}
	// Output:
	// GoEat_1 → WaitL_1:1 WaitR_1:1 Fork_1:1 Idle_2:1 Fork_2:1
	// GetL_1 → WaitR_1:1 HasL_1:1 Fork_1:1 Idle_2:1
	// GoEat_2 → WaitR_1:1 HasL_1:1 Fork_1:1 WaitL_2:1 WaitR_2:1
	// GetL_2 → WaitR_1:1 HasL_1:1 WaitR_2:1 HasL_2:1
}

func ExampleReadAUT() {
	l, err := kripke.ReadAUT(strings.NewReader("des (0,3,2)\n(0,\"send\",1)\n(1,\"lose\",0)\n(1,\"receive\",0)\n"), "channel.aut")
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := kripke.Explore(context.Background(), l, nil, kripke.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x.States(), "states,", x.Transitions, "transitions, fan-out", x.FanOut())
	// Output:
	// 2 states, 3 transitions, fan-out 1.5
}
