package counting_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"brim/petri"
	"brim/petri/counting"
	"brim/petri/reduce"
)

// A million tokens walk around a ring of four places: nothing is left of the net but one constant, and equations.
func Example() {
	b := petri.NewBuilder("ring")
	const n = 4
	for i := range n {
		b.Place(fmt.Sprint("p", i), 0)
	}
	tokens := make(petri.Marking, n)
	tokens[0] = 1_000_000
	for i := range n {
		t := b.Transition(fmt.Sprint("t", i))
		b.In(t, i, 1)
		b.Out(t, (i+1)%n, 1)
	}
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	net = net.WithInitial(tokens)
	r := reduce.Net(context.Background(), net, reduce.Options{Class: reduce.Count})
	fmt.Println(len(r.Net.Places), "places,", len(r.Net.Transitions), "transitions,", len(r.Equations.List),
		"equations")
	f, err := counting.New(context.Background(), net, &r.Equations)
	if err != nil {
		fmt.Println(err)
		return
	}
	left := []petri.Marking{{}}
	of := func(s *counting.Sum, err error) *big.Int {
		if err != nil {
			fmt.Println(err)
			return nil
		}
		n, err := s.Of(slices.Values(left))
		if err != nil {
			fmt.Println(err)
		}
		return n
	}
	fmt.Println("markings", of(f.States()))
	fmt.Println("firings ", of(f.Firings()))
	fmt.Println("most    ", f.MostInPlace(nil, nil), f.InMarking().Const)
	// Output:
	// 0 places, 0 transitions, 4 equations
	// markings 166667666668500001
	// firings  666668666668000000
	// most     1000000 1000000
}
