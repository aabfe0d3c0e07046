package home_test

import (
	"context"
	"fmt"
	"log"

	"brim/petri/home"
	"brim/petri/nets"
)

// In a net of machines that work on parts, finishing what was begun leads back to the initial marking.
func Example() {
	net, err := nets.Parse("kanban:3")
	if err != nil {
		log.Fatal(err)
	}
	s := home.NewSearch(net, home.At(net.Initial()))
	for i := range 40 {
		s.Sample(i)
	}
	d, err := s.Find(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("a descent:", d.Check(net) == nil)
	// Output: a descent: true
}
