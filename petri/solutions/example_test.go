package solutions_test

import (
	"context"
	"fmt"
	"log"

	"brim/petri/nets"
	"brim/petri/solutions"
)

// The markings of a Kanban net: a number of 53 digits takes as long as a small one.
func Example() {
	ctx := context.Background()
	net, err := nets.Parse("kanban:100000")
	if err != nil {
		log.Fatal(err)
	}
	s, err := solutions.Of(ctx, net)
	if err != nil {
		log.Fatal(err)
	}
	n, err := s.States(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "markings")
	// Output: 13891944744924824734785727165647522164641866500670001 markings
}
