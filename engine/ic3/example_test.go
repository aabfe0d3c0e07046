package ic3_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/engine/ic3"
	"brim/petri/nets"
	"brim/petri/structure"
)

// A token that moves along a ring of four latches: it is never in two of them.
func ExampleDecideCircuit() {
	b := circuit.NewBuilder("ring", []string{"go"}, []string{"l0", "l1", "l2", "l3"})
	b.SetReset(0, circuit.True)
	move := b.Input(0)
	for i := range 4 {
		b.SetNext(i, b.Or(b.And(move, b.Latch((i+3)%4)), b.And(move.Not(), b.Latch(i))))
	}
	c, err := b.Circuit()
	if err != nil {
		panic(err)
	}
	f, err := syntax.Parse("AG (l0 = 0 | l2 = 0)", "example", c.Names())
	if err != nil {
		panic(err)
	}
	r, err := ic3.DecideCircuit(context.Background(), c, f)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Result, "by an invariant:", r.Invariant != nil)
	// Output: holds by an invariant: true
}

// Three philosophers take a fork each, and none is left.
func ExampleDecide() {
	net, err := nets.Parse("dphil:3")
	if err != nil {
		panic(err)
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
		panic(err)
	}
	r, err := ic3.Decide(context.Background(), structure.NewProfile(net), f, syntax.Maximal)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Result, "by a path:", r.Witness != nil)
	// Output: holds by a path: true
}
