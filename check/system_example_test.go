package check_test

import (
	"context"
	"fmt"

	"brim/check"
	"brim/engine/system"
	"brim/mdd"
)

// Two processes want a lock: 0 is idle, 1 waits, 2 is inside. No net is needed to ask about that, and brim chooses the
// order of the levels. Names and values are those that were given.
func ExampleOfSystem() {
	b := system.NewBuilder("lock")
	lock := b.Variable("lock", 1)
	pairs := mdd.NewPairs
	for _, name := range []string{"p", "q"} {
		at := b.Variable(name)
		b.Event(name+" wants", mdd.Step{Level: at, Effect: pairs([2]int{0, 1})})
		b.Event(name+" enters", mdd.Step{Level: at, Effect: pairs([2]int{1, 2})},
			mdd.Step{Level: lock, Effect: pairs([2]int{1, 0})})
		b.Event(name+" leaves", mdd.Step{Level: at, Effect: pairs([2]int{2, 0})},
			mdd.Step{Level: lock, Effect: pairs([2]int{0, 1})})
	}
	ctx := context.Background()
	s, err := b.System(ctx)
	if err != nil {
		panic(err)
	}
	m := check.OfSystem(s)
	for _, formula := range []string{"AG !(p = 2 & q = 2)", "A G(p = 1 -> F p = 2)"} { // of CTL, and of LTL
		q, err := m.Ask(formula, check.Infinite)
		if err != nil {
			panic(err)
		}
		a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{check.Symbolic{}}})
		fmt.Println(formula, a.Result, err)
		if run := m.Run(a); run != nil {
			for _, step := range run.Steps[*run.Loop:] {
				fmt.Println("again and again", step.Label, "->", step.State)
			}
		}
	}
	// Output:
	// AG !(p = 2 & q = 2) holds <nil>
	// A G(p = 1 -> F p = 2) fails <nil>
	// again and again q enters -> lock=0 p=1 q=2
	// again and again q leaves -> lock=1 p=1 q=0
	// again and again q wants -> lock=1 p=1 q=1
}
