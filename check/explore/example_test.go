package explore_test

import (
	"context"
	"fmt"
	"log"

	"brim/check/explore"
	"brim/check/limit"
	"brim/check/model"
)

// The reachable markings of a net are counted.
func ExampleExplore() {
	ctx := context.Background()
	m, err := model.Load(ctx, "kanban:3")
	if err != nil {
		log.Fatal(err)
	}
	x, err := explore.Explore(ctx, m.Net, explore.Options{}, limit.Limits{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	err = x.Ask("counting states", func() { fmt.Println(x.States(), "markings") })
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// 58400 markings
}
