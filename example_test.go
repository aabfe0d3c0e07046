package brim_test

import (
	"context"
	"fmt"
	"slices"

	"brim/check"
	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri/nets"
)

// From a model and a formula to a verdict and its trace. Errors are left out; examples/decide has them.
func Example() {
	ctx := context.Background()
	m, _ := check.Load(ctx, "dphil:3")
	q, _ := m.Ask("EF deadlock", check.Maximal)
	a, _ := check.Decide(ctx, m, q, check.Options{})
	fmt.Println(a.Result, "after", len(a.Witness.Steps), "steps")
	// Output:
	// holds after 6 steps
}

// From a net to its reachable markings, and facts about them.
func Example_markings() {
	net, err := nets.Parse("dphil:1000") // a thousand philosophers
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer space.Close()

	states := space.States().String()
	fmt.Println("markings:", states[:12], "… with", len(states), "digits")
	dead := space.Model.All.Dead(space.Reached)
	fmt.Println("deadlocks:", dead.Count())
	values, _ := dead.Pick()
	marking := space.Model.Marking(values)
	fmt.Println("enabled in one of them:", slices.Collect(net.EnabledTransitions(marking)))
	// Output:
	// markings: 918165034425 … with 627 digits
	// deadlocks: 2
	// enabled in one of them: []
}

// Sets and relations without any net: an odometer with two wheels that stops at its end.
func Example_diagrams() {
	f := mdd.New(2, mdd.Options{}) // two variables, on levels 1 and 2
	defer f.Close()

	r := f.NewRelation()
	turn := mdd.Shift{Below: 999, Delta: 1} // v → v+1 where v < 999
	restart := mdd.NewPairs([2]int{999, 0})
	r.Add(mdd.Step{Level: 1, Effect: turn})
	r.Add(mdd.Step{Level: 1, Effect: restart}, mdd.Step{Level: 2, Effect: turn})

	reached := r.Saturate(f.Tuple(0, 0))
	fmt.Println(reached.Count(), "tuples in", reached.Nodes(), "nodes")

	box := f.Box([][]int{{997, 998, 999}, {500, 999}})
	fmt.Println(reached.Intersect(box).Count(), "of them in the box")
	for values := range r.Image(box).Minus(box).All() {
		fmt.Println("one step out of the box:", values)
	}
	for values := range r.Dead(reached).All() {
		fmt.Println("nothing is enabled in", values)
	}
	// Output:
	// 1000000 tuples in 2 nodes
	// 6 of them in the box
	// one step out of the box: [0 501]
	// nothing is enabled in [999 999]
}
