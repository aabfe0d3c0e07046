package check_test

import (
	"context"
	"fmt"

	"brim/check"
)

func ExampleDecide() {
	ctx := context.Background()
	m, err := check.Load(ctx, "dphil:3")
	if err != nil {
		fmt.Println(err)
		return
	}
	q, err := m.Ask("EF deadlock", check.Maximal)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := check.Decide(ctx, m, q, check.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Result, "after", len(a.Witness.Steps), "steps")
	// Output: holds after 6 steps
}

// A philosopher who is hungry may starve: the answer has a run on which the others eat for ever.
func ExampleDecide_ltl() {
	ctx := context.Background()
	m, err := check.Load(ctx, "dphil:3")
	if err != nil {
		fmt.Println(err)
		return
	}
	q, err := m.Ask("A G(hungry_1 -> F eating_1)", check.Infinite)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := check.Decide(ctx, m, q, check.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Result)
	run := a.Witness
	fmt.Println(run.Loop < len(run.Steps), run.Check(m.Net, check.Infinite) == nil)
	// Output:
	// fails
	// true true
}

func ExampleDecideAll() {
	ctx := context.Background()
	m, _ := check.Load(ctx, "kanban:5")
	states := &check.Question{Kind: check.States}
	deadlock := &check.Question{Kind: check.Deadlock}
	r, err := check.DecideAll(ctx, m, []*check.Question{states, deadlock}, check.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Answers[0].Number, "markings; a deadlock:", r.Answers[1].Result)
	// Output: 2546432 markings; a deadlock: fails
}
