package ic3_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/engine/ic3"
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
