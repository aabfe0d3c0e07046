package bmc_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/bmc"
	"brim/petri/nets"
)

// Three philosophers take a fork each, and none is left.
func ExampleDecide() {
	net, err := nets.Parse("dphil:3")
	if err != nil {
		fmt.Println(err)
		return
	}
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, t := range net.Transitions {
		transitions = append(transitions, t.Name)
	}
	f, err := syntax.Parse("EF deadlock", "example", syntax.NewLists(places, transitions, nil))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := bmc.Decide(context.Background(), net, f, syntax.Maximal, bmc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v after %d steps\n", r.Result, len(r.Witness.Steps))
	// Output:
	// holds after 6 steps
}
