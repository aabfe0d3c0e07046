package concurrency_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/concurrency"
	"brim/petri"
)

// A token splits and joins again. No invariant with positive weights shows that the parts are safe, since each of them
// may get lost.
func Example() {
	b := petri.NewBuilder("split")
	whole, left, right := b.Place("whole", 1), b.Place("left", 0), b.Place("right", 0)
	split, join, lose := b.Transition("split"), b.Transition("join"), b.Transition("lose")
	b.In(split, whole, 1)
	b.Out(split, left, 1)
	b.Out(split, right, 1)
	b.In(join, left, 1)
	b.In(join, right, 1)
	b.Out(join, whole, 1)
	b.In(lose, left, 1)
	net, err := b.Net()
	if err != nil {
		log.Fatal(err)
	}
	m := check.OfNet(net)
	q, err := m.Ask("AG(left <= 1 & !(whole = 1 & right = 1))", check.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	o := check.Options{Techniques: []check.Technique{concurrency.Technique{}}}
	a, err := check.Decide(context.Background(), m, q, o)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by concurrency
}
