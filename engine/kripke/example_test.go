package kripke_test

import (
	"context"
	"fmt"
	"strings"

	"brim/ctl/syntax"
	"brim/engine/circuit"
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
	l, err := kripke.ReadAUT(strings.NewReader("des (0,3,2)\n(0,\"send\",1)\n(1,\"lose\",0)\n(1,\"receive\",0)\n"),
		"channel.aut")
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

// A latch that takes the input, and one that takes the latch before.
func ExampleNewCircuit() {
	c, err := circuit.Read(strings.NewReader("aag 3 1 2 0 0\n2\n4 2\n6 4\ni0 in\nl0 first\nl1 second\n"), "shift.aag")
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := kripke.NewCircuit(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := syntax.Parse("second & !first", "formula", c.Names())
	if err != nil {
		fmt.Println(err)
		return
	}
	goal, err := x.Predicate(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := kripke.Explore(context.Background(), x, goal, kripke.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, label := range found.Found.Labels {
		fmt.Println(x.Labels()[label], "→", x.Format(found.Found.States[i+1]))
	}
	fmt.Println(x.Trace(found.Found).Check(c, f))
	// Output:
	// in → first
	// - → second
	// <nil>
}
