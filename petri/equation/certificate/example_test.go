package certificate_test

import (
	"fmt"
	"math/big"

	"brim/petri"
	"brim/petri/equation/certificate"
)

// One token goes back and forth, so both places together never hold two: the fact that they do, and the state equation,
// in which the firings cancel out, contradict each other.
func Example() {
	b := petri.NewBuilder("shuttle")
	left, right := b.Place("left", 1), b.Place("right", 0)
	there, back := b.Transition("there"), b.Transition("back")
	b.In(there, left, 1)
	b.Out(there, right, 1)
	b.In(back, right, 1)
	b.Out(back, left, 1)
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	goal := &certificate.Goal{Atom: certificate.Atom{
		Terms: []certificate.Term{{Index: left, Weight: 1}, {Index: right, Weight: 1}}, Least: 2,
	}}
	c := certificate.NewChecker(net)
	fmt.Println(c.Check(goal, &certificate.Sum{Facts: []certificate.Factor{{Index: 0, By: big.NewInt(1)}}}))
	fmt.Println(c.Check(certificate.AtLeast(left, 1),
		&certificate.Sum{Facts: []certificate.Factor{{Index: 0, By: big.NewInt(1)}}}))
	// Output:
	// <nil>
	// certificate: transition back raises the sum by 1
}
