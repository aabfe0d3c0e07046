package skeleton_test

import (
	"fmt"
	"log"

	"brim/petri/coloured"
	"brim/petri/coloured/skeleton"
)

// A million colours are taken one by one; the skeleton has two places.
func ExampleOf() {
	b := coloured.NewBuilder("taking")
	colour := b.Range("Colour", "Colour", 1, 1_000_000)
	one := &coloured.Term{Op: coloured.Bound, Value: int64(b.Variable("c", "c", colour))}
	free, taken, take := b.Place("free", colour), b.Place("taken", colour), b.Transition("take")
	b.Initial(free, &coloured.Term{Op: coloured.All, Sort: coloured.Open})
	b.Input(free, take, one)
	b.Output(take, taken, one)
	net, err := b.Net()
	if err != nil {
		log.Fatal(err)
	}
	s, err := skeleton.Of(net, false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(s.Net.Places), "places,", s.Net.Places[0].Initial, "tokens, exact", s.Exact[0])
	// Output: 2 places, 1000000 tokens, exact true
}
