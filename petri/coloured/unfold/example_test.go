package unfold_test

import (
	"context"
	"fmt"

	"brim/internal/testkit/sketch"
	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

// A token that goes round three colours, unfolded as a whole, and with one colour for all three.
func Example() {
	b := coloured.NewBuilder("round")
	number := b.Cyclic("number", "", []coloured.Constant{{ID: "one"}, {ID: "two"}, {ID: "three"}})
	x := sketch.Variable(int64(b.Variable("x", "x", number)))
	p := b.Place("p", number)
	b.Initial(p, sketch.Constant(0))
	next := b.Transition("next")
	b.Input(p, next, x)
	b.Output(next, p, sketch.Successor(x))
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}

	whole, err := unfold.Net(context.Background(), net, unfold.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, p := range whole.Net.Places {
		place, colour := whole.PlaceOf(i)
		fmt.Println(p.Name, net.PlaceText(place, colour), p.Initial)
	}

	classes, err := unfold.Coarsen(context.Background(), net, unfold.Keep{})
	if err != nil {
		fmt.Println(err)
		return
	}
	small, err := classes.Unfold(context.Background(), unfold.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(small.Net.Places), "place and", len(small.Net.Transitions), "transition stand for all")
	// Output:
	// p_one p(one) 1
	// p_two p(two) 0
	// p_three p(three) 0
	// 1 place and 1 transition stand for all
}
