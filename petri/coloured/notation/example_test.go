package notation_test

import (
	"fmt"

	"brim/internal/testkit/sketch"
	"brim/petri/coloured"
	"brim/petri/coloured/notation"
)

// A place of a net over the seats ada, bob and eve, each with a step from 1 to 4.
func Example() {
	b := sketch.Seats()
	p := b.Place("at", sketch.Pair)
	b.Initial(p, sketch.Sum(sketch.Tuple(sketch.All(), sketch.Constant(0)),
		sketch.Times(2, sketch.ColourOf(sketch.Pair, 5))))
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(notation.Term(net, net.Places[p].Initial))
	below := sketch.Compare(coloured.LessEqual, sketch.Successor(sketch.Variable(sketch.I)),
		sketch.ColourOf(sketch.Step, 2))
	fmt.Println(notation.Guard(net, below))
	colour, err := notation.ParseColour(net, sketch.Pair, "(bob, 2)")
	fmt.Println(colour, err)
	// Output:
	// (all,1) + 2'(bob,2)
	// i++ <= 3
	// 5 <nil>
}
