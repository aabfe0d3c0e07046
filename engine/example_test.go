package engine_test

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// A token goes from place p to place q and back, for ever.
func ExampleWitness_Check() {
	b := petri.NewBuilder("cycle")
	p, q := b.Place("p", 1), b.Place("q", 0)
	there, back := b.Transition("there"), b.Transition("back")
	b.In(there, p, 1)
	b.Out(there, q, 1)
	b.In(back, q, 1)
	b.Out(back, p, 1)
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := syntax.Parse("EG(p + q = 1)", "formula",
		syntax.NewLists([]string{"p", "q"}, []string{"there", "back"}, nil))
	if err != nil {
		fmt.Println(err)
		return
	}
	w := &engine.Witness{Formula: f, Start: net.Initial(), Steps: []int{there, back}, Loop: 0}
	fmt.Println(w.Check(net, syntax.Maximal))
	w.Steps = w.Steps[:1]
	fmt.Println(w.Check(net, syntax.Maximal))
	// Output:
	// <nil>
	// witness of EG(p + q = 1): the loop does not close: place p holds 1 at position 0 and 0 after step 1
}
