package race_test

import (
	"context"
	"fmt"

	"brim/engine/symbolic/race"
	"brim/petri/nets"
)

func ExampleExplore() {
	net, err := nets.Parse("dphil:5")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := race.Explore(context.Background(), net, race.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer found.Close()
	fmt.Println(found.States(), "markings,", "complete:", found.Complete)
	// Output: 1364 markings, complete: true
}
