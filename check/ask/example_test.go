package ask_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/petri"
)

// An order is either refused or billed and shipped at the same time; but whoever refuses also waits for the bill.
func Example() {
	b := petri.NewBuilder("order")
	received, billing, shipping := b.Place("received", 1), b.Place("billing", 0), b.Place("shipping", 0)
	billed, shipped, done := b.Place("billed", 0), b.Place("shipped", 0), b.Place("done", 0)
	move := func(name string, from, to []int) {
		t := b.Transition(name)
		for _, p := range from {
			b.In(t, p, 1)
		}
		for _, p := range to {
			b.Out(t, p, 1)
		}
	}
	move("accept", []int{received}, []int{billing, shipping})
	move("bill", []int{billing}, []int{billed})
	move("ship", []int{shipping}, []int{shipped})
	move("refuse", []int{received}, []int{shipped})
	move("close", []int{billed, shipped}, []int{done})
	net, err := b.Net()
	if err != nil {
		log.Fatal(err)
	}
	answers, err := check.AskNamed(context.Background(), check.OfNet(net), []check.NamedQuestion{{Name: "sound"}},
		check.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answers[0].Result, "-", answers[0].Summary)
	for _, f := range answers[0].Findings {
		fmt.Printf("%s %v: %s\n", f.About, f.Result, f.Text)
	}
	// Output:
	// fails - the workflow is not sound
	// option to complete fails: after 1 step nothing can fire, with tokens in shipped: close waits for tokens in billed
	// proper completion holds: when a case completes, no token is left behind
	// no dead transitions holds: each transition can fire
}
