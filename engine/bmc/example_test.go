package bmc_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/bmc"
	"brim/engine/circuit"
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

// A bit that flips where an input says so, and a counter of two bits of the times it was set.
func ExampleDecideCircuit() {
	b := circuit.NewBuilder("flips", []string{"flip"}, []string{"bit", "low", "high"})
	flip, bit, low, high := b.Input(0), b.Latch(0), b.Latch(1), b.Latch(2)
	b.SetNext(0, b.Or(b.And(bit, flip.Not()), b.And(bit.Not(), flip)))
	b.SetNext(1, b.Or(b.And(low, bit.Not()), b.And(low.Not(), bit)))
	b.SetNext(2, b.Or(high, b.And(low, bit)))
	c, err := b.Circuit()
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := syntax.Parse("EF(high = 1 & bit = 0)", "example", c.Names())
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := bmc.DecideCircuit(context.Background(), c, f, bmc.Options{Algorithm: bmc.Induction})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v after %d steps\n", r.Result, r.Trace.Steps())
	// Output:
	// holds after 3 steps
}
