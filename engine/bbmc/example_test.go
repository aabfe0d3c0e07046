package bbmc_test

import (
	"context"
	"fmt"

	"brim/ctl/mu"
	"brim/engine"
	"brim/engine/bbmc"
	"brim/engine/kripke"
	"brim/petri/nets"
)

// A message of the alternating bit protocol may never arrive: parts with one state a level often show that.
func Example() {
	net, err := nets.Parse("abp:2")
	if err != nil {
		panic(err)
	}
	s, err := kripke.NewNet(net)
	if err != nil {
		panic(err)
	}
	f, err := mu.Parse(`exists d in "r1_*.*". <true* . "r1_d.*">nu X. <!"s4_d.*">X`, "", nil)
	if err != nil {
		panic(err)
	}
	b, err := f.Bind(s.Labels())
	if err != nil {
		panic(err)
	}
	r, err := bbmc.Check(context.Background(), s, b, bbmc.Options{Breadth: 1},
		bbmc.Runs{Count: 1000, Seed: 1, Witness: true})
	if err != nil {
		panic(err)
	}
	low, high := bbmc.Interval(r.Found(), len(r.Runs), 0.95)
	fmt.Println(r.Result, low > 0.5, high < 0.7, r.Witness.Path().Loop != engine.NoLoop)
	p, err := bbmc.FindPrefix(context.Background(), s, b, kripke.Limits{})
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Result, p.Depth)
	// Output:
	// holds true true true
	// holds 6
}
