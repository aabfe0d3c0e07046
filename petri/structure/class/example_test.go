package class_test

import (
	"context"
	"fmt"
	"log"

	"brim/petri"
	"brim/petri/structure"
	"brim/petri/structure/class"
)

// One token chooses between two ways, but both are needed to join: no initial marking makes that live.
func Example() {
	b := petri.NewBuilder("choice")
	start, left, right := b.Place("start", 1), b.Place("left", 0), b.Place("right", 0)
	toLeft, toRight, join := b.Transition("to left"), b.Transition("to right"), b.Transition("join")
	b.In(toLeft, start, 1)
	b.Out(toLeft, left, 1)
	b.In(toRight, start, 1)
	b.Out(toRight, right, 1)
	b.In(join, left, 1)
	b.In(join, right, 1)
	b.Out(join, start, 1)
	net, err := b.Net()
	if err != nil {
		log.Fatal(err)
	}
	s := class.New(structure.NewProfile(net))
	for _, f := range []class.Finding{s.WellFormed(context.Background()), s.Live(context.Background())} {
		fmt.Println(f.Answer, "since", f.Reason)
	}
	// Output:
	// no since no transition invariant contains to left, to right, join
	// no since bounded, but not well-formed: no transition invariant contains to left, to right, join
}
