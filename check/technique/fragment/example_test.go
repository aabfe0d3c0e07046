package fragment_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/fragment"
	"brim/petri/coloured"
)

// Of a thousand colours three are taken, which a part of the unfolding shows.
func Example() {
	b := coloured.NewBuilder("taking")
	colour := b.Range("Colour", "Colour", 1, 1_000)
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
	q, err := m.Ask("EF taken = 3", check.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	q.Trace = false
	technique := fragment.Technique{Techniques: func(*check.Model) []check.Technique {
		return []check.Technique{check.Walk{}}
	}}
	a, err := check.Decide(context.Background(), m, q,
		check.Options{Folded: true, Techniques: []check.Technique{technique}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by walk on a part of the unfolding
}
