package order_test

import (
	"fmt"
	"os"

	"brim/petri/nets"
	"brim/petri/order"
	"brim/petri/structure"
)

// Places that exclude or complement each other share a level.
func ExampleGroups() {
	net, err := nets.Parse("prodcons:100")
	if err != nil {
		fmt.Println(err)
		return
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	d := order.Decomposition{Levels: order.Groups(net, flows, order.Limits{})}
	if err := d.Write(os.Stdout, net); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # net prodcons:100, 3 levels, top level first
	// Cons.idle Cons.busy
	// Buf.free Buf.full
	// Prod.ready Prod.made
}

// Candidates are ranked by cheap metrics, and Cost tells them.
func ExampleCandidates() {
	net, err := nets.Parse("kanban:5")
	if err != nil {
		fmt.Println(err)
		return
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	list := order.Candidates(net, flows, order.Options{})
	file := order.Decomposition{Levels: order.Singles(net)}
	fmt.Println(order.Cost(net, list[0]).SpanSum <= order.Cost(net, file).SpanSum)
	// Output: true
}
