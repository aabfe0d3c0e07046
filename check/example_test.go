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
