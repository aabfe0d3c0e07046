package lists_test

import (
	"context"
	"fmt"
	"log"

	"brim/engine/lists"
	"brim/engine/symbolic/race"
	"brim/petri/nets"
)

// The markings of a Kanban system with a thousand cards in each of four parts.
func ExampleExplore() {
	net, err := nets.Parse("kanban:1000")
	if err != nil {
		log.Fatal(err)
	}
	s, err := lists.Explore(context.Background(), net, race.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	fmt.Println(s.States(), "markings,", s.Deadlocks(), "of them dead")
	// Output: 1419746655698258271089661656701 markings, 0 of them dead
}
