package edd_test

import (
	"fmt"

	"brim/edd"
	"brim/mdd"
)

// A counter goes up by one or by three, for ever.
func Example() {
	sets := mdd.New(1, mdd.Options{})
	r := sets.NewRelation()
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 1}})
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 3}})

	f := edd.New(sets, edd.Options{})
	start := f.Zero(sets.Tuple(0))
	g := f.NewSaturator(r, edd.Budgeted).Bounded(start, 2)
	fmt.Println("distance of 4:", g.At(4), "and of 5 within 2 steps:", g.At(5) == edd.Infinity)
	for d, layer := range g.Layers() {
		fmt.Print("distance ", d, ":")
		for values := range layer.All() {
			fmt.Print(" ", values[0])
		}
		fmt.Println()
	}
	// Output:
	// distance of 4: 2 and of 5 within 2 steps: true
	// distance 0: 0
	// distance 1: 1 3
	// distance 2: 2 4 6
}
