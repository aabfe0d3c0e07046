package colours_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/colours"
	"brim/petri/coloured"
)

// Nothing tells apart the three colours of a net in which each of them is taken once. Other techniques work on a place
// with three tokens, this one on three places.
func Example() {
	b := coloured.NewBuilder("taking")
	colour := b.Range("Colour", "Colour", 1, 3)
	one := &coloured.Term{Op: coloured.Bound, Value: int64(b.Variable("c", "c", colour))}
	free, taken, take := b.Place("free", colour), b.Place("taken", colour), b.Transition("take")
	b.Initial(free, &coloured.Term{Op: coloured.All, Sort: coloured.Open})
	b.Input(free, take, one)
	b.Output(take, taken, one)
	net, err := b.Net()
	if err != nil {
		log.Fatal(err)
	}
	m := check.OfColoured(net)
	q, err := m.Ask("AF taken = 3", check.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	q.Trace = false
	technique := colours.Technique{Techniques: func(*check.Model) []check.Technique {
		return []check.Technique{check.Explicit{}}
	}}
	a, err := check.Decide(context.Background(), m, q, check.Options{Techniques: []check.Technique{technique}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by explicit with all colours
}
