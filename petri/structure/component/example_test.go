package component_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"brim/petri/nets"
	"brim/petri/structure/component"
)

// The philosophers are state machines, and so is each fork with those who have it.
func Example() {
	net, err := nets.Parse("dphil:2")
	if err != nil {
		log.Fatal(err)
	}
	cover, err := component.S.Cover(context.Background(), net)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range cover.Components {
		var names []string
		for _, p := range c.Places {
			names = append(names, net.Places[p].Name)
		}
		fmt.Println(strings.Join(names, " "))
	}
	fmt.Println(cover.Covers())
	// Output:
	// Idle_1 WaitL_1 HasL_1
	// Idle_1 WaitR_1 HasR_1
	// HasR_1 Fork_1 HasL_2
	// Idle_2 WaitL_2 HasL_2
	// Idle_2 WaitR_2 HasR_2
	// HasL_1 HasR_2 Fork_2
	// true
}
