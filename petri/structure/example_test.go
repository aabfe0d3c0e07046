package structure_test

import (
	"context"
	"fmt"

	"brim/petri"
	"brim/petri/structure"
)

// A buffer of three slots between a producer and a consumer, who writes down what
// he gets on a list without end.
func Example() {
	b := petri.NewBuilder("buffer")
	free, full, list := b.Place("free", 3), b.Place("full", 0), b.Place("list", 0)
	put, get := b.Transition("put"), b.Transition("get")
	b.In(put, free, 1)
	b.Out(put, full, 1)
	b.In(get, full, 1)
	b.Out(get, free, 1)
	b.Out(get, list, 1)
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}

	flows, complete := structure.Semiflows(net, structure.Limit{})
	fmt.Println("semiflows:", flows, "all of them:", complete)
	fmt.Println("bounds:", structure.Bounds(net, flows))

	v := structure.Boundedness(context.Background(), net, flows, structure.Budget{})
	fmt.Println(v.Kind, "by", v.Prefix, "then", v.Loop, "for ever")
	fmt.Println(v.Reason)
	// Output:
	// semiflows: [{[0 1] [1 1] 3}] all of them: true
	// bounds: [3 3 -1]
	// unbounded by [] then [0 1] for ever
	// after 0 firings a loop of 2 can be repeated for ever; each round adds 1 to place list
}

// The same buffer: its slots are bounded, and the list grows while they are free or full.
func ExampleCoverability() {
	b := petri.NewBuilder("buffer")
	free, full, list := b.Place("free", 2), b.Place("full", 0), b.Place("list", 0)
	put, get := b.Transition("put"), b.Transition("get")
	b.In(put, free, 1)
	b.Out(put, full, 1)
	b.In(get, full, 1)
	b.Out(get, free, 1)
	b.Out(get, list, 1)
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}

	flows, _ := structure.Semiflows(net, structure.Limit{})
	cover := structure.Coverability(context.Background(), net, flows, 0)
	fmt.Println("complete:", cover.Complete)
	for m := range cover.Limits() {
		fmt.Println(m[free], "free,", m[full], "full, any number on the list:", m[list] == petri.Omega)
	}
	// Output:
	// complete: true
	// 2 free, 0 full, any number on the list: false
	// 1 free, 1 full, any number on the list: false
	// 0 free, 2 full, any number on the list: false
	// 2 free, 0 full, any number on the list: true
	// 1 free, 1 full, any number on the list: true
	// 0 free, 2 full, any number on the list: true
}
