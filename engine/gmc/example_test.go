package gmc_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/gmc"
	"brim/petri/nets"
	"brim/petri/structure"
)

// A way for three philosophers to a deadlock, which no sequence of fewer than 6 firings reaches.
func Example() {
	net, err := nets.Parse("dphil:3")
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := gmc.NewNet(structure.NewProfile(net), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	deadlock, err := n.Goal(syntax.NewPool().Deadlock())
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := n.Search(context.Background(), deadlock, gmc.Options{Length: 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Path.Steps(), "steps")
	x, err := n.Fixpoint(context.Background(), deadlock, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("at least", x.Steps)
	// Output:
	// 6 steps
	// at least 6
}
