package dfs_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/dfs"
	"brim/engine/kripke"
	"brim/petri"
)

// A token walks from place p to place q and back, and may leave from there.
func ExampleDecide() {
	b := petri.NewBuilder("walk")
	p, q, out := b.Place("p", 1), b.Place("q", 0), b.Place("out", 0)
	for _, t := range []struct {
		name     string
		from, to int
	}{{"there", p, q}, {"back", q, p}, {"leave", q, out}} {
		x := b.Transition(t.name)
		b.In(x, t.from, 1)
		b.Out(x, t.to, 1)
	}
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := kripke.NewNet(net)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := syntax.Parse("AF(out = 1)", "example", syntax.NewLists([]string{"p", "q", "out"}, nil, nil))
	if err != nil {
		fmt.Println(err)
		return
	}
	v, r, err := dfs.Decide(context.Background(), s, f, syntax.Maximal, dfs.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Result)
	for _, label := range r.Found.Labels {
		fmt.Println(s.Labels()[label])
	}
	fmt.Println("and so on from step", r.Found.Loop)
	// Output:
	// fails
	// there
	// back
	// and so on from step 0
}
