package coloured_test

import (
	"fmt"

	"brim/petri/coloured"
	"brim/petri/coloured/notation"
)

// Three philosophers, each of whom needs the own fork and the next one.
func ExampleBuilder() {
	b := coloured.NewBuilder("philosophers")
	phil := b.Range("Phil", "Phil", 1, 3)
	p := b.Variable("varp", "p", phil)
	all := &coloured.Term{Op: coloured.All, Sort: coloured.Open}
	self := &coloured.Term{Op: coloured.Bound, Value: int64(p)}
	next := &coloured.Term{Op: coloured.Successor, Args: []*coloured.Term{self}}
	forks := &coloured.Term{Op: coloured.Sum, Args: []*coloured.Term{self, next}}

	think, fork, eat := b.Place("think", phil), b.Place("fork", phil), b.Place("eat", phil)
	b.Initial(think, all)
	b.Initial(fork, all)
	start, stop := b.Transition("start"), b.Transition("stop")
	b.Input(think, start, self)
	b.Input(fork, start, forks)
	b.Output(start, eat, self)
	b.Input(eat, stop, self)
	b.Output(stop, think, self)
	b.Output(stop, fork, forks)

	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(net.Places), "places;", net.PlaceText(fork, 2), net.BindingText(start, []int64{2}))
	colour, err := notation.ParseColour(net, phil, "2")
	fmt.Println(colour, err)
	// Output:
	// 3 places; fork(3) start(p=3)
	// 1 <nil>
}
