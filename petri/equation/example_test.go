package equation_test

import (
	"context"
	"fmt"

	"brim/petri"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
)

// Two processes share a lock. That both are inside is refuted, and why: the lock and the two places inside always hold
// one token together.
func Example() {
	b := petri.NewBuilder("lock")
	lock := b.Place("lock", 1)
	var inside [2]int
	for i := range inside {
		idle := b.Place(fmt.Sprint("idle", i), 1)
		inside[i] = b.Place(fmt.Sprint("inside", i), 0)
		enter, leave := b.Transition(fmt.Sprint("enter", i)), b.Transition(fmt.Sprint("leave", i))
		b.In(enter, idle, 1)
		b.In(enter, lock, 1)
		b.Out(enter, inside[i], 1)
		b.In(leave, inside[i], 1)
		b.Out(leave, lock, 1)
		b.Out(leave, idle, 1)
	}
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	s := equation.New(net)
	both := certificate.And(certificate.AtLeast(inside[0], 1), certificate.AtLeast(inside[1], 1))
	r, err := s.Refute(context.Background(), both, equation.Limits{})
	fmt.Println(err, r.Proof != nil)
	fmt.Println(certificate.NewChecker(net).Check(both, r.Proof))

	r, err = s.Refute(context.Background(), certificate.AtLeast(inside[1], 1), equation.Limits{})
	fmt.Println(err, r.Proof != nil)
	for t, n := range r.Solution.Times {
		if n > 0 {
			fmt.Println(net.Transitions[t].Name, n)
		}
	}
	// Output:
	// <nil> true
	// <nil>
	// <nil> false
	// enter1 1
}
