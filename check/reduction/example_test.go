package reduction_test

import (
	"context"
	"fmt"
	"log"

	"brim/check/model"
	"brim/check/reduction"
)

// A net is made smaller so that the answer to a question stays.
func ExampleReduce() {
	ctx := context.Background()
	m, err := model.Load(ctx, "kanban:3")
	if err != nil {
		log.Fatal(err)
	}
	q := &model.Question{Kind: model.Deadlock}
	r, err := reduction.Reduce(ctx, m, []*model.Question{q}, reduction.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("class", r.Class)
	fmt.Println(len(m.Net.Places), "places become", len(r.Net.Places))
	// Output:
	// class deadlock
	// 16 places become 9
}
